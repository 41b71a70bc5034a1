// SPDX-License-Identifier: GPL-3.0-or-later
import type { Counter } from './counters.ts';

const DIGITS = ['ぜろ', 'いち', 'に', 'さん', 'よん', 'ご', 'ろく', 'なな', 'はち', 'きゅー'];
/** Digits whose sound changes before the word for their place. */
const TENS: Record<number, string> = { 1: 'じゅー' };
const HUNDREDS: Record<number, string> = { 1: 'ひゃく', 3: 'さんびゃく', 6: 'ろっぴゃく', 8: 'はっぴゃく' };
const THOUSANDS: Record<number, string> = { 1: 'せん', 3: 'さんぜん', 8: 'はっせん' };
/** The words for powers of 10,000. */
const GROUPS = ['', 'まん', 'おく', 'ちょー'];
const MAX_DIGITS = GROUPS.length * 4;
/** The last sounds of numbers, which the tables of counters have as keys. */
const ENDINGS = 'いち さん よん ろく なな はち きゅー じゅー ひゃく びゃく ぴゃく せん ぜん'.split(' ');
const KANJI_DIGITS = '〇一二三四五六七八九';
const KANJI_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const KANJI_GROUPS: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 兆: 1e12 };

/** Kana of a number such as `1250`, `12.5` or `090` (a leading zero is read digit by digit). */
export function readNumber(number: string): string {
  const [integer = '', fraction] = number.split('.');
  const isCode = (integer.length > 1 && integer.startsWith('0')) || integer.length > MAX_DIGITS;
  let reading = '';
  if (isCode) reading = readDigits(integer);
  else if (/^0*$/.test(integer)) reading = 'ぜろ';
  else {
    const groups = integer.padStart(Math.ceil(integer.length / 4) * 4, '0').match(/\d{4}/g) ?? [];
    reading = groups.map((group, index) => readGroup(group, groups.length - 1 - index)).join('');
  }
  if (fraction) reading += `てん${readDigits(fraction)}`;
  return reading;
}

/** Kana of a number with its counter, with the sound changes that the combination requires. */
export function readCounted(number: string, counter: Counter): string {
  const irregularReading = counter.irregular?.[number];
  if (irregularReading) return irregularReading;
  const reading = readNumber(number);
  const ending = ENDINGS.findLast((candidate) => reading.endsWith(candidate));
  // A fraction does not change its counter.
  if (!ending || number.includes('.')) return reading + counter.kana;
  // `いち` and `ほん` become `いっぽん`: the number and the counter can both change.
  const stem = reading.slice(0, -ending.length);
  return stem + (counter.changes?.[ending] ?? ending) + (counter.after?.[ending] ?? counter.kana);
}

/** `二十四` -> `24`. */
export function parseKanjiNumber(kanji: string): string {
  let total = 0;
  let group = 0;
  let digit = 0;
  for (const character of kanji) {
    const unit = KANJI_UNITS[character];
    const large = KANJI_GROUPS[character];
    if (unit) {
      // A unit without a digit counts once: `千` alone is 1,000.
      group += (digit || 1) * unit;
      digit = 0;
    } else if (large) {
      total += (group + digit || 1) * large;
      group = 0;
      digit = 0;
    } else {
      digit = digit * 10 + KANJI_DIGITS.indexOf(character);
    }
  }
  return String(total + group + digit);
}

/** Kana of each digit. */
function readDigits(digits: string): string {
  return Array.from(digits, (digit) => DIGITS[Number(digit)] ?? '').join('');
}

/** Kana of a group of four digits, with the word for its place: `level` 1 is 10,000. */
function readGroup(group: string, level: number): string {
  const [thousands = 0, hundreds = 0, tens = 0, ones = 0] = Array.from(group, Number);
  if (thousands + hundreds + tens + ones === 0) return '';
  let reading = [
    readDigit(thousands, 'せん', THOUSANDS),
    readDigit(hundreds, 'ひゃく', HUNDREDS),
    readDigit(tens, 'じゅー', TENS),
    readDigit(ones),
  ].join('');
  // 10,000,000 is said with a doubled consonant, unlike a plain 1,000.
  if (level > 0) reading = reading.replace(/^せん$/, 'いっせん');
  // Before `ちょー`.
  if (level === 3)
    reading = reading
      .replace(/いち$/, 'いっ')
      .replace(/はち$/, 'はっ')
      .replace(/じゅー$/, 'じゅっ');
  return reading + (GROUPS[level] ?? '');
}

/** Kana of a digit with the word for its place, of which some are irregular. Nothing for 0. */
function readDigit(digit: number, place = '', irregular: Record<number, string> = {}): string {
  if (digit === 0) return '';
  return irregular[digit] ?? `${DIGITS[digit]}${place}`;
}
