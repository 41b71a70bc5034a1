import { SPOKEN } from '../markup.ts';
import { isCode } from '../numbers.ts';

/** A number with groups of three digits and decimals. Chinese, Japanese and Korean use the same format. */
export const NUMBER = '(?:[1-9]\\d{0,2}(?:[,，]\\d{3}(?!\\d)){1,6}|\\d{1,18})(?:\\.\\d{1,12})?';
/** A number or a fraction: `1/2 mm`. */
export const AMOUNT = `(?:\\d{1,3}/\\d{1,4}(?![\\d/])|${NUMBER})`;
export const START = '(?<!\\d)(?<!\\d[.,，/])';
export const STOP = '(?!\\d)(?![.,]\\d)';
/** The sign between the limits of a range. */
export const UNTIL = ' ?[-‐‑–—~〜～] ?';
/** A dash is a sign except after Latin letters, digits and Katakana. In accounts, triangles mean losses. */
export const SIGN = `(?<sign>(?<![A-Za-z\\p{N})\\]ァ-ヶー.,:/${SPOKEN}] ?)[-–+±△▲])?`;

/** Before a number without a unit, a dash after a word is a hyphen (`歼-20`), unless the word is a particle. */
export const PLAIN_SIGN = `(?<sign>(?:(?<=[为為是约約到至达達於于はがをにでもと比、] ?)|(?<![\\p{L}\\p{N})\\]${SPOKEN}.,:/]|[\\p{N}] ))[-–+±△▲])?`;

/** How Chinese, Japanese or Korean reads numbers. */
export interface Numerals {
  cardinal(value: number): string;
  /** Digit by digit, for phone numbers, years, and numbers that are too long or begin with zeros. */
  digits(text: string): string;
  point: string;
}

/** Both ends of a range, or a number alone: `三点到四点`, `四点`. */
export function joinEnds(
  ends: readonly (string | undefined)[],
  say: (end: string) => string,
  between: string,
): string {
  return ends
    .filter((end) => end !== undefined)
    .map(say)
    .join(between);
}

/** `1,000` as `1000`. */
export const removeGroupMarks = (text: string): string => text.replace(/[,，]/g, '');

/** `1,000.5` as a number with decimals, `007` digit by digit. */
export function sayWrittenNumber({ digits, cardinal, point }: Numerals, text = ''): string {
  const [integer = '', fraction] = removeGroupMarks(text).split('.');
  const words = isCode({ integer }) ? digits(integer) : cardinal(Number(integer));
  if (fraction === undefined) return words;
  return `${words}${point}${digits(fraction)}`;
}
