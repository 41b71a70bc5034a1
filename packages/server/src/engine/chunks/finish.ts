import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { errorFields } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk } from '../model.ts';
import type { PlanNode } from '../plan.ts';
import { endIfDone } from '../runs/end.ts';
import { addRunEvents, type NewRunEvent, progressEvent } from '../runs/events.ts';
import { setLastStatus } from '../runs/last-status.ts';
import { addToRun, type LockedRun, lockRun, takeRunNumbers, updateRun } from '../runs/row.ts';
import { canBecome } from '../runs/status.ts';
import { closeSteps } from './close-steps.ts';
import { type Arrival, routeLines } from './dispatch.ts';
import { endLines } from './end-lines.ts';
import { enqueueNextChunks } from './enqueue.ts';

/**
 * Completes a chunk: dispatches its lines as new chunks, and ends the run with its last chunk. Idempotent: a
 * chunk that is not queued is ignored.
 */
export function finishChunk(app: EngineApp, chunk: LoadedChunk): Promise<void> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, chunk.run.id);
    if (run.status !== 'running' || !(await markDone(tx, chunk.id))) return;
    const routed = await routeLines(tx, chunk);
    const events = await endLines(tx, chunk, routed);
    const made = await planChunks(app, tx, chunk, sized(app, chunk, routed.arrivals));
    await completeChunk(tx, chunk, { made, stepChange: routed.stepChange });
    events.push(...(await closeSteps(tx, chunk.run, chunk.node, now)));
    if (events.length > 0) events.push(await progressEvent(tx, run.id));
    await addRunEvents(tx, run.id, events, now);
    await continueRun(app, tx, run, now);
  });
}

/** What follows a completed chunk: the next chunks, a pending pause, or the end of the run. */
export async function continueRun(app: EngineApp, tx: Db, run: LockedRun, now: Date): Promise<void> {
  await enqueueNextChunks(app, tx, run, now);
  await pauseIfIdle(tx, run.id, now);
  await endIfDone(app, tx, run.id, now);
}

/**
 * Returns false if the chunk had already ended. The unused part of its hold becomes available to the run's
 * other chunks.
 */
export async function markDone(tx: Db, chunkId: string): Promise<boolean> {
  const done = await tx
    .updateTable('run_chunk')
    .set({ status: 'done' })
    .where('id', '=', chunkId)
    .where('status', '=', 'queued')
    .returning(['run_id', 'hold_allocated'])
    .executeTakeFirst();
  if (!done) return false;
  if (done.hold_allocated === 0) return true;
  await addToRun(tx, done.run_id, { hold_allocated: -done.hold_allocated });
  await tx.updateTable('run_chunk').set({ hold_allocated: 0 }).where('id', '=', chunkId).execute();
  return true;
}

/** Short scripts get small chunks, so that every worker slot has several to process. */
export function chunkSize({ config }: Pick<EngineApp, 'config'>, lines: number): number {
  const { slots, lines_per_chunk: most } = config.worker;
  return Math.max(1, Math.min(most, Math.ceil(lines / (4 * slots))));
}

/**
 * Limits how many lines one chunk can create. Chunks of a translator into many languages have fewer lines, so
 * that they finish in time.
 */
const MADE_AT_ONCE = 1_000;

/** A translator uses neighboring lines as context, so its chunks are as large as possible. */
export function wideChunk({ config }: Pick<EngineApp, 'config'>, { fan_out = 1 }: PlanNode): number {
  return Math.max(1, Math.min(config.worker.lines_per_chunk, Math.floor(MADE_AT_ONCE / fan_out)));
}

/** Created lines arrive in large chunks and leave in chunks as small as a source's. */
function sized(app: Pick<EngineApp, 'config'>, { node }: LoadedChunk, arrivals: Arrival[]): Arrival[] {
  if (node.fan_out === undefined) return arrivals;
  return arrivals.map((arrival) => ({
    ...arrival,
    size:
      arrival.node.fan_out === undefined
        ? chunkSize(app, arrival.items.length)
        : wideChunk(app, arrival.node),
  }));
}

