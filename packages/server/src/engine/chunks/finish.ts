import { sql } from 'kysely';
import { inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import { together } from '../../db/together.ts';
import { newId } from '../../ids.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk, RunHead } from '../model.ts';
import type { PlanNode } from '../plan.ts';
import { endIfDone } from '../runs/end.ts';
import {
  addRunEvents,
  type NewRunEvent,
  nodeEvent,
  progressEvent,
  readLocaleProgress,
} from '../runs/events.ts';
import {
  addToRunCounters,
  changeStatus,
  type LockedRun,
  type RunCounters,
  sumCounters,
} from '../runs/row.ts';
import { chunkSize, translatorChunkSize } from './chunk-size.ts';
import { type Arrival, dispatchLines } from './dispatch.ts';
import { type ChunkProgress, endLines } from './end-lines.ts';
import { findNextChunks, insertChunkJobs } from './enqueue.ts';

/** The counters and events that a transaction adds to a run. */
export interface RunProgress {
  counters: RunCounters;
  events: readonly NewRunEvent[];
}

interface ChunkEnd {
  run: LockedRun;
  now: Date;
  /** How many chunks of the step are open now. */
  open_chunks: number;
  done: DoneChunk;
}

/**
 * Dispatches the lines of a finished chunk into new chunks. The caller's transaction has marked the chunk as done,
 * holds the lock of the run's row, and adds the result with `advanceRun`.
 */
export async function completeChunk(
  app: EngineApp,
  tx: Db,
  chunk: LoadedChunk,
  { run, now, open_chunks, done }: ChunkEnd,
): Promise<ChunkProgress> {
  const routed = await dispatchLines(tx, chunk);
  const [ended, made] = await together([
    endLines(tx, chunk, routed),
    planChunks(app, tx, run, sized(app, chunk, routed.arrivals)),
  ]);
  // A step with an open chunk cannot close.
  const closed = open_chunks === 0 ? await closeSteps(tx, chunk.run, chunk.node, now) : [];
  return {
    counters: {
      ...ended.counters,
      ...done,
      ...countersOfDoneChunk(made.length),
      total_steps: routed.stepChange,
    },
    events: [...ended.events, ...closed],
    judged: ended.judged,
  };
}

/** The run's counters after a chunk that created `made` new chunks. */
export const countersOfDoneChunk = (made: number): RunCounters => ({
  open_chunks: made - 1,
  queued_chunks: -1,
  next_chunk_seq: made,
});

interface StoredProgress extends RunProgress {
  now: Date;
  first_audio_at?: Date | undefined;
  shows_progress?: boolean;
}

/** Stores counters and events of the run. The caller's transaction holds the lock of the run's row. */
export async function storeProgress(tx: Db, runId: string, progress: StoredProgress): Promise<LockedRun> {
  const { counters, events, now, first_audio_at, shows_progress } = progress;
  const isShown = shows_progress || events.length > 0;
  const [run, locales] = await together([
    addToRunCounters(tx, runId, counters, { first_audio_at, updated_at: now }),
    isShown ? readLocaleProgress(tx, runId) : [],
  ]);
  if (isShown) await addRunEvents(tx, runId, [...events, progressEvent(run, locales)], now);
  return run;
}

/**
 * Queues the next chunks, stores counters and events, then pauses the run or ends it. The caller's transaction holds
 * the lock of the run's row and makes no other change to it.
 */
export async function advanceRun(
  app: Pick<EngineApp, 'queue' | 'config'>,
  tx: Db,
  locked: LockedRun,
  progress: StoredProgress,
): Promise<void> {
  const { counters, now } = progress;
  const queued_chunks = locked.queued_chunks + (counters.queued_chunks ?? 0);
  const next = await findNextChunks(app, tx, { ...locked, queued_chunks });
  const added = sumCounters(counters, { queued_chunks: next.chunks.length });
  const [run] = await together([
    storeProgress(tx, locked.id, { ...progress, counters: added }),
    insertChunkJobs(app, tx, locked, { ...next, now }),
  ]);
  if (!(await finishRequestedPause(tx, run, now))) await endIfDone(app, tx, run, now);
}

type DoneChunk = Pick<RunCounters, 'hold_allocated'>;

/** Returns the unused part of the chunk's hold, for the run's other chunks; undefined if the chunk was already done. */
export async function markChunkDone(tx: Db, chunkId: string): Promise<DoneChunk | undefined> {
  const done = await tx
    .updateTable('run_chunk')
    .set({ status: 'done' })
    .where('id', '=', chunkId)
    .where('status', '=', 'queued')
    .returning('hold_allocated')
    .executeTakeFirst();
  return done && { hold_allocated: -done.hold_allocated };
}

/** Splits translated lines, which arrive in large chunks, into chunks of the size that a source makes. */
function sized(app: Pick<EngineApp, 'config'>, { node }: LoadedChunk, arrivals: Arrival[]): Arrival[] {
  if (node.fan_out === undefined) return arrivals;
  return arrivals.map((arrival) => ({
    ...arrival,
    size:
      arrival.node.fan_out === undefined
        ? chunkSize(app, arrival.items.length)
        : translatorChunkSize(app, arrival.node),
  }));
}

/** Plans chunks for arriving lines, numbered from `next_chunk_seq` of the locked run. */
export async function planChunks(
  app: Pick<EngineApp, 'config'>,
  tx: Db,
  run: Pick<LockedRun, 'id' | 'workspace_id' | 'next_chunk_seq'>,
  arrivals: Arrival[],
): Promise<{ id: string; seq: number }[]> {
  const { lines_per_chunk } = app.config.worker;
  const pieces = arrivals.flatMap(({ node, iteration, items, size = lines_per_chunk }) =>
    [...inBatches(items, size)].map((batch) => ({
      node_id: node.id,
      iteration,
      depth: node.depth,
      items: JSON.stringify(batch),
    })),
  );
  if (pieces.length === 0) return [];
  const rows = pieces.map((piece, index) => ({
    ...piece,
    id: newId(),
    run_id: run.id,
    workspace_id: run.workspace_id,
    seq: run.next_chunk_seq + index,
    status: 'planned',
  }));
  const inserts = [...inBatches(rows, 500)].map((batch) =>
    tx.insertInto('run_chunk').values(batch).execute(),
  );
  await together([...inserts, countArrivals(tx, run.id, arrivals, rows)]);
  return rows;
}

async function countArrivals(
  tx: Db,
  run_id: string,
  arrivals: readonly Arrival[],
  chunks: readonly { node_id: string; iteration: number }[],
): Promise<void> {
  const steps = arrivals.map(({ node, iteration, items }) => ({
    run_id,
    node_id: node.id,
    node_type: node.type,
    iteration,
    total: items.length,
    open_chunks: chunks.filter((own) => own.node_id === node.id && own.iteration === iteration).length,
  }));
  await tx
    .insertInto('run_step')
    .values(steps)
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'node_id', 'iteration']).doUpdateSet({
        total: sql`run_step.total + excluded.total`,
        open_chunks: sql`run_step.open_chunks + excluded.open_chunks`,
        finished_at: null,
      }),
    )
    .execute();
}

