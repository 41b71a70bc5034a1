import type { NumberFormat, Written } from '../numbers.ts';
import type { Choices, Form, Noun, Rule } from '../types.ts';

/** A currency and its hundredth. */
export interface Money {
  major: Noun;
  minor?: Noun;
}

/** The words of a language that are looked up. */
export interface Lexicon {
  minus: string;
  plus: string;
  equals: string;
  times: string;
  /** The noun after a factor (`3x`), singular and plural: `time`, `times`. */
  fold: Noun;
  /** Between the whole and the decimals. */
  point: string;
  /** Between the parts of a version or an address. */
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
  /** How `www` is said. Default: letter by letter. */
  www?: string;
  /** The ends of domains that are said as words. */
  domains?: readonly string[];
  /** Before a range, where a language needs it: `da dieci a quindici minuti`. */
  from?: string;
  /** Between the ends of a range. */
  to: string;
  /** `#1`, `No. 1`. */
  number_sign: string;
  ampersand: string;
  units: Readonly<Record<string, Noun>>;
  currencies: Readonly<Record<string, Money>>;
  /** Millions and the like, as they are written after a number. */
  magnitudes: Readonly<Record<string, Noun>>;
  abbreviations: Readonly<Record<string, string>>;
  /** Abbreviations that often end a sentence; separated by spaces. */
  tails: string;
  /** Read letter by letter; separated by spaces. */
  acronyms: string;
}

/** A language that writes words with spaces and numbers with digits, as its rules see it. */
export interface Western {
  locale: string;
  choices: Choices;
  format: NumberFormat;
  lexicon: Lexicon;
  cardinal(value: number, form: Form): string;
  /** How a number before the text `after` is inflected. */
  formBefore(after: string): Form;
  /** Whether the counted noun is singular. Default: only after exactly 1. */
  isOne?(written: Written): boolean;
  /** Decimals as one number (`virgule quatorze`) or digit by digit (`point one four`). */
  decimals: 'number' | 'digits';
  /** Joins millions and the noun that they count: `un millón de euros`. */
  linkMagnitude(magnitude: string, noun: string): string;
  /** Dollars and cents. */
  joinMoney(major: string, minor: { value: number; noun: Noun }): string;
  /** `1/2`, `3/4`; undefined if the fraction has no name. */
  fraction(numerator: number, denominator: number): string | undefined;
  /** Between a whole and its fraction: `two and a half`. */
  joinFraction(whole: string, fraction: string, numerator: number): string;
  /** A year that is written without a group mark. */
  year(value: number): string;
  isYear(value: number, context: { before: string; after: string }): boolean;
  phones: readonly string[];
  /** A group of a phone number that is not read digit by digit, where that is usual. */
  phoneGroup?(digits: string): string;
  /**
   * Reads a group digit by digit, unless it has a name, such as `800` after `1`. `before` contains the groups before
   * it.
   */
  phoneDigits?(digits: string, before: string): string;
  /** Dates, times, ordinals: what no two languages share. */
  own: {
    /** Before dates, times and telephone numbers. */
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
