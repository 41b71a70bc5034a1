import type { Step } from './align.ts';

/** One piece of a comparison: word positions in the script and in the transcript. */
export interface Part {
  /** `homophone`: different spelling, same sound. */
  op: 'match' | 'homophone' | 'substitute' | 'insert' | 'delete';
  script: number[];
  transcript: number[];
}

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

/** Errors at words of the script that do not count, with the insertions next to them, become homophones. */
export function excuse(parts: readonly Part[], words: ReadonlySet<number>): Part[] {
  const excuses = new Set<number>();
  for (const [at, { op, script }] of parts.entries()) {
    if (op === 'match' || op === 'homophone' || !script.some((index) => words.has(index))) continue;
    excuses.add(at);
    for (const step of [-1, 1])
      for (let n = 1; n <= MAX_BESIDE && parts[at + step * n]?.op === 'insert'; n++)
        excuses.add(at + step * n);
  }
  return parts.map((part, at) => (excuses.has(at) ? { ...part, op: 'homophone' } : part));
}
