/** A number with groups of three and decimals; the same in all languages that are written without spaces. */
export const NUMBER = '(?:[1-9]\\d{0,2}(?:,\\d{3}(?!\\d)){1,6}|\\d{1,18})(?:\\.\\d{1,12})?';
export const START = '(?<!\\d)(?<!\\d[.,])';
export const STOP = '(?!\\d)(?![.,]\\d)';
/** Between the limits of a range. */
export const UNTIL = '[-–—~〜～至]';

/** How Chinese, Japanese or Korean reads numbers. */
export interface Numerals {
  cardinal(value: number): string;
  /** Digit by digit, for phone numbers, years, and numbers that are too long or begin with zeros. */
  digits(text: string): string;
  point: string;
}

export function sayPlain({ digits, cardinal, point }: Numerals, text = ''): string {
  const [integer = '', fraction] = text.replace(/,/g, '').split('.');
  const isCode = integer.length > 15 || (integer.length > 1 && integer.startsWith('0'));
  const whole = isCode ? digits(integer) : cardinal(Number(integer));
  return fraction === undefined ? whole : `${whole}${point}${digits(fraction)}`;
}
