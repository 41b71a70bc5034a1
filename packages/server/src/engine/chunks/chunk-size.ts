import type { EngineApp } from '../engine-app.ts';
import type { PlanNode } from '../plan.ts';

/**
 * Short scripts get small chunks, so that every worker slot has two chunks to process. A slot works on
 * several lines at once, so smaller chunks would only cost more transactions.
 */
export function chunkSize({ config }: Pick<EngineApp, 'config'>, lines: number): number {
  const { concurrency, lines_per_chunk, line_concurrency } = config.worker;
  const share = Math.ceil(lines / (2 * concurrency));
  return Math.min(lines_per_chunk, Math.max(line_concurrency, share));
}

/**
 * Limits how many lines one chunk can create. Chunks of a translator into many languages have fewer lines, so
 * that they finish in time.
 */
const MAX_NEW_LINES = 1_000;

/** A translator uses neighboring lines as context, so its chunks are as large as possible. */
export function translatorChunkSize({ config }: Pick<EngineApp, 'config'>, node: PlanNode): number {
  const lines = Math.floor(MAX_NEW_LINES / (node.fan_out ?? 1));
  return Math.max(1, Math.min(config.worker.lines_per_chunk, lines));
}
