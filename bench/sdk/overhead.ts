import { fileURLToPath } from 'node:url';
import { median } from '../support/figures.ts';
import { ANCHORS, type Stage } from './stage.ts';

const WORKER = fileURLToPath(new URL('calls.ts', import.meta.url));
export const MEASURED = [
  'control',
  'fetch with a signal',
  'node:http',
  'fetch',
  'nodeFetch',
  'drift',
  'strict',
  ...ANCHORS,
];

export type Overhead = { ratio: number; us: number; runs: number[] };

/** The time of a call relative to raw fetch: the median of several runs, each in a separate process. */
export function overheads(stage: Stage, { runs, calls }: { runs: number; calls: number }) {
  const found: Record<string, { get: Overhead; post: Overhead }> = {};
  const all = new Map<string, { raw: number; own: number }[]>();
  for (let run = 0; run < runs; run += 1) {
    for (const name of MEASURED) {
      for (const method of ['GET', 'POST']) {
        const args = [name, method, stage.url, stage.folder, String(calls)];
        const key = `${name} ${method}`;
        all.set(key, [...(all.get(key) ?? []), stage.run<{ raw: number; own: number }>(WORKER, args)]);
      }
    }
  }
  const sumUp = (key: string): Overhead => {
    const pairs = all.get(key) ?? [];
    const ratios = pairs.map(({ own, raw }) => own / raw);
    return { ratio: median(ratios), us: median(pairs.map(({ own, raw }) => own - raw)), runs: ratios };
  };
  for (const name of MEASURED) found[name] = { get: sumUp(`${name} GET`), post: sumUp(`${name} POST`) };
  return found;
}
