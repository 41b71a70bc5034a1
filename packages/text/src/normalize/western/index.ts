import type { Language, Rule } from '../types.ts';
import { addressRules } from './addresses.ts';
import { countRules } from './counts.ts';
import { measureRules } from './measures.ts';
import { moneyRules } from './money.ts';
import { rule, SPACE } from './rules.ts';
import type { Western } from './western.ts';
import { wordRules } from './words.ts';

/** The rules of a language in the order in which they take what they know. */
export function createLanguage(language: Western): Language {
  const { own } = language;
  const rules: Rule[] = [
    ...addressRules(language),
    ...own.dates,
    timeSpan(language),
    ...own.times,
    ...moneyRules(language),
    ...measureRules(language),
    ...own.ordinals,
    ...countRules(language),
    ...wordRules(language),
  ];
  return { rules, spacing: 'words' };
}

/** The dash of `10:00-12:30`; the rules of the language read the times around it. */
function timeSpan({ lexicon }: Western): Rule {
  const half = '[ap]\\.?m\\b';
  const from = `(?<=\\d:[0-5]\\d(?: ?${half})?|\\d ?${half})`;
  const until = `(?=\\d{1,2}(?::[0-5]\\d(?![\\d:])| ?${half}))`;
  return rule('time', `${from}${SPACE}?[-–]${SPACE}?${until}`, () => ` ${lexicon.to} `, 'giu');
}
