import { wordKey } from '../locales/whole-words.ts';
import { align, distanceOf } from './align.ts';
import type { Comparison } from './compare.ts';
import type { Part } from './parts.ts';
import { type Sounds, soundKey } from './sounds.ts';
import { countsCharacters, type Token, tokensOf } from './tokens.ts';

/** A word and its pronunciation: respelled, as phonemes, or in no readable form. */
export interface WordEntry {
  word: string;
  respelled: string | null;
  ipa: string | null;
}

/** A dictionary word in the script, and its transcript. */
export interface PronouncedWord {
  word: string;
  heard: string;
  start_ms: number | null;
  end_ms: number | null;
  right: boolean;
}

/** The maximum number per line. */
const MAX_WORDS = 500;

/** The dictionary words in the script. At each position, the longest entry counts. */
export async function pronouncedWords(
  comparison: Comparison,
  entries: readonly WordEntry[],
  { locale, sounds }: { locale: string; sounds?: Sounds },
): Promise<PronouncedWord[]> {
  const places = findPlaces(comparison, entries, locale);
  const words: PronouncedWord[] = [];
  for (const { entry, indices } of places) {
    const heard = heardAt(comparison, indices, locale);
    // If a word has several pronunciations, each counts as right: the transcript does not show which one applies.
    const same = entries.filter(({ word }) => wordKey(word) === wordKey(entry.word));
    let right = heard.isSame;
    for (const one of same)
      right ||= await soundsRight(heard.text, one, { locale, ...(sounds && { sounds }) });
    const { text, start_ms, end_ms } = heard;
    words.push({ word: entry.word, heard: text, start_ms, end_ms, right });
  }
  return words;
}

interface Place {
  entry: WordEntry;
  indices: number[];
}

function findPlaces({ script }: Comparison, entries: readonly WordEntry[], locale: string): Place[] {
  const taken = new Set<number>();
  const places: Place[] = [];
  for (const entry of [...entries].sort((one, other) => other.word.length - one.word.length)) {
    for (const indices of placesOf(script, entry.word, { locale, taken })) {
      for (const index of indices) taken.add(index);
      places.push({ entry, indices });
    }
  }
  places.sort((one, other) => (one.indices[0] ?? 0) - (other.indices[0] ?? 0));
  return places.slice(0, MAX_WORDS);
}

/** The occurrences of a word, each as token positions. `taken` tokens belong to a longer word. */
export function placesOf(
  tokens: readonly Token[],
  word: string,
  { locale, taken }: { locale: string; taken: ReadonlySet<number> },
): number[][] {
  const wanted = tokensOf(word, locale).tokens.map(({ key }) => key);
  if (wanted.length === 0) return [];
  const found = countsCharacters(locale) ? insideText(tokens, wanted.join('')) : asWords(tokens, wanted);
  return found.filter((place) => !place.some((index) => taken.has(index)));
}

function asWords(tokens: readonly Token[], wanted: readonly string[]): number[][] {
  const places: number[][] = [];
  for (let from = 0; from + wanted.length <= tokens.length; from++) {
    if (!wanted.every((key, offset) => tokens[from + offset]?.key === key)) continue;
    places.push(wanted.map((_, offset) => from + offset));
    from += wanted.length - 1;
  }
  return places;
}

/** In languages without spaces, a word may begin and end within a token. */
function insideText(tokens: readonly Token[], wanted: string): number[][] {
  const text = tokens.map(({ key }) => key).join('');
  const places: number[][] = [];
  let [first, start] = [0, 0];
  const lengthOf = (index: number): number => tokens[index]?.key.length ?? wanted.length;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    while (start + lengthOf(first) <= at) start += lengthOf(first++);
    const place: number[] = [];
    for (let [index, from] = [first, start]; from < at + wanted.length; from += lengthOf(index++))
      place.push(index);
    places.push(place);
  }
  return places;
}

function heardAt({ heard, parts }: Comparison, indices: readonly number[], locale: string) {
  const isHere = ({ script }: Part): boolean => script.some((index) => indices.includes(index));
  let [from, to] = [parts.findIndex(isHere), parts.findLastIndex(isHere) + 1];
  const isSame = parts.slice(from, to).every(({ op }) => op === 'match' || op === 'homophone');
  // A word that was transcribed as several words has insertions next to it.
  while (!isSame && parts[from - 1]?.op === 'insert') from -= 1;
  while (!isSame && parts[to]?.op === 'insert') to += 1;
  const words = parts.slice(from, to).flatMap((part) => part.heard.flatMap((index) => heard[index] ?? []));
  return {
    isSame,
    text: words.map(({ text }) => text).join(countsCharacters(locale) ? '' : ' '),
    start_ms: words[0]?.start_ms ?? null,
    end_ms: words.at(-1)?.end_ms ?? null,
  };
}

/** The share of signs that may differ, because sources never use exactly the same phonemes. */
const MAX_OTHER_SIGNS = 0.25;

/** Phoneme notations that listeners cannot distinguish. */
const SAME_SIGNS: readonly [RegExp, string][] = [
  [/ɚ/gu, 'ər'],
  [/ɝ/gu, 'ɜr'],
  [/[ɹɻ]/gu, 'r'],
  [/ɡ/gu, 'g'],
  [/ɾ/gu, 't'],
  [/ɫ/gu, 'l'],
  [/[ɐᵊ]/gu, 'ə'],
  [/[ɪᵻ]/gu, 'i'],
  [/ʊ/gu, 'u'],
  [/[ːˑ\p{M}()]/gu, ''],
];

function signsOf(sound: string): string[] {
  return [...SAME_SIGNS.reduce((signs, [sign, other]) => signs.replace(sign, other), sound)];
}

async function soundsRight(
  heard: string,
  { respelled, ipa }: WordEntry,
  { locale, sounds }: { locale: string; sounds?: Sounds },
): Promise<boolean> {
  const letters = (text: string) =>
    tokensOf(text, locale)
      .tokens.map(({ key }) => key)
      .join('');
  if (letters(heard) === '') return false;
  if (respelled !== null && letters(respelled) === letters(heard)) return true;
  if (!sounds) return false;
  const [said, wanted] = await sounds([heard, respelled ?? heard]);
  if (!said) return false;
  const sound = soundKey(said, locale);
  if (respelled !== null && wanted && soundKey(wanted, locale) === sound) return true;
  if (ipa === null) return false;
  const [signs, own] = [signsOf(soundKey(ipa, locale)), signsOf(sound)];
  return distanceOf(align(signs, own)) <= MAX_OTHER_SIGNS * signs.length;
}