type ChunkStep = Pick<LoadedChunk, 'run' | 'node' | 'iteration'>;

/** An update of the step that the chunk belongs to. */
export function updateStep(tx: Db, { run, node, iteration }: ChunkStep) {
  return tx
    .updateTable('run_step')
    .where('run_id', '=', run.id)
    .where('node_id', '=', node.id)
    .where('iteration', '=', iteration);
}

/**
 * Closes the nodes that no line can reach anymore, because nothing is open there or upstream. The nodes of a
 * loop close together. The caller's transaction holds the run's row lock.
 */
export async function closeSteps(tx: Db, run: RunHead, from: PlanNode, now: Date): Promise<NewRunEvent[]> {
  const steps = await tx
    .selectFrom('run_step')
    .select(['node_id', 'node_type', 'iteration', 'open_chunks', 'total', 'failed', 'finished_at'])
    .where('run_id', '=', run.id)
    .orderBy('iteration')
    .execute();
  const open = new Set(steps.filter((step) => step.open_chunks > 0).map((step) => step.node_id));
  if (open.has(from.id)) return [];
  const isOpen = (id: string): boolean =>
    [...(run.plan.nodes.get(id)?.upstream ?? [])].some((one) => open.has(one));
  const ending = steps.filter((step) => !step.finished_at && !isOpen(step.node_id));
  if (ending.length === 0) return [];
  await tx
    .updateTable('run_step')
    .set({ finished_at: now })
    .where('run_id', '=', run.id)
    .where('finished_at', 'is', null)
    .where('node_id', 'in', [...new Set(ending.map((step) => step.node_id))])
    .execute();
  return ending.map((step) =>
    nodeEvent(step, step.total > 0 && step.failed === step.total ? 'failed' : 'completed'),
  );
}

/** Pauses a run with a requested pause as soon as no worker holds one of its chunks. */
export async function finishRequestedPause(tx: Db, run: LockedRun, now: Date): Promise<boolean> {
  const isIdle = run.pause_requested_at && run.queued_chunks === 0 && run.open_chunks > 0;
  if (!isIdle || (run.status !== 'running' && run.status !== 'pending')) return false;
  const paused = await changeStatus(tx, run, 'paused', { paused_at: now, updated_at: now });
  await addRunEvents(tx, run.id, [paused], now);
  return true;
}
