import { toCardinal } from 'n2words/ja-JP';
import type { Counter } from '../data/ja.ts';

const DIGITS = ['ゼロ', 'いち', 'に', 'さん', 'よん', 'ご', 'ろく', 'なな', 'はち', 'きゅう'];
const HUNDREDS = [
  '',
  'ひゃく',
  'にひゃく',
  'さんびゃく',
  'よんひゃく',
  'ごひゃく',
  'ろっぴゃく',
  'ななひゃく',
  'はっぴゃく',
  'きゅうひゃく',
];
const THOUSANDS = [
  '',
  'せん',
  'にせん',
  'さんぜん',
  'よんせん',
  'ごせん',
  'ろくせん',
  'ななせん',
  'はっせん',
  'きゅうせん',
];

/** Numerals in kanji, which engines can read: `二千二十四`. */
export function kanji(value: number): string {
  return toCardinal(value)
    .replace(/(?<=[億兆])千(?=万)/g, '一千')
    .replace(/^千(?=[万億兆])/, '一千');
}

export function kanaDigits(text: string): string {
  return Array.from(text, (digit) => DIGITS[Number(digit)] ?? '').join('');
}

/** The reading of a number below ten thousand in kana. */
function kana(value: number): string {
  const [ones, tens] = [value % 10, Math.floor(value / 10) % 10];
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : DIGITS[tens]}じゅう`;
  const one = ones === 0 ? '' : (DIGITS[ones] ?? '');
  return `${THOUSANDS[Math.floor(value / 1000)] ?? ''}${HUNDREDS[Math.floor(value / 100) % 10] ?? ''}${ten}${one}`;
}

/** The end of the number that affects the counter: 1 to 10, 100 or 1000. */
function tailOf(value: number): number {
  if (value % 10 !== 0) return value % 10;
  if (value % 100 !== 0) return 10;
  return value % 1000 !== 0 ? 100 : 1000;
}

const SHORT: [RegExp, string][] = [
  [/いち$/, 'いっ'],
  [/ろく$/, 'ろっ'],
  [/はち$/, 'はっ'],
  [/じゅう$/, 'じゅっ'],
  [/ゃく$/, 'ゃっ'],
];

/** `さんぼん`, `いっぴき`, `ろっかい`: number and counter as pronounced together; undefined from ten thousand on. */
export function withCounter(
  value: number,
  { reading, hard = reading, soft = reading, four = reading, short }: Counter,
): string | undefined {
  if (value < 1 || value > 9999) return undefined;
  const tail = tailOf(value);
  const number = kana(value);
  if (tail === 3 || tail === 1000) return number + soft;
  if (tail === 4) return number + four;
  if (!short.split(' ').includes(String(tail))) return number + reading;
  const ending = SHORT.find(([pattern]) => pattern.test(number));
  return (ending ? number.replace(...ending) : number) + hard;
}
