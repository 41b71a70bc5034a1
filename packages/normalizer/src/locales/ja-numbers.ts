import { toCardinal } from 'n2words/ja-JP';
import type { Counter } from '../data/ja.ts';

const DIGITS = ['ゼロ', 'いち', 'に', 'さん', 'よん', 'ご', 'ろく', 'なな', 'はち', 'きゅう'];
/** Digits whose sound changes before the word for their place. */
const TENS: Record<number, string> = { 1: 'じゅう' };
const HUNDREDS: Record<number, string> = { 1: 'ひゃく', 3: 'さんびゃく', 6: 'ろっぴゃく', 8: 'はっぴゃく' };
const THOUSANDS: Record<number, string> = { 1: 'せん', 3: 'さんぜん', 8: 'はっせん' };

/** Numerals in kanji, which engines can read: `二千二十四`. */
export function kanji(value: number): string {
  return toCardinal(value)
    .replace(/(?<=[億兆])千(?=万)/g, '一千')
    .replace(/^千(?=[万億兆])/, '一千');
}

/** Digit by digit: `105` as `いちゼロご`. */
export function kanaDigits(text: string): string {
  return Array.from(text, (digit) => DIGITS[Number(digit)] ?? '').join('');
}

/** The reading of a number below ten thousand in kana. */
function kana(value: number): string {
  const digit = (size: number, place = '', irregular: Record<number, string> = {}): string => {
    const count = Math.floor(value / size) % 10;
    if (count === 0) return '';
    return irregular[count] ?? `${DIGITS[count]}${place}`;
  };
  return (
    digit(1000, 'せん', THOUSANDS) + digit(100, 'ひゃく', HUNDREDS) + digit(10, 'じゅう', TENS) + digit(1)
  );
}

const SHORT: [RegExp, string][] = [
  [/いち$/, 'いっ'],
  [/ろく$/, 'ろっ'],
  [/はち$/, 'はっ'],
  [/じゅう$/, 'じゅっ'],
  [/ゃく$/, 'ゃっ'],
];

/** `さんぼん`, `いっぴき`, `ろっかい`: number and counter as pronounced together; undefined from ten thousand on. */
export function withCounter(value: number, counter: Counter): string | undefined {
  const { reading, hard = reading, soft = reading, four = reading, short } = counter;
  if (value < 1 || value > 9999) return undefined;
  // The end of the number that affects the counter: 1 to 10, 100 or 1000.
  const tail = value % 10 || [10, 100, 1000].findLast((size) => value % size === 0);
  const number = kana(value);
  if (tail === 3 || tail === 1000) return number + soft;
  if (tail === 4) return number + four;
  if (!short.split(' ').includes(String(tail))) return number + reading;
  const ending = SHORT.find(([pattern]) => pattern.test(number));
  if (ending === undefined) return number + hard;
  return number.replace(...ending) + hard;
}
