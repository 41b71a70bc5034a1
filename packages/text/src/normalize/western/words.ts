import { alternation } from '../numbers.ts';
import type { Found, Rule } from '../types.ts';
import { apart, EDGE, END, wordRule } from './rules.ts';
import type { Lexicon, Western } from './western.ts';

/** Abbreviations, acronyms that are spelled, and signs between words. */
export function wordRules({ lexicon, own }: Western): Rule[] {
  const abbreviations = Object.keys(lexicon.abbreviations);
  return [
    ...own.words,
    wordRule('abbreviation', `${EDGE}(?:${alternation(abbreviations)})(?<![\\p{L}](?=\\p{L}))`, (found) =>
      sayAbbreviation(found, lexicon),
    ),
    wordRule('acronym', `${EDGE}(?:${alternation(lexicon.acronyms.split(' '))})${END}`, ({ text }) =>
      [...text].join(' '),
    ),
    wordRule('symbol', '(?<=[\\p{L}\\p{N}.\u{E001}] ?)&(?= ?[\\p{L}\\p{N}\u{E001}])', (found) =>
      apart(lexicon.ampersand, found),
    ),
  ];
}

/** The period of an abbreviation at the end of a text ends the sentence as well. */
export function sayAbbreviation(
  { text, before, after }: Found,
  { abbreviations, tails, dot }: Lexicon,
): string | undefined {
  const spoken = abbreviations[text.replace(/[\u00a0\u202f]/g, ' ')];
  // Initials (`J. M. Barrie`) and the end of a spelled address (`ponto B R.`) are not abbreviations.
  const initial =
    /^\p{Lu}\.$/u.test(text) && new RegExp(`(?<!\\p{L})\\p{Lu}\\.[ -]?$|${dot} \\p{Lu} $`, 'u').test(before);
  if (spoken === undefined || initial) return undefined;
  const ends =
    /^["”»')\]]?\s*$/.test(after) || (tails.split(' ').includes(text) && /^["”»')\]]?\s+\p{Lu}/u.test(after));
  return text.endsWith('.') && ends ? `${spoken}.` : spoken;
}
