import type { DecimalNumber, NumberFormat } from '../numbers.ts';
import type { Choices, Form, Noun, Rule } from '../types.ts';
import type { Abbreviation } from './abbreviations.ts';

/** The names of a currency and of its hundredth. */
export interface Money {
  major: Noun;
  minor?: Noun;
}

/** The word tables of a language. */
export interface Lexicon {
  minus: string;
  plus: string;
  equals: string;
  times: string;
  /** The noun after a factor (`3x`), singular and plural: `time`, `times`. */
  fold: Noun;
  /** The word between the whole number and the decimals. */
  point: string;
  /** The word between the parts of a version or an address. */
  dot: string;
  at: string;
  slash: string;
  backslash: string;
  hyphen: string;
  underscore: string;
  colon: string;
  question: string;
  /** The keys of a telephone (ITU-T E.161). */
  hash: string;
  star: string;
  /** The spoken form of `www`. Default: letter by letter. */
  www?: string;
  /** The ends of domains that are said as words. */
  domains?: readonly string[] | undefined;
  /** The word before a range, if the language needs one: `da dieci a quindici minuti`. */
  from?: string;
  /** The word between the ends of a range. */
  to: string;
  /** The word for the sign in `#1` and `No. 1`. */
  number_sign: string;
  ampersand: string;
  units: Readonly<Record<string, Noun>>;
  currencies: Readonly<Record<string, Money>>;
  /** Magnitudes such as millions, in the form that is written after a number. */
  magnitudes: Readonly<Record<string, Noun>>;
  /** Made by `abbreviationTable`, which states the places of each. */
  abbreviations: Readonly<Record<string, Abbreviation>>;
  /** Words that begin sentences and are no names, separated by spaces: `It`, `The`. */
  openers: string;
  /** Words that are read letter by letter, separated by spaces. */
  acronyms: string;
}

/** The properties of a language that separates words with spaces, as the rules use them. */
export interface Western {
  locale: string;
  choices: Choices;
  format: NumberFormat;
  lexicon: Lexicon;
  cardinal(value: number, form: Form): string;
  /** How a number before the text `after` is inflected. */
  formBefore(after: string): Form;
  /** The case that the text around an amount requires of the word for one: `für einen Euro`. */
  caseAt?(before: string, after: string): Form['case'];
  /** Whether a number after this text is the name of a thing, and counts no noun: `vuelo 21 llega`. */
  isName?(before: string): boolean;
  /** Whether the counted noun is singular. Default: only after exactly 1. */
  isOne?(number: DecimalNumber): boolean;
  /** Joins a number and its noun, if not with a space: `un'ora`. */
  joinNoun?(number: string, noun: string): string;
  /** Whether decimals are one number (`virgule quatorze`) or read digit by digit (`point one four`). */
  decimals: 'number' | 'digits';
  /** Joins a magnitude and its noun: `un millón de euros`. */
  linkMagnitude(magnitude: string, noun: string): string;
  /** Joins dollars and cents. */
  joinMoney(major: string, minor: { value: number; noun: Noun }): string;
  /** `1/2`, `3/4`; undefined if the fraction has no name. */
  fraction(numerator: number, denominator: number): string | undefined;
  /** Joins a whole number and a fraction: `two and a half`. */
  joinFraction(whole: string, fraction: string, numerator: number): string;
  /** A year that is written without a group mark. */
  year(value: number): string;
  isYear(value: number, context: { before: string; after: string }): boolean;
  phones: readonly string[];
  /** Reads a group of a phone number as a number, in languages where that is usual. */
  phoneGroup?(digits: string): string;
  /**
   * Reads a group digit by digit, unless it has a name, such as `800` after `1`. `before` contains the groups before
   * it.
   */
  phoneDigits?(digits: string, before: string): string;
  /** Rules that differ for each language, such as dates, times and ordinals. */
  own: {
    /** Rules that come before dates, times and telephone numbers. */
    early?: readonly Rule[];
    dates: readonly Rule[];
    times: readonly Rule[];
    measures?: readonly Rule[];
    ordinals: readonly Rule[];
    words: readonly Rule[];
  };
  /** Whether an amount describes the noun after it, and is singular: `a $20 bill`. */
  isAttribute?(context: { before: string; after: string }): boolean;
}

export const COUNTING: Form = { gender: 'm', before_noun: false };
