// SPDX-License-Identifier: GPL-3.0-or-later
import type { Tokenizer } from 'lindera-wasm-nodejs-ipadic';
import type { Piece } from '../pieces.ts';
import { COUNTERS } from './counters.ts';
import { parseKanjiNumber, readCounted, readNumber } from './numbers.ts';

/** A word of the dictionary (IPADIC). A word that it does not contain has the part of speech `UNK`, and nothing else. */
interface Token {
  surface: string;
  partOfSpeech: string;
  partOfSpeechSubcategory1?: string;
  pronunciation?: string;
}

interface Unit extends Piece {
  /** Belongs to the unit before it: particles, auxiliaries, endings, closing punctuation. */
  attached: boolean;
}

/** The names of the Latin letters. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'えー びー しー でぃー いー えふ じー えいち あい じぇー けー える えむ えぬ おー ぴー きゅー あーる えす てぃー ゆー ぶい だぶりゅー えっくす わい ぜっと'
    .split(' ')
    .map((kana, index) => [String.fromCharCode(65 + index), kana]),
);
const counterPattern = Object.keys(COUNTERS)
  // The longest first, because the expressions take the first one that fits.
  .sort((one, other) => other.length - one.length)
  .join('|');
/** `15:30` */
const CLOCK_TIME = /(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])/g;
/** `1,250円`, `12.5`: the integer, the fraction and the counter. */
const NUMBER = new RegExp(`(\\d{1,3}(?:,\\d{3})+|\\d+)(\\.\\d+)?(${counterPattern})?`, 'g');
/** `三人`: the number and the counter. */
const KANJI_NUMBER = new RegExp(
  `(?<![一二三四五六七八九十百千万億兆])([一二三四五六七八九十百千万億兆]+)(${counterPattern})`,
  'g',
);

let tokenizer: Promise<Tokenizer> | undefined;

/** The dictionary takes about a second and 100 MB, so it is loaded with the first Japanese line. */
async function loadTokenizer(): Promise<Tokenizer> {
  const { TokenizerBuilder } = await import('lindera-wasm-nodejs-ipadic');
  const builder = new TokenizerBuilder();
  builder.setDictionary('embedded://ipadic');
  builder.setKeepWhitespace(true);
  return builder.build();
}

/** Reads Japanese into kana: the engine itself says "Chinese letter" for every kanji. */
export async function japanesePieces(text: string): Promise<Piece[]> {
  tokenizer ??= loadTokenizer();
  const normalizedText = text.normalize('NFKC');
  const tokens: Token[] = (await tokenizer).tokenize(normalizedText);
  let position = 0;
  const starts = tokens.map(({ surface }) => {
    position += surface.length;
    return position - surface.length;
  });
  const numbers = findNumbers(normalizedText, tokens, starts);
  const units: Unit[] = [];
  for (const [index, token] of tokens.entries()) {
    const position = starts[index] ?? 0;
    const number = numbers.find(({ start, end }) => position >= start && position < end);
    if (!number) units.push(readToken(token));
    else if (number.start === position) {
      const original = normalizedText.slice(number.start, number.end);
      units.push({ written: original, spoken: number.reading, attached: false });
    }
  }
  return joinUnits(units);
}

