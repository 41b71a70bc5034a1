import type { Db } from '../../db/index.ts';
import { together } from '../../db/together.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk } from '../model.ts';
import type { LockedRun, RunCounters } from '../runs/row.ts';
import { dispatchLines } from './dispatch.ts';
import { type ChunkProgress, endLines } from './end-lines.ts';
import { computeChunkSize, planChunks } from './enqueue.ts';
import { closeSteps } from './progress.ts';

/**
 * Marks a queued chunk as done; returns undefined if it was already done. Returns the change of the run's counters that
 * leaves the unused part of its hold to the run's other chunks.
 */
export async function markChunkDone(tx: Db, chunkId: string): Promise<RunCounters | undefined> {
  const row = await tx
    .updateTable('run_chunk')
    .set({ status: 'done', usd_micros_allocated: 0 })
    .where('id', '=', chunkId)
    .where('status', '=', 'queued')
    .returning('hold_allocated')
    .executeTakeFirst();
  return row && { hold_allocated: -row.hold_allocated };
}

/** The run's counters after a chunk that created new chunks. */
export function countDoneChunk(newChunks: number): RunCounters {
  return { open_chunks: newChunks - 1, queued_chunks: -1, next_chunk_seq: newChunks };
}

/**
 * Dispatches the lines of a finished chunk into new chunks. The caller's transaction has marked the chunk as done,
 * holds the lock of the run's row, and adds the result with `advanceRun`.
 */
export async function completeChunk(
  app: EngineApp,
  tx: Db,
  chunk: LoadedChunk,
  end: {
    run: LockedRun;
    now: Date;
    /** How many chunks of the step are open now. */
    open_chunks: number;
    /** The result of `markChunkDone`. */
    releasedHold: RunCounters;
  },
): Promise<ChunkProgress> {
  const { run, now, open_chunks, releasedHold } = end;
  const dispatched = await dispatchLines(tx, chunk);
  // Translated lines arrive in large chunks, and continue in chunks of the size that a source makes.
  if (chunk.node.fan_out !== undefined) {
    for (const arrival of dispatched.arrivals)
      arrival.size = computeChunkSize(app, arrival.node, arrival.items.length);
  }
  const [lineEnds, newChunks] = await together([
    endLines(tx, chunk, dispatched),
    planChunks(app, tx, run, dispatched.arrivals),
  ]);
  // A step with an open chunk cannot close.
  const stepEvents = open_chunks === 0 ? await closeSteps(tx, chunk.run, chunk.node, now) : [];
  return {
    counters: {
      ...lineEnds.counters,
      ...releasedHold,
      ...countDoneChunk(newChunks.length),
      total_steps: dispatched.stepChange,
    },
    events: [...lineEnds.events, ...stepEvents],
    judgedLines: lineEnds.judgedLines,
  };
}
