import { groupNeighbors } from '../neighbors.ts';
import type { Comparison } from './compare.ts';
import type { Part } from './parts.ts';
import { type Token, wordSeparator } from './tokens.ts';

/** A displayed part of a comparison; neighbors of one kind are merged. */
export interface DiffPart {
  op: Part['op'];
  script: string;
  transcript: string;
  start_ms: number | null;
  end_ms: number | null;
}

const MAX_PARTS = 500;

/** The comparison as parts for display, limited to 500. */
export function buildDiff({ script, transcript, parts }: Comparison, locale: string): DiffPart[] {
  const separator = wordSeparator(locale);
  const joinWords = (words: readonly (Token | undefined)[]) =>
    words.map((word) => word?.text ?? '').join(separator);
  // Words that sound alike stay separate findings; equal words are merged.
  const groups = groupNeighbors(parts, ([first], { op }) => first?.op !== op || op === 'homophone');
  return groups.slice(0, MAX_PARTS).map((group) => {
    const words = group.flatMap((part) => part.transcript.map((index) => transcript[index]));
    return {
      op: group[0]?.op ?? 'match',
      script: joinWords(group.flatMap((part) => part.script.map((index) => script[index]))),
      transcript: joinWords(words),
      start_ms: words[0]?.start_ms ?? null,
      end_ms: words.at(-1)?.end_ms ?? null,
    };
  });
}
