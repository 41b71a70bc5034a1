import { findSharedSign, getCurrencyNames, NATIONAL_CURRENCIES } from '../currency.ts';
import { SIGNS } from '../signs.ts';
import { arrowRule, sweepRules } from '../sweep.ts';
import type { Choices, Language, Rule } from '../types.ts';
import type { AddressWords } from '../western/addresses.ts';
import { wordRule } from '../western/rules.ts';
import { measureRule, moneyRules, rateRule } from './amounts.ts';
import type { DateWords } from './clock.ts';
import { acronymRules, codeRules, type LetterNames, romanRules } from './codes.ts';
import { contactRules } from './contacts.ts';
import { fractionRules, numberRules, ratioRules, signRule, spanRules } from './counts.ts';
import { type CodeWords, callRules, type LabelWords, labelRules } from './labels.ts';
import { type MathWords, mathRules } from './math.ts';
import type { Numerals } from './numerals.ts';

/** An amount as written: `3.5` and `億`. */
export interface Sum {
  number: string;
  scale: string;
}

/** The properties of Chinese, Japanese or Korean that the rules use. */
export interface Eastern extends Numerals {
  locale: string;
  choices: Choices;
  minus: string;
  plus: string;
  plusMinus: string;
  /** The word for minus before degrees, if it differs. */
  below?: string;
  /** The word between the ends of a range, and the source of text that may precede the second end. */
  to: string;
  link: string;
  /** The word between a whole number and a fraction. */
  and: string;
  spacing: Language['spacing'];
  /** The separator of words. */
  space: '' | ' ';
  particles?: RegExp;
  agreement?: NonNullable<Language['agreement']>;
  address: AddressWords;
  /** The words for `@` and `#` before a name. */
  handle: string;
  hashtag: string;
  /** `sources` are expressions for national numbers; `split` groups digits that are written together. */
  phone: {
    plus: string;
    between: string;
    digits(group: string): string;
    split?(group: string): string[];
    sources: readonly string[];
  };
  /** Numbers that are read digit by digit. */
  codes: CodeWords & { between: string; say(digits: string): string };
  labels: LabelWords;
  date: DateWords;
  letters?: LetterNames;
  /** Sources of Roman numerals in letters. */
  roman: readonly string[];
  math: MathWords;
  /** How `3:1` and `3-1` are said, and the words that show that they are a proportion or a score. */
  score: { versus: string; ratio: RegExp; ratioBefore: RegExp; before: RegExp; after: RegExp };
  /** A number with the noun that it counts, if any. */
  counted(number: string, noun: string | undefined): string;
  /** A number before a counted noun. Chinese has another word for two here. */
  quantity(text: string | undefined): string;
  fraction(top: string, bottom: string): string;
  /** The regex source of a magnitude after a plain number: `3万`. */
  scale?: string;
  currencies: Readonly<Record<string, string>>;
  /** Sources of what may follow the number: `scale` after any amount, `prefixed` if the sign comes first. */
  money: {
    scale: string;
    prefixed?: string;
    amount(sum: Sum): string;
    say(sum: Sum, currency: string): string;
    /** An amount per unit, or the amount alone. */
    per(amount: string, unit: string | undefined): string;
  };
  units: Readonly<Record<string, string>>;
  /** A number with its unit, `sign` before it. */
  measure(sign: string, amount: string, unit: string, per: string | undefined): string;
  abbreviations: Readonly<Record<string, string>>;
  own: Record<'codes' | 'dates' | 'times' | 'money' | 'measures' | 'counters', readonly Rule[]>;
}

/** The rules of a language, in the order in which they apply. */
export function createEastern(eastern: Eastern): Language {
  const language = { ...eastern, currencies: withCurrency(eastern) };
  const { own, abbreviations, spacing, particles, agreement } = language;
  const rules = [
    arrowRule(' '),
    ...callRules(language),
    ...contactRules(language),
    ...labelRules(language),
    ...own.codes,
    ...codeRules(language),
    ...own.dates,
    ...ratioRules(language),
    ...own.times,
    ...mathRules(language),
    ...moneyRules(language),
    ...own.money,
    rateRule(language),
    ...own.measures,
    measureRule(language),
    signRule(language),
    ...own.counters,
    ...fractionRules(language),
    ...numberRules(language),
    createReplacementRule('abbreviation', abbreviations),
    // Words in one character: ㌔, ㍻, ㍿.
    wordRule('abbreviation', '[㋿㌀-㍗㍻-㍿]', ({ text }) => text.normalize('NFKC')),
    ...romanRules(language),
    ...spanRules(language),
    ...acronymRules(language),
    ...sweepRules({
      signs: SIGNS[language.locale.split('-', 1)[0] ?? ''] ?? {},
      space: language.space,
      cardinal: language.cardinal,
      digits: language.digits,
    }),
  ];
  return { rules, spacing, particles, agreement };
}

/** The currencies with the dollars of all countries. A sign that several of them share represents the chosen one. */
function withCurrency({ locale, choices, currencies }: Eastern): Eastern['currencies'] {
  const getName = (code: string): string => currencies[code] ?? getCurrencyNames(locale, code)[1];
  const table: Record<string, string> = {};
  for (const [sign, code] of NATIONAL_CURRENCIES) table[sign] = getName(code);
  Object.assign(table, currencies);
  const { currency } = choices;
  const sign = findSharedSign(currency);
  if (currency !== null && sign !== undefined) table[sign] = getName(currency);
  return table;
}

/** Replaces the table's keys everywhere: single-character units, abbreviations in brackets. */
function createReplacementRule(kind: Rule['kind'], table: Readonly<Record<string, string>>): Rule {
  const keys = Object.keys(table).sort((a, b) => b.length - a.length);
  const source = keys
    .map((key) => {
      const keySource = key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      if (!/^[A-Za-z]/.test(key)) return keySource;
      // A Latin abbreviation must be a separate word.
      return `(?<![A-Za-z])${keySource}${/[A-Za-z]$/.test(key) ? '(?![A-Za-z])' : ''}`;
    })
    .join('|');
  // `VS Code` is a name.
  return wordRule(kind, source, ({ text, after }) => {
    if (text === 'VS' && /^ Code/.test(after)) return undefined;
    if (after.startsWith(' ')) return table[text]?.trimEnd();
    return table[text];
  });
}
