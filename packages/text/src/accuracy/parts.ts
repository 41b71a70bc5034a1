import { groupNeighbors } from '../neighbors.ts';
import type { Step } from './align.ts';

/** One piece of a comparison: word positions in the script and in the transcript. */
export interface Part {
  /** `alike`: different spelling, same sound. */
  op: 'match' | 'homophone' | 'substitute' | 'insert' | 'delete';
  script: number[];
  heard: number[];
}

export function partsOf(steps: readonly Step[]): Part[] {
  return steps.map(({ op, a, b }) => ({
    op,
    script: a === undefined ? [] : [a],
    heard: b === undefined ? [] : [b],
  }));
}

/** Runs of neighbors for which `belongs` is true, in order. */
export function runsOf<T>(
  parts: readonly T[],
  belongs: (part: T) => boolean,
): { from: number; parts: T[] }[] {
  const marked = parts.map((part, from) => ({ part, from, isIn: belongs(part) }));
  return groupNeighbors(marked, ([first], { isIn }) => first?.isIn !== isIn).flatMap((group) => {
    const [first] = group;
    return first?.isIn ? [{ from: first.from, parts: group.map(({ part }) => part) }] : [];
  });
}

/** The maximum number of insertions on each side that belong to a word, which can be transcribed as several. */
const MAX_BESIDE = 3;

/** Errors at words of the script that do not count, with the insertions next to them, become `alike`. */
export function excuse(parts: readonly Part[], words: ReadonlySet<number>): Part[] {
  const excused = new Set<number>();
  for (const [at, { op, script }] of parts.entries()) {
    if (op === 'match' || op === 'homophone' || !script.some((index) => words.has(index))) continue;
    excused.add(at);
    for (const step of [-1, 1])
      for (let n = 1; n <= MAX_BESIDE && parts[at + step * n]?.op === 'insert'; n++)
        excused.add(at + step * n);
  }
  return parts.map((part, at) => (excused.has(at) ? { ...part, op: 'homophone' } : part));
}
