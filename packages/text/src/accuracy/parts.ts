import { groupNeighbors } from '../neighbors.ts';
import type { Step } from './align.ts';

/** One piece of a comparison: word positions in the script and in the transcript. */
export interface Part {
  /** `alike`: different spelling, same sound. */
  op: 'match' | 'alike' | 'substitute' | 'insert' | 'delete';
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
