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
