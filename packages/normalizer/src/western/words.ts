import { alternation } from '../numbers.ts';
import type { Rule } from '../types.ts';
import { abbreviationRule } from './abbreviations.ts';
import { apart, EDGE, END, wordRule } from './rules.ts';
import type { Western } from './western.ts';

/** Abbreviations, acronyms that are spelled, and signs between words. */
export function wordRules({ lexicon, own }: Western): Rule[] {
  return [
    ...own.words,
    abbreviationRule(lexicon),
    wordRule('acronym', `${EDGE}(?:${alternation(lexicon.acronyms.split(' '))})${END}`, ({ text }) =>
      [...text].join(' '),
    ),
    wordRule('symbol', '(?<=[\\p{L}\\p{N}.\u{E001}] ?)&(?= ?[\\p{L}\\p{N}\u{E001}])', (match) =>
      apart(lexicon.ampersand, match),
    ),
  ];
}
