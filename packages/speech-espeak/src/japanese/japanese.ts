// SPDX-License-Identifier: GPL-3.0-or-later
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { IpadicFeatures, Tokenizer } from 'kuromoji';
import type { Piece } from '../pieces.ts';
import { COUNTERS } from './counters.ts';
import { parseKanjiNumber, readCounted, readNumber } from './numbers.ts';

interface Unit extends Piece {
  /** Belongs to the unit before it: particles, auxiliaries, endings, closing punctuation. */
  attached: boolean;
}

interface NumberSpan {
  start: number;
  end: number;
  reading: string;
}

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'えー びー しー でぃー いー えふ じー えいち あい じぇー けー える えむ えぬ おー ぴー きゅー あーる えす てぃー ゆー ぶい だぶりゅー えっくす わい ぜっと'
    .split(' ')
    .map((kana, index) => [String.fromCharCode(65 + index), kana]),
);
const counterPattern = Object.keys(COUNTERS)
  .sort((a, b) => b.length - a.length)
  .join('|');
const CLOCK_TIME = /(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])/g;
const NUMBER = new RegExp(`(\\d{1,3}(?:,\\d{3})+|\\d+)(\\.\\d+)?(${counterPattern})?`, 'g');
const KANJI_NUMBER = new RegExp(
  `(?<![一二三四五六七八九十百千万億兆])([一二三四五六七八九十百千万億兆]+)(${counterPattern})`,
  'g',
);

let tokenizer: Promise<Tokenizer<IpadicFeatures>> | undefined;

/** The dictionary takes about a second and 300 MB, so it is loaded with the first Japanese line. */
function loadTokenizer(): Promise<Tokenizer<IpadicFeatures>> {
  const require = createRequire(import.meta.url);
  const dicPath = join(dirname(require.resolve('kuromoji/package.json')), 'dict');
  const { builder } = require('kuromoji') as typeof import('kuromoji');
  return new Promise((resolve, reject) => {
    builder({ dicPath }).build((error, built) => (error ? reject(error) : resolve(built)));
  });
}

/** Reads Japanese into kana: the engine itself says "Chinese letter" for every kanji. */
export async function japanesePieces(text: string): Promise<Piece[]> {
  tokenizer ??= loadTokenizer();
  const normalized = text.normalize('NFKC');
  const tokens = (await tokenizer).tokenize(normalized);
  return joinUnits(readUnits(normalized, tokens));
}

function readUnits(text: string, tokens: readonly IpadicFeatures[]): Unit[] {
  const starts = tokenStarts(tokens);
  const spans = numberSpans(text, { tokens, starts });
  const units: Unit[] = [];
  for (const [index, token] of tokens.entries()) {
    const start = starts[index] ?? 0;
    const span = spans.find((candidate) => start >= candidate.start && start < candidate.end);
    if (!span) units.push(readToken(token));
    else if (span.start === start) {
      units.push({ written: text.slice(span.start, span.end), spoken: span.reading, attached: false });
    }
  }
  return units;
}

function tokenStarts(tokens: readonly IpadicFeatures[]): number[] {
  let position = 0;
  return tokens.map(({ surface_form }) => {
    position += surface_form.length;
    return position - surface_form.length;
  });
}

interface TokenTable {
  tokens: readonly IpadicFeatures[];
  starts: readonly number[];
}

/** Numbers with their counters, if both ends are at boundaries between words of the dictionary. */
function numberSpans(text: string, { tokens, starts }: TokenTable): NumberSpan[] {
  const spans: NumberSpan[] = [];
  const borders = new Set([...starts, text.length]);
  const add = (start: number, end: number, reading: string): boolean => {
    const free = spans.every((span) => end <= span.start || start >= span.end);
    if (!free || !borders.has(start) || !borders.has(end)) return false;
    return spans.push({ start, end, reading }) > 0;
  };
  for (const match of text.matchAll(CLOCK_TIME)) {
    const reading = `${readWithCounter(match[1], '時')} ${match[2] === '00' ? '' : readWithCounter(match[2], '分')}`;
    add(match.index, match.index + match[0].length, reading.trim());
  }
  for (const match of text.matchAll(NUMBER)) {
    const [all, whole = '', fraction = '', counter = ''] = match;
    const number = whole.replaceAll(',', '') + fraction;
    const counted = add(match.index, match.index + all.length, readWithCounter(number, counter));
    if (!counted) add(match.index, match.index + all.length - counter.length, readNumber(number));
  }
  const numeric = new Set(starts.filter((_, index) => tokens[index]?.pos_detail_1 === '数'));
  for (const match of text.matchAll(KANJI_NUMBER)) {
    const [all, kanji = '', counter = ''] = match;
    if (!numeric.has(match.index)) continue;
    add(match.index, match.index + all.length, readWithCounter(parseKanjiNumber(kanji), counter));
  }
  return spans;
}

function readWithCounter(number: string | undefined, name: string): string {
  const digits = number ?? '';
  const counter = COUNTERS[name];
  return counter
    ? readCounted(name === '' ? digits : digits.replace(/^0+(?=\d)/, ''), counter)
    : readNumber(digits);
}

function readToken(token: IpadicFeatures): Unit {
  const written = token.surface_form;
  if (/^[A-Z]{1,5}$/.test(written)) {
    return { written, spoken: Array.from(written, (letter) => LETTERS[letter]).join(''), attached: false };
  }
  if (/^[A-Za-z][A-Za-z'’-]*$/.test(written)) {
    return { written, spoken: written, language: 'en-us', attached: false };
  }
  const reading = token.pronunciation && token.pronunciation !== '*' ? token.pronunciation : written;
  return {
    written,
    spoken: toHiragana(reading).replace(/[^\p{L}\p{M}\p{N}ー、。!?.,…']/gu, ' '),
    attached: isAttached(token),
  };
}

function isAttached({ surface_form, pos, pos_detail_1 }: IpadicFeatures): boolean {
  // The dictionary classifies half-width punctuation as nouns.
  if (/^[!?.,]+$/.test(surface_form)) return true;
  if (pos === '記号') return pos_detail_1 !== '括弧開' && pos_detail_1 !== '空白';
  if (pos === '助詞' || pos === '助動詞') return true;
  return pos_detail_1 === '接尾' || pos_detail_1 === '非自立';
}

function toHiragana(kana: string): string {
  return kana.replace(/[\u30a1-\u30f3]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0x60));
}

/** Joins units into phrases with spaces between them: the engine places accents and word timestamps by spaces. */
function joinUnits(units: readonly Unit[]): Piece[] {
  const pieces: Piece[] = [];
  for (const { attached, ...unit } of units) {
    const last = pieces.at(-1);
    if (attached && last && !last.language) {
      last.written += unit.written;
      last.spoken += unit.spoken;
      continue;
    }
    if (last) pieces.push({ written: '', spoken: ' ' });
    pieces.push(unit);
  }
  return pieces;
}
