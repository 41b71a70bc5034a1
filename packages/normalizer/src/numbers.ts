import type { Noun } from './types.ts';

/** How a locale writes numbers: its decimal mark, and the expressions that find them. */
export interface NumberFormat {
  decimal: string;
  /** The number with the separators of other regions, where both separators show which is which: `1,234.50`. */
  foreign?: RegExp;
  /** Source of an expression for an unsigned number, with groups and decimals. */
  number: string;
  /** Sources of expressions for the limits of a number, so that a match is not a part of a longer number. */
  start: string;
  end: string;
}

export interface DecimalNumber {
  integer: string;
  fraction: string;
}

/** Sources of expressions for the parts of numbers with a decimal comma, and with a decimal point. */
const WITH_COMMA = {
  group: "[. \\u00a0\\u202f'’]",
  fraction: ',',
  spaced: '',
  foreign: '[1-9]\\d{0,2}(?:,\\d{3}){1,5}\\.\\d{1,2}(?!\\d)|[1-9]\\d{0,2}(?:,\\d{3}){2,5}(?![\\d.])',
};
const WITH_POINT = {
  group: "[,\\u00a0\\u202f'’]",
  fraction: '\\.',
  // Groups separated by spaces are certainly one number if the last group is `000`: `10 000`.
  spaced: '[1-9]\\d{0,2}(?: \\d{3}(?!\\d)){0,4} 000(?![\\d.,]\\d|\\d)|',
  foreign: '[1-9]\\d{0,2}(?:\\.\\d{3}){1,5},\\d{1,2}(?!\\d)',
};

/** The separators of this exact locale, because regions of one language can have different ones. */
export function numberFormat(locale: string): NumberFormat {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.5);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  const { group, fraction, spaced, foreign } = decimal === ',' ? WITH_COMMA : WITH_POINT;
  return {
    decimal,
    foreign: new RegExp(`^(?:${foreign})$`),
    number: `(?:${foreign}|${spaced}(?:[1-9]\\d{0,2}(?:${group}\\d{3}(?!\\d)){1,6}|\\d{1,18})(?:${fraction}\\d{1,12})?|(?<![\\p{L}\\p{N}.,)])${fraction}\\d{1,12})`,
    start: '(?<!\\d)(?<!\\d[.,])',
    end: '(?!\\d)(?![.,]\\d)',
  };
}

/** The noun after a count: its singular only after one. */
export function countedNoun(count: number, [singular, plural]: Noun): string {
  return count === 1 ? singular : plural;
}

/**
 * The digits before and after the decimal mark. A number that only fits another country's format is read in that one.
 */
export function readNumber(text: string, { decimal, foreign }: NumberFormat): DecimalNumber {
  let mark = decimal;
  if (foreign?.test(text)) mark = decimal === ',' ? '.' : ',';
  const markIndex = text.lastIndexOf(mark);
  if (markIndex === -1) return { integer: text.replace(/\D/g, ''), fraction: '' };
  return { integer: text.slice(0, markIndex).replace(/\D/g, ''), fraction: text.slice(markIndex + 1) };
}

/** Numbers that are read digit by digit: those with leading zeros, and those too long to be said. */
export function isCode({ integer }: Pick<DecimalNumber, 'integer'>): boolean {
  return integer.length > 15 || (integer.length > 1 && integer.startsWith('0'));
}

/** Roman numerals up to 3999; undefined for other letters. */
export function readRoman(letters: string): number | undefined {
  if (!/^(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(letters))
    return undefined;
  const values: Record<string, number> = { M: 1000, D: 500, C: 100, L: 50, X: 10, V: 5, I: 1 };
  let sum = 0;
  let highestValue = 0;
  for (const letter of [...letters].reverse()) {
    const value = values[letter] ?? 0;
    if (value < highestValue) sum -= value;
    else sum += value;
    highestValue = Math.max(highestValue, value);
  }
  return sum;
}

/**
 * The source of an expression for any of the words, the longest first: `e.g.|etc`. A space also matches a no-break
 * space.
 */
export function alternation(words: readonly string[]): string {
  return [...new Set(words)]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/ /g, '[ \\u00a0\\u202f]'))
    .join('|');
}

/** A two-digit year is between 1969 and 2068, as in POSIX. */
export function fullYear(digits: string | undefined): string | undefined {
  if (digits?.length !== 2) return digits;
  return `${Number(digits) <= 68 ? '20' : '19'}${digits}`;
}

/** Words that are separated by spaces. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
