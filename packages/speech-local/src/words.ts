import type { RecognizedWord } from './protocol.ts';

/** What a model heard: the parts of words in order, with their start times in seconds. */
export interface HeardTokens {
  tokens: readonly string[];
  timestamps: readonly number[];
  /** In seconds. Few models report them. */
  durations?: readonly number[] | undefined;
}

/** Languages without spaces: each sign is a word. */
const ALONE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** The longest time that a part of a word lasts if only its start is known. */
const LONGEST_PART_MS = 400;

/** Joins parts of words to words. A part that starts with a space begins a word. Empty if times are missing. */
export function groupWords({ tokens, timestamps, durations }: HeardTokens): RecognizedWord[] {
  if (timestamps.length !== tokens.length) return [];
  const words: RecognizedWord[] = [];
  let word: RecognizedWord | undefined;
  for (const [index, token] of tokens.entries()) {
    const start_ms = Math.round((timestamps[index] ?? 0) * 1_000);
    const next_ms = Math.round((timestamps[index + 1] ?? Number.POSITIVE_INFINITY) * 1_000);
    const duration = durations?.[index];
    let end_ms = Math.min(next_ms, start_ms + LONGEST_PART_MS);
    if (duration !== undefined) end_ms = start_ms + Math.round(duration * 1_000);
    const text = token.replaceAll('▁', ' ').trim();
    const beginsWord = /^[ ▁]/.test(token) || ALONE.test(text);
    if (beginsWord || ALONE.test(word?.text ?? '')) word = undefined;
    if (text === '') continue;
    if (word) {
      word.text += text;
      word.end_ms = Math.max(word.end_ms, end_ms);
    } else {
      word = { text, start_ms, end_ms: Math.max(start_ms, end_ms) };
      words.push(word);
    }
  }
  return words;
}
