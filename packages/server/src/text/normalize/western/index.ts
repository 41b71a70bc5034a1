import type { Language, Rule } from '../types.ts';
import { addressRules } from './addresses.ts';
import { countRules } from './counts.ts';
import { measureRules } from './measures.ts';
import { moneyRules } from './money.ts';
import type { Western } from './western.ts';
import { wordRules } from './words.ts';

/** The rules of a language in the order in which they take what they know. */
export function createLanguage(language: Western): Language {
  const { own } = language;
  const rules: Rule[] = [
    ...addressRules(language),
    ...own.dates,
    ...own.times,
    ...moneyRules(language),
    ...measureRules(language),
    ...own.ordinals,
    ...countRules(language),
    ...wordRules(language),
  ];
  return { rules, spacing: 'words' };
}