/** Plans chunks for arriving lines; returns how many. */
export async function planChunks(
  app: Pick<EngineApp, 'config'>,
  tx: Db,
  chunk: Pick<LoadedChunk, 'run'>,
  arrivals: Arrival[],
): Promise<number> {
  const size = app.config.worker.lines_per_chunk;
  const pieces = arrivals.flatMap((arrival) => {
    const parts: Arrival[] = [];
    for (let start = 0; start < arrival.items.length; start += arrival.size ?? size) {
      parts.push({ ...arrival, items: arrival.items.slice(start, start + (arrival.size ?? size)) });
    }
    return parts;
  });
  if (pieces.length === 0) return 0;
  const first = await takeRunNumbers(tx, chunk.run.id, 'next_chunk_seq', pieces.length);
  const rows = pieces.map((piece, index) => ({
    id: newId(),
    run_id: chunk.run.id,
    workspace_id: chunk.run.workspace_id,
    node_id: piece.node.id,
    iteration: piece.iteration,
    depth: piece.node.depth,
    seq: first + index,
    items: JSON.stringify(piece.items),
    status: 'planned',
  }));
  for (let start = 0; start < rows.length; start += 500) {
    await tx
      .insertInto('run_chunk')
      .values(rows.slice(start, start + 500))
      .execute();
  }
  await countArrivals(tx, chunk.run.id, arrivals, pieces);
  return pieces.length;
}

async function countArrivals(tx: Db, runId: string, arrivals: Arrival[], pieces: Arrival[]): Promise<void> {
  for (const arrival of arrivals) {
    const chunks = pieces.filter(
      (piece) => piece.node === arrival.node && piece.iteration === arrival.iteration,
    );
    await tx
      .insertInto('run_step')
      .values({
        run_id: runId,
        node_id: arrival.node.id,
        iteration: arrival.iteration,
        node_type: arrival.node.type,
        total: arrival.items.length,
        open_chunks: chunks.length,
      })
      .onConflict((conflict) =>
        conflict.columns(['run_id', 'node_id', 'iteration']).doUpdateSet({
          total: sql`run_step.total + excluded.total`,
          open_chunks: sql`run_step.open_chunks + excluded.open_chunks`,
          finished_at: null,
        }),
      )
      .execute();
  }
}

/** Updates the chunk counters of the run and the step. */
export async function completeChunk(
  tx: Db,
  chunk: Pick<LoadedChunk, 'run' | 'node' | 'iteration'>,
  change: { made: number; stepChange: number },
): Promise<void> {
  await addToRun(tx, chunk.run.id, {
    open_chunks: change.made - 1,
    queued_chunks: -1,
    total_steps: change.stepChange,
  });
  await tx
    .updateTable('run_step')
    .set({ open_chunks: sql`open_chunks - 1` })
    .where('run_id', '=', chunk.run.id)
    .where('node_id', '=', chunk.node.id)
    .where('iteration', '=', chunk.iteration)
    .execute();
}

/** Pauses a run with a requested pause as soon as no worker holds one of its chunks. */
export async function pauseIfIdle(tx: Db, runId: string, now: Date): Promise<void> {
  const run = await tx
    .selectFrom('run')
    .select(['id', 'workflow_id', 'status', 'pause_requested_at', 'queued_chunks', 'open_chunks', 'credits'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  const idle = run.pause_requested_at && run.queued_chunks === 0 && run.open_chunks > 0;
  if (!idle || (run.status !== 'running' && run.status !== 'pending') || !canBecome(run.status, 'paused'))
    return;
  await updateRun(tx, runId, { status: 'paused', paused_at: now, updated_at: now });
  await setLastStatus(tx, run, 'paused');
  const paused: NewRunEvent = {
    type: 'run.status',
    data: { status: 'paused', previous_status: run.status, ...errorFields(null), credits: run.credits },
  };
  await addRunEvents(tx, runId, [paused], now);
}