/** Numbers with their counters, if both ends are at boundaries between words of the dictionary. */
function findNumbers(text: string, tokens: readonly Token[], starts: readonly number[]) {
  const numbers: { start: number; end: number; reading: string }[] = [];
  const borders = new Set([...starts, text.length]);
  /** Returns false for a part that has a reading already, or that ends within a word. */
  const addReading = (start: number, end: number, reading: string): boolean => {
    const isFree = numbers.every((number) => end <= number.start || start >= number.end);
    if (!isFree || !borders.has(start) || !borders.has(end)) return false;
    numbers.push({ start, end, reading });
    return true;
  };
  // `15:30`.
  for (const match of text.matchAll(CLOCK_TIME)) {
    const [clockText, hours = '', minutes = ''] = match;
    let reading = readWithCounter(hours, '時');
    if (minutes !== '00') reading += ` ${readWithCounter(minutes, '分')}`;
    addReading(match.index, match.index + clockText.length, reading);
  }
  // `1,250円`, or `12.5` without a counter.
  for (const match of text.matchAll(NUMBER)) {
    const [numberText, integer = '', fraction = '', counter = ''] = match;
    const number = integer.replaceAll(',', '') + fraction;
    const end = match.index + numberText.length;
    const hasCounter = addReading(match.index, end, readWithCounter(number, counter));
    if (!hasCounter) addReading(match.index, end - counter.length, readNumber(number));
  }
  const numberStarts = new Set(starts.filter((_, index) => tokens[index]?.partOfSpeechSubcategory1 === '数'));
  // `三人`, if the dictionary also reads a number (数) there, and not a word or a name.
  for (const match of text.matchAll(KANJI_NUMBER)) {
    const [numberText, kanji = '', counter = ''] = match;
    if (!numberStarts.has(match.index)) continue;
    addReading(
      match.index,
      match.index + numberText.length,
      readWithCounter(parseKanjiNumber(kanji), counter),
    );
  }
  return numbers;
}

/** The reading of a number with its counter. `name` is empty without one. */
function readWithCounter(digits: string, name: string): string {
  const counter = COUNTERS[name];
  // A counter follows a number without leading zeros: `03日` is `3日`.
  if (counter) return readCounted(digits.replace(/^0+(?=\d)/, ''), counter);
  return readNumber(digits);
}

/** A word with its reading in kana. Latin letters are spelled or spoken in English. */
function readToken(token: Token): Unit {
  const surface = token.surface;
  // `NHK` is spelled, `Tokyo` is spoken in English.
  if (/^[A-Z]{1,5}$/.test(surface)) {
    return {
      written: surface,
      spoken: Array.from(surface, (letter) => LETTERS[letter]).join(''),
      attached: false,
    };
  }
  if (/^[A-Za-z][A-Za-z'’-]*$/.test(surface)) {
    return { written: surface, spoken: surface, language: 'en-us', attached: false };
  }
  let reading = token.pronunciation;
  if (!reading || reading === '*') reading = surface;
  // From katakana to hiragana, 0x60 before it in Unicode.
  const hiragana = reading.replace(/[\u30a1-\u30f3]/g, (kana) =>
    String.fromCharCode(kana.charCodeAt(0) - 0x60),
  );
  return {
    written: surface,
    // Signs that are not spoken separate words.
    spoken: hiragana.replace(/[^\p{L}\p{M}\p{N}ー、。!?.,…']/gu, ' '),
    attached: isAttached(token),
  };
}

/** Whether a word belongs to the one before it, so that no accent begins with it. */
function isAttached({ surface, partOfSpeech, partOfSpeechSubcategory1 }: Token): boolean {
  // The dictionary classifies half-width punctuation as nouns.
  if (/^[!?.,]+$/.test(surface)) return true;
  // Symbols, except opening brackets and spaces. Then particles and auxiliary verbs, suffixes and dependent words.
  if (partOfSpeech === '記号')
    return partOfSpeechSubcategory1 !== '括弧開' && partOfSpeechSubcategory1 !== '空白';
  if (partOfSpeech === '助詞' || partOfSpeech === '助動詞') return true;
  return partOfSpeechSubcategory1 === '接尾' || partOfSpeechSubcategory1 === '非自立';
}

/** Joins units into phrases with spaces between them: the engine places accents and word timestamps by spaces. */
function joinUnits(units: readonly Unit[]): Piece[] {
  const pieces: Piece[] = [];
  for (const { attached, ...unit } of units) {
    const lastPiece = pieces.at(-1);
    if (attached && lastPiece && !lastPiece.language) {
      lastPiece.written += unit.written;
      lastPiece.spoken += unit.spoken;
      continue;
    }
    if (lastPiece) pieces.push({ written: '', spoken: ' ' });
    pieces.push(unit);
  }
  return pieces;
}
