import { type DecimalNumber, isCode, readNumber } from '../numbers.ts';
import type { Form, Noun } from '../types.ts';
import { COUNTING, type Western } from './western.ts';

/** The most digits that listeners can follow without a break. */
const MAX_DIGITS = 15;

/** Says digits one by one, in groups of three if there are too many. */
export function sayDigits(language: Western, digits: string): string {
  if (digits.length > MAX_DIGITS) {
    return (digits.match(/\d{1,3}/g) ?? []).map((group) => sayDigits(language, group)).join(', ');
  }
  return Array.from(digits, (digit) => language.cardinal(Number(digit), COUNTING)).join(' ');
}

/** A number in words, inflected for the noun that it counts. */
export function sayNumber(language: Western, number: DecimalNumber, form: Form = COUNTING): string {
  const { integer, fraction } = number;
  if (isCode(number)) return sayDigits(language, integer + fraction);
  if (fraction === '') return language.cardinal(Number(integer), form);
  if (integer === '') return `${language.lexicon.point} ${sayDecimals(language, fraction)}`;
  const integerWords = language.cardinal(Number(integer), COUNTING);
  return `${integerWords} ${language.lexicon.point} ${sayDecimals(language, fraction)}`;
}

/** The digits after the decimal mark: as a number if they are few and the language does so, else one by one. */
function sayDecimals(language: Western, fraction: string): string {
  const isShort = fraction.length <= 2 || (fraction.length === 3 && !fraction.startsWith('0'));
  if (language.decimals === 'digits' || !isShort) return sayDigits(language, fraction);
  const zeros = /^0*/.exec(fraction)?.[0] ?? '';
  const significantDigits = fraction.slice(zeros.length);
  const parts = [
    sayDigits(language, zeros),
    significantDigits && language.cardinal(Number(significantDigits), COUNTING),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** How a number is inflected before the noun that it counts. A number with decimals is no adjective of it. */
export function getNounForm(noun: Noun, number: DecimalNumber): Form {
  return { gender: noun[2] ?? 'm', before_noun: number.fraction === '' };
}

/** Whether a number is `1`, without decimals. */
const isWholeOne = ({ integer, fraction }: DecimalNumber): boolean => integer === '1' && fraction === '';

/** The singular or the plural of a noun, as the number before it requires. */
export function inflectNoun({ isOne = isWholeOne }: Western, noun: Noun, number: DecimalNumber): string {
  return isOne(number) ? noun[0] : noun[1];
}

/** A noun whose singular is used for any number. */
export const withSingularOnly = ([singular, , gender]: Noun): Noun => [singular, singular, gender];

interface Counted {
  text: string;
  /** The lower end of a range. */
  from?: string | undefined;
  negative?: boolean;
  /** Whether it is before another noun, and therefore in the singular. */
  attribute?: boolean;
  case?: Form['case'];
}

/**
 * The word for millions or billions at the end of a round number: `millón`, `Milliarden`, `bilhões`. It may need a
 * preposition before the counted noun: `un millón de euros`.
 */
const MILLIONS = /(?<![\p{L}])[mbt]r?il(?:l?[ioó]+n(?:en|es|e|i|s)?|l?iard(?:en|e|s|o|i)?|h(?:ão|ões))$/iu;

/** A number, or a range of numbers, of a thing. */
export function sayCounted(
  language: Western,
  { text, from, negative = false, attribute = false, case: inCase }: Counted,
  nounForms: Noun,
): string {
  const noun: Noun = attribute ? withSingularOnly(nounForms) : nounForms;
  const number = readNumber(text, language.format);
  const form = getNounForm(noun, number);
  if (inCase !== undefined && from === undefined) form.case = inCase;
  const words = sayNumber(language, number, form);
  const million = MILLIONS.exec(words)?.[0];
  const counter = inflectNoun(language, noun, number);
  let amount = language.joinNoun?.(words, counter) ?? `${words} ${counter}`;
  if (million !== undefined && number.fraction === '')
    amount = words.slice(0, -million.length) + language.linkMagnitude(million, noun[1]);
  if (from !== undefined) {
    const { from: start, to } = language.lexicon;
    const range = [sayNumber(language, readNumber(from, language.format), form), to, amount];
    if (start !== undefined) range.unshift(start);
    amount = range.join(' ');
  }
  if (negative) return `${language.lexicon.minus} ${amount}`;
  return amount;
}

/** `1.2 million`: the number counts the magnitude, and the noun after it is plural. */
export function sayMagnitude(
  language: Western,
  { text, from, negative, attribute = false }: Counted,
  { magnitude, noun }: { magnitude: Noun; noun?: Noun },
): string {
  const number = readNumber(text, language.format);
  const magnitudeWords = sayCounted(language, { text, from, negative: negative ?? false }, magnitude);
  if (!noun) return magnitudeWords;
  const word = inflectNoun(language, magnitude, number);
  const amount = magnitudeWords.slice(0, magnitudeWords.length - word.length);
  return amount + language.linkMagnitude(word, noun[attribute ? 0 : 1]);
}
