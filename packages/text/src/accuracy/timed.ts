import type { TimedWord } from '../timed-word.ts';
import type { Token, Tokens } from './tokens.ts';

/** A transcribed word with its times; null if unknown. */
export interface TimedToken extends Token {
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
export function timeTokens({ base, tokens }: Tokens, words: readonly TimedWord[]): TimedToken[] {
  const spans = findSpans(base, words);
  let first = 0;
  return tokens.map((token) => {
    while ((spans[first]?.end ?? Infinity) <= token.start) first += 1;
    let start_ms: number | null = null;
    let end_ms: number | null = null;
    for (let at = first; (spans[at]?.start ?? Infinity) < token.end; at++) {
      start_ms ??= spans[at]?.start_ms ?? null;
      end_ms = spans[at]?.end_ms ?? null;
    }
    return { ...token, start_ms, end_ms };
  });
}

/** The word without surrounding punctuation. Greedy from the first letter on, so the time is linear. */
const BARE = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;
/** In characters. A word found further ahead than this is a different one. */
const MAX_DISTANCE = 200;

/** The position of each word in the text; words that are not in it are skipped. */
export function findSpans(base: string, words: readonly TimedWord[]): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const { text, start_ms, end_ms } of words) {
    const word = text.normalize('NFKC').trim();
    const bare = BARE.exec(word)?.[0] ?? word;
    if (bare === '') continue;
    const offset = base.slice(at, at + MAX_DISTANCE + bare.length).indexOf(bare);
    if (offset === -1) continue;
    const start = at + offset;
    at = start + bare.length;
    spans.push({ start, end: at, start_ms, end_ms });
  }
  return spans;
}
