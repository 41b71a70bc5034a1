import { wordKey } from '../locales/whole-words.ts';
import { align, countErrors } from './align.ts';
import type { Comparison } from './compare.ts';
import type { Part } from './parts.ts';
import { type Sounds, soundKey } from './sounds.ts';
import type { TimedToken } from './timed.ts';
import { countsCharacters, type Token, tokenize, wordSeparator } from './tokens.ts';

/** A word and its pronunciation: respelled, as phonemes, or in no readable form. */
export interface WordEntry {
  word: string;
  respelled: string | null;
  ipa: string | null;
}

/** A dictionary word in the script, and its transcript. */
export interface PronouncedWord {
  word: string;
  transcript: string;
  start_ms: number | null;
  end_ms: number | null;
  right: boolean;
}

/** The maximum number per line. */
const MAX_WORDS = 500;

interface PronunciationOptions {
  locale: string;
  sounds?: Sounds | undefined;
}

/** The dictionary words in the script. At each position, the longest entry counts. */
export async function pronouncedWords(
  comparison: Comparison,
  entries: readonly WordEntry[],
  options: PronunciationOptions,
): Promise<PronouncedWord[]> {
  const { locale } = options;
  /** The positions of the words that a longer entry covers. */
  const coveredIndexes = new Set<number>();
  const occurrences: { entry: WordEntry; indices: number[] }[] = [];
  for (const entry of entries.toSorted((one, other) => other.word.length - one.word.length)) {
    const all = findOccurrences(comparison.script, entry.word, locale);
    for (const indices of all) {
      if (indices.some((index) => coveredIndexes.has(index))) continue;
      for (const index of indices) coveredIndexes.add(index);
      occurrences.push({ entry, indices });
    }
  }
  occurrences.sort((one, other) => (one.indices[0] ?? 0) - (other.indices[0] ?? 0));
  const words: PronouncedWord[] = [];
  for (const { entry, indices } of occurrences.slice(0, MAX_WORDS)) {
    const { isMatch, ...transcriptPart } = transcriptAt(comparison, indices, locale);
    // If a word has several pronunciations, each counts as right: the transcript does not show which one applies.
    const sameWord = entries.filter(({ word }) => wordKey(word) === wordKey(entry.word));
    let right = isMatch;
    for (const one of sameWord) right ||= await soundsRight(transcriptPart.transcript, one, options);
    words.push({ word: entry.word, ...transcriptPart, right });
  }
  return words;
}

/** The occurrences of a word, each as token positions. */
export function findOccurrences(tokens: readonly Token[], word: string, locale: string): number[][] {
  const keys = tokenize(word, locale).tokens.map(({ key }) => key);
  const occurrences: number[][] = [];
  if (keys.length === 0) return occurrences;
  if (!countsCharacters(locale)) {
    for (let from = 0; from + keys.length <= tokens.length; from++) {
      if (!keys.every((key, offset) => tokens[from + offset]?.key === key)) continue;
      occurrences.push(keys.map((_, offset) => from + offset));
      from += keys.length - 1;
    }
    return occurrences;
  }
  // In languages without spaces, a word may begin and end within a token.
  const text = tokens.map(({ key }) => key).join('');
  const letters = keys.join('');
  const tokenLength = (index: number): number => tokens[index]?.key.length ?? letters.length;
  // The token that contains the position `at`, and where it starts.
  let [first, start] = [0, 0];
  for (let at = text.indexOf(letters); at !== -1; at = text.indexOf(letters, at + letters.length)) {
    while (start + tokenLength(first) <= at) {
      start += tokenLength(first);
      first += 1;
    }
    const indices: number[] = [];
    for (let [index, from] = [first, start]; from < at + letters.length; index += 1) {
      indices.push(index);
      from += tokenLength(index);
    }
    occurrences.push(indices);
  }
  return occurrences;
}

/** What was transcribed for words of the script, and whether it matches them. */
function transcriptAt({ transcript, parts }: Comparison, indices: readonly number[], locale: string) {
  const isHere = ({ script }: Part): boolean => script.some((index) => indices.includes(index));
  let [from, to] = [parts.findIndex(isHere), parts.findLastIndex(isHere) + 1];
  const isMatch = parts.slice(from, to).every(({ op }) => op === 'match' || op === 'homophone');
  // A word that was transcribed as several words has insertions next to it.
  while (!isMatch && parts[from - 1]?.op === 'insert') from -= 1;
  while (!isMatch && parts[to]?.op === 'insert') to += 1;
  const words: TimedToken[] = [];
  for (const part of parts.slice(from, to))
    for (const index of part.transcript) {
      const word = transcript[index];
      if (word) words.push(word);
    }
  return {
    isMatch,
    transcript: words.map(({ text }) => text).join(wordSeparator(locale)),
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

/** The signs of a sound in one notation, for comparison. */
function toSigns(sound: string): string[] {
  return [...SAME_SIGNS.reduce((signs, [sign, other]) => signs.replace(sign, other), sound)];
}

/** Whether a transcript has the letters or the sound of a pronunciation. */
async function soundsRight(
  transcript: string,
  { respelled, ipa }: WordEntry,
  { locale, sounds }: PronunciationOptions,
): Promise<boolean> {
  const toLetters = (text: string) =>
    tokenize(text, locale)
      .tokens.map(({ key }) => key)
      .join('');
  const transcriptLetters = toLetters(transcript);
  if (transcriptLetters === '') return false;
  if (respelled !== null && toLetters(respelled) === transcriptLetters) return true;
  if (!sounds) return false;
  const [sound, respelledSound] = await sounds([transcript, respelled ?? transcript]);
  if (!sound) return false;
  const key = soundKey(sound, locale);
  if (respelled !== null && respelledSound && soundKey(respelledSound, locale) === key) return true;
  if (ipa === null) return false;
  const signs = toSigns(soundKey(ipa, locale));
  return countErrors(align(signs, toSigns(key))) <= MAX_OTHER_SIGNS * signs.length;
}
