import type { Step } from './align.ts';

/** One piece of a comparison: word positions in the script and in the transcript. */
export interface Part {
  /** `homophone`: different spelling, same sound. */
  op: 'match' | 'homophone' | 'substitute' | 'insert' | 'delete';
  script: number[];
  transcript: number[];
}

/** One part for each step of an alignment. */
export function toParts(steps: readonly Step[]): Part[] {
  return steps.map(({ op, a, b }) => ({
    op,
    script: a === undefined ? [] : [a],
    transcript: b === undefined ? [] : [b],
  }));
}

/** Neighboring parts, and the position of the first. */
export interface PartRun {
  from: number;
  parts: Part[];
}

/** Runs of neighbors for which `belongs` is true, in order. */
export function findRuns(parts: readonly Part[], belongs: (part: Part) => boolean): PartRun[] {
  const runs: PartRun[] = [];
  for (const [at, part] of parts.entries()) {
    if (!belongs(part)) continue;
    const last = runs.at(-1);
    if (last && last.from + last.parts.length === at) last.parts.push(part);
    else runs.push({ from: at, parts: [part] });
  }
  return runs;
}

/** The maximum number of insertions on each side that belong to a word, which can be transcribed as several. */
const MAX_BESIDE = 3;

/**
 * Turns errors at words of the script that do not count, with the insertions next to them, into homophones.
 * `wordIndexes`: the positions of these words in the script.
 */
export function excuseErrorsAt(parts: readonly Part[], wordIndexes: ReadonlySet<number>): Part[] {
  const excusedPositions = new Set<number>();
  for (const [at, { op, script }] of parts.entries()) {
    const isError = op !== 'match' && op !== 'homophone';
    if (!isError || !script.some((index) => wordIndexes.has(index))) continue;
    excusedPositions.add(at);
    for (const direction of [-1, 1])
      for (let distance = 1; distance <= MAX_BESIDE; distance++) {
        const neighbor = at + direction * distance;
        if (parts[neighbor]?.op !== 'insert') break;
        excusedPositions.add(neighbor);
      }
  }
  return parts.map((part, at) => (excusedPositions.has(at) ? { ...part, op: 'homophone' } : part));
}
