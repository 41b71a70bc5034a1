import { isCode, readNumber, type Written } from '../numbers.ts';
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
export function sayNumber(language: Western, written: Written, form: Form = COUNTING): string {
  const { integer, fraction } = written;
  if (isCode(written) && !(fraction !== '' && Number(integer) === 0 && integer.length === 1)) {
    return fraction === '' ? sayDigits(language, integer) : sayDigits(language, integer + fraction);
  }
  if (fraction === '') return language.cardinal(Number(integer), form);
  if (integer === '') return `${language.lexicon.point} ${sayDecimals(language, fraction)}`;
  const whole = language.cardinal(Number(integer), COUNTING);
  return `${whole} ${language.lexicon.point} ${sayDecimals(language, fraction)}`;
}

function sayDecimals(language: Western, fraction: string): string {
  const short = fraction.length <= 2 || (fraction.length === 3 && !fraction.startsWith('0'));
  if (language.decimals === 'digits' || !short) return sayDigits(language, fraction);
  const zeros = /^0*/.exec(fraction)?.[0] ?? '';
  const rest = fraction.slice(zeros.length);
  const parts = [sayDigits(language, zeros), rest && language.cardinal(Number(rest), COUNTING)];
  return parts.filter((part) => part !== '').join(' ');
}

export function formOf(noun: Noun, written: Written): Form {
  return { gender: noun[2] ?? 'm', before_noun: written.fraction === '' };
}

const isWholeOne = ({ integer, fraction }: Written): boolean => integer === '1' && fraction === '';

export function nounFor({ isOne = isWholeOne }: Western, noun: Noun, written: Written): string {
  return isOne(written) ? noun[0] : noun[1];
}

/** A noun whose singular is used for any number. */
export const alike = ([one, , gender]: Noun): Noun =>
  gender === undefined ? [one, one] : [one, one, gender];

interface Counted {
  text: string;
  /** The lower end of a range. */
  from?: string | undefined;
  negative?: boolean;
  /** Whether it is before another noun, and therefore in the singular. */
  attribute?: boolean;
  case?: Form['case'];
}

/** Round millions are nouns, which may need a preposition before the counted noun: `un millón de euros`. */
const MILLIONS = /(?<![\p{L}])[mbt]r?il(?:l?[ioó]+n(?:en|es|e|i|s)?|l?iard(?:en|e|s|o|i)?|h(?:ão|ões))$/iu;

/** A number, or a range of numbers, of a thing. */
export function sayCounted(
  language: Western,
  { text, from, negative = false, attribute = false, case: inCase }: Counted,
  counted: Noun,
): string {
  const noun: Noun = attribute ? alike(counted) : counted;
  const written = readNumber(text, language.format);
  const form = formOf(noun, written);
  if (inCase !== undefined && from === undefined) form.case = inCase;
  const first = from === undefined ? '' : sayNumber(language, readNumber(from, language.format), form);
  const start = language.lexicon.from === undefined ? '' : `${language.lexicon.from} `;
  const range = first === '' ? '' : `${start}${first} ${language.lexicon.to} `;
  const sign = negative ? `${language.lexicon.minus} ` : '';
  const said = sayNumber(language, written, form);
  const million = MILLIONS.exec(said)?.[0];
  if (million !== undefined && written.fraction === '') {
    return sign + range + said.slice(0, -million.length) + language.linkMagnitude(million, noun[1]);
  }
  return sign + range + joinNoun(language, said, nounFor(language, noun, written));
}

const joinNoun = ({ joinNoun: join }: Western, number: string, noun: string): string =>
  join?.(number, noun) ?? `${number} ${noun}`;

/** `1.2 million`: the number counts the magnitude, and the noun after it is plural. */
export function sayMagnitude(
  language: Western,
  { text, from, negative, attribute = false }: Counted,
  { magnitude, noun }: { magnitude: Noun; noun?: Noun },
): string {
  const written = readNumber(text, language.format);
  const counted = sayCounted(language, { text, from, negative: negative ?? false }, magnitude);
  if (!noun) return counted;
  const word = nounFor(language, magnitude, written);
  const amount = counted.slice(0, counted.length - word.length);
  return amount + language.linkMagnitude(word, noun[attribute ? 0 : 1]);
}
