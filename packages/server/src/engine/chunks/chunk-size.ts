import type { EngineApp } from '../engine-app.ts';
import type { PlanNode } from '../plan.ts';

/** Limits how many lines one chunk of a translator can create, so that it finishes in time. */
const MAX_NEW_LINES = 1_000;

/**
 * The lines per chunk of a node. Short scripts get small chunks, so that every worker slot has two chunks to process. A
 * slot works on several lines at once, so smaller chunks would only cost more transactions. A translator uses neighboring
 * lines as context, so its chunks are as large as possible.
 */
export function computeChunkSize(
  { config }: Pick<EngineApp, 'config'>,
  { fan_out }: PlanNode,
  lines: number,
): number {
  const { concurrency, lines_per_chunk, line_concurrency } = config.worker;
  if (fan_out !== undefined) {
    const sources = Math.floor(MAX_NEW_LINES / fan_out);
    return Math.max(1, Math.min(lines_per_chunk, sources));
  }
  const share = Math.ceil(lines / (2 * concurrency));
  return Math.min(lines_per_chunk, Math.max(line_concurrency, share));
}
