import type { Token, Tokens } from './tokens.ts';

/** A transcribed word with its times; null if unknown. */
export interface Timed extends Token {
  start_ms: number | null;
  end_ms: number | null;
}

/** A word in a text, by its offsets, with its times. */
export interface Span {
  start: number;
  end: number;
  start_ms: number;
  end_ms: number;
}

/** Assigns the provider's word timestamps to the words at the same position in the text. */
export function timed(
  { base, tokens }: Tokens,
  words: readonly { text: string; start_ms: number; end_ms: number }[],
): Timed[] {
  const spans = spansOf(base, words);
  let first = 0;
  return tokens.map((token) => {
    while ((spans[first]?.end ?? Infinity) <= token.start) first += 1;
    let [start_ms, end_ms]: (number | null)[] = [null, null];
    for (let at = first; (spans[at]?.start ?? Infinity) < token.end; at++) {
      start_ms ??= spans[at]?.start_ms ?? null;
      end_ms = spans[at]?.end_ms ?? null;
    }
    return { ...token, start_ms: start_ms ?? null, end_ms: end_ms ?? null };
  });
}

/** The word without surrounding punctuation. Greedy from the first letter on, so the time is linear. */
const BARE = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;
/** In characters. A word found further ahead than this is a different one. */
const FARTHEST = 200;

/** The position of each word in the text; words that are not in it are skipped. */
export function spansOf(
  base: string,
  words: readonly { text: string; start_ms: number; end_ms: number }[],
): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const { text, start_ms, end_ms } of words) {
    const word = text.normalize('NFKC').trim();
    const bare = BARE.exec(word)?.[0] ?? word;
    const start = bare === '' ? -1 : base.slice(at, at + FARTHEST + bare.length).indexOf(bare);
    if (start === -1) continue;
    spans.push({ start: at + start, end: at + start + bare.length, start_ms, end_ms });
    at += start + bare.length;
  }
  return spans;
}
