import { SPOKEN } from '../markup.ts';
import type { Rule } from '../types.ts';
import { rule, wordRule } from './rules.ts';
import type { Lexicon } from './western.ts';

export interface CodeWords {
  digit(value: number): string;
  /** Source of an expression for the words after which a number is read digit by digit: `PIN`, `code`. */
  before: string;
}

/** Each letter and each digit separately. */
export function spellCode(text: string, digit: (value: number) => string): string {
  return (text.match(/[\p{L}\d]/gu) ?? [])
    .map((sign) => (/\d/.test(sign) ? digit(Number(sign)) : sign))
    .join(' ');
}

/** Book and account numbers, and other numbers that identify a thing. */
export function codeRules({ digit, before }: CodeWords): Rule[] {
  const spell = ({ text }: { text: string }) => spellCode(text, digit);
  const letters = ({ text }: { text: string }) => [...text].join(' ');
  return [
    // A flight, its letters and then its number: `vuelo IB 3456`.
    wordRule(
      'acronym',
      '(?<=(?<!\\p{L})(?:[Ff]lug|[Vv]uelo|[Vv]oo|[Vv]olo|[Vv]ol) )\\p{Lu}{2}(?= ?\\d{2,4}(?!\\d))',
      letters,
    ),
    // Part numbers: several groups of capitals and digits, or many digits with a letter: `AB-1234-C`.
    rule(
      'number',
      '(?<![\\p{L}\\p{N}-])(?=[A-Z0-9-]{0,30}\\d)(?=[A-Z0-9-]{0,30}[A-Z])(?=(?:-?[A-Z0-9]){6})(?:[A-Z]{1,3}|[A-Z]?\\d{1,8}[A-Z]?|[A-Z]\\d[A-Z0-9]{0,4})(?:-(?:[A-Z]{1,3}|[A-Z]?\\d{1,8}[A-Z]?|[A-Z]\\d[A-Z0-9]{0,4})){1,5}(?![\\p{L}\\p{N}-])',
      spell,
    ),
    // `AB12345`, `12345X`
    rule(
      'number',
      '(?<![\\p{L}\\p{N}.,-])(?:[A-Z]{1,3}\\d{4,10}[A-Z]?|\\d{5,10}[A-Z])(?![\\p{L}\\p{N}-]|[.,]\\d)',
      spell,
    ),
    // `ISBN 978-3-16-148410-0`
    rule(
      'number',
      '(?<=(?<!\\p{L})(?:ISBN|ISSN|EAN|GTIN)(?:-1[03])?:? )\\d[\\d -]{5,20}[\\dX](?![\\p{L}\\d])',
      spell,
    ),
    // Bank accounts: `ES91 2100 0418 4502 0005 1332`.
    rule(
      'number',
      '(?<![\\p{L}\\p{N}])[A-Z]{2}\\d{2}(?: ?\\d{4}){3,6}(?: ?\\d{1,4})?(?![\\p{L}\\p{N}])',
      spell,
    ),
    // `pedido 12345`
    rule('number', `(?<=(?<!\\p{L})(?:${before}):? )\\d{3,15}(?![\\p{L}\\p{N}]|[.,/:-]\\d)`, spell, 'giu'),
    // `12-34-56`
    rule('number', '(?<![\\p{L}\\p{N}.,/-])\\d{1,7}(?:-\\d{1,7}){2,5}(?:-[\\dX])?(?![\\p{L}\\p{N}-])', spell),
  ];
}

/** Capitals without a vowel are spelled: `BND`, `PS5`. */
export function initialismRules({ abbreviations, units }: Pick<Lexicon, 'abbreviations' | 'units'>): Rule[] {
  const isKnown = (letters: string) =>
    Object.hasOwn(abbreviations, letters) ||
    Object.hasOwn(abbreviations, `${letters}.`) ||
    Object.hasOwn(units, letters);
  return [
    wordRule(
      'acronym',
      '(?<![\\p{L}\\p{N}]|\\p{Lu}{2}\\. ?)(?<letters>[B-DF-HJ-NP-TV-XZ]{2,5})(?<many>s?)(?![\\p{L}\\p{N}]|\\. ?\\p{Lu}{2}\\.)',
      ({ groups: { letters = '', many = '' }, after }) => {
        const isNumeral = /^[XV]+$/.test(letters);
        // In a text in capitals, the letters may be a word: `MR SMITH`.
        if (isNumeral || /^ ?\p{Lu}{4}/u.test(after)) return undefined;
        // Before a number, the letters are no unit: `MP3`.
        if (isKnown(letters) && !after.startsWith(SPOKEN)) return undefined;
        return [...letters].join(' ') + many;
      },
    ),
  ];
}
