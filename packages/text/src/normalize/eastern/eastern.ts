import type { Rule } from '../types.ts';
import { type AddressWords, sayAddress } from '../western/addresses.ts';
import { rule, wordRule } from '../western/western.ts';

/** A number with groups of three and decimals; the same in all languages that are written without spaces. */
export const NUMBER = '(?:[1-9]\\d{0,2}(?:,\\d{3}(?!\\d)){1,6}|\\d{1,18})(?:\\.\\d{1,12})?';
export const START = '(?<!\\d)(?<!\\d[.,])';
export const STOP = '(?!\\d)(?![.,]\\d)';
/** Between the limits of a range. */
export const UNTIL = '[-–—~〜～至]';

export interface Eastern {
  cardinal(value: number): string;
  /** Digit by digit, for phone numbers, years, and numbers that are too long or begin with zeros. */
  digits(text: string): string;
  point: string;
  minus: string;
}

export function sayPlain(language: Eastern, text: string): string {
  const [integer = '', fraction] = text.replace(/,/g, '').split('.');
  const isCode = integer.length > 15 || (integer.length > 1 && integer.startsWith('0'));
  const whole = isCode ? language.digits(integer) : language.cardinal(Number(integer));
  return fraction === undefined ? whole : `${whole}${language.point}${language.digits(fraction)}`;
}

const EMAIL =
  '(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\\.[A-Za-z0-9-]{1,63}){1,5}';
const URL = '(?<![A-Za-z0-9.])(?:https?://|www\\.)[A-Za-z0-9][A-Za-z0-9_./?=&%#:~+-]{0,300}(?<![.,;:!?])';
const DOMAIN =
  '(?<![A-Za-z0-9.@/-])[a-z0-9][a-z0-9-]{0,62}(?:\\.[a-z0-9-]{1,63}){0,3}\\.(?:com|org|net|info|io|ai|app|jp|kr|cn|tw|hk|tv)(?![A-Za-z0-9@]|\\.[A-Za-z0-9])(?:/[A-Za-z0-9_./?=&%#-]{0,200}(?<![.,;:!?]))?';

export function addresses(words: AddressWords): Rule[] {
  return [EMAIL, URL, DOMAIN].map((source) => wordRule('web', source, ({ text }) => sayAddress(text, words)));
}

/** Phone numbers in groups, and the international form. */
export function phones(say: (groups: string[], plus: boolean) => string, sources: readonly string[]): Rule[] {
  const international = '(?<![A-Za-z0-9+])\\+[1-9]\\d{0,2}(?:[ .-]{0,2}\\(?\\d{1,9}\\)?){2,6}(?!\\d)';
  return [international, ...sources].map((source) =>
    rule('phone', source, ({ text }) => say(text.match(/\d+/g) ?? [], text.startsWith('+'))),
  );
}

/** The Roman numerals that are characters of their own, `Ⅰ` to `Ⅻ`. */
export function romanSigns(say: (value: number) => string): Rule {
  return wordRule('roman', '[Ⅰ-Ⅻ]', ({ text }) => say((text.codePointAt(0) ?? 0) - 0x215f));
}

/** Replaces the table's keys everywhere: single-character units, abbreviations in brackets. */
export function replaced(kind: Rule['kind'], table: Readonly<Record<string, string>>): Rule {
  const keys = Object.keys(table).sort((one, other) => other.length - one.length);
  const source = keys.map((key) => key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return wordRule(kind, source, ({ text }) => table[text]);
}
