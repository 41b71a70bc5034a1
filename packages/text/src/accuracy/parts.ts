import type { Step } from './align.ts';

/** One piece of a comparison: places of words in the script, and of those that were heard for them. */
export interface Part {
  /** `alike`: written otherwise and sounding the same. */
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

/** Runs of neighbors that `belongs` says yes to, in order. */
export function runsOf<T>(
  parts: readonly T[],
  belongs: (part: T) => boolean,
): { from: number; parts: T[] }[] {
  const runs: { from: number; parts: T[] }[] = [];
  let open: { from: number; parts: T[] } | undefined;
  for (const [from, part] of parts.entries()) {
    if (!belongs(part)) {
      open = undefined;
      continue;
    }
    if (!open) {
      open = { from, parts: [] };
      runs.push(open);
    }
    open.parts.push(part);
  }
  return runs;
}
