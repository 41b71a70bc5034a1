import type { RunStatus } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { RunFailure } from '../../db/rows.ts';
import { errorFields } from '../../errors.ts';
import { releaseHold } from '../../ledger/credits.ts';
import { countUses } from '../../ledger/uses.ts';
import { addRunEnded } from '../../ledger/webhook-events.ts';
import type { EngineApp } from '../engine-app.ts';
import { chunkQueue, runEndedQueue } from '../job-refs.ts';
import { noteRunEnded } from './activity.ts';
import { CONTROL_CHANNEL } from './control.ts';
import { addRunEvents, type NewRunEvent, progressEvent } from './events.ts';
import { setLastStatus } from './last-status.ts';
import { linesFailed } from './lines-failed.ts';
import { addRunNotice } from './notice.ts';
import { updateRun } from './row.ts';
import { canBecome, endStatus } from './status.ts';

/** Ends a run whose last chunk is done. The caller's transaction holds the run's row. */
export async function endIfDone(
  app: Pick<EngineApp, 'queue'>,
  tx: Db,
  runId: string,
  now: Date,
): Promise<void> {
  const run = await tx
    .selectFrom('run')
    .select(['status', 'open_chunks', 'lines_total', 'lines_failed', 'lines_skipped', 'max_failed_lines'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  if (run.status !== 'running' || run.open_chunks > 0) return;
  const status = endStatus(run);
  const error = status === 'failed' ? await linesFailed(tx, runId, run) : null;
  await closeRun(app, tx, { run_id: runId, status, error, now });
}

export interface RunClosing {
  run_id: string;
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;
  error: RunFailure | null;
  now: Date;
}

/**
 * Brings a run to its final status: cancels open work, releases held credits and notifies workers.
 * The caller's transaction holds the run's row. False when the run had ended before.
 */
export async function closeRun(app: Pick<EngineApp, 'queue'>, tx: Db, closing: RunClosing): Promise<boolean> {
  const { run_id: runId, status, error, now } = closing;
  const run = await tx.selectFrom('run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  const previous = run.status as RunStatus;
  if (!canBecome(previous, status)) return false;
  await cancelChunks(app, tx, runId);
  await releaseHold(tx, run, now);
  await updateRun(tx, runId, {
    status,
    error: error ? JSON.stringify(error) : null,
    hold: 0,
    hold_allocated: 0,
    open_chunks: 0,
    queued_chunks: 0,
    pause_requested_at: null,
    completed_at: now,
    updated_at: now,
  });
  await setLastStatus(tx, run, status);
  const events = await closeOpenSteps(tx, closing);
  // A run that completes has just reported its last chunk.
  if (status !== 'completed') events.push(await progressEvent(tx, runId));
  events.push({
    type: 'run.status',
    data: { status, previous_status: previous, ...errorFields(error), credits: run.credits },
  });
  await addRunEvents(tx, runId, events, now);
  await countUses(tx, runId);
  await addRunEnded(app, tx, { run, status, error, now });
  await noteRunEnded(tx, { run, status, now });
  // A cancelled run sends no mail, but the job that follows the end also stores its figures.
  if (status === 'cancelled') await app.queue.add(tx, runEndedQueue, [{ id: runId }]);
  else await addRunNotice(app, tx, { run_id: runId, now });
  await sql`select pg_notify(${CONTROL_CHANNEL}, ${runId})`.execute(tx);
  return true;
}

async function cancelChunks(app: Pick<EngineApp, 'queue'>, tx: Db, runId: string): Promise<void> {
  const cancelled = await tx
    .updateTable('run_chunk')
    .set({ status: 'cancelled', hold_allocated: 0 })
    .where('run_id', '=', runId)
    .where('status', 'in', ['planned', 'queued'])
    .returning('job_id')
    .execute();
  await app.queue.cancel(
    tx,
    chunkQueue,
    cancelled.flatMap((chunk) => (chunk.job_id ? [chunk.job_id] : [])),
  );
}

async function closeOpenSteps(tx: Db, closing: RunClosing): Promise<NewRunEvent[]> {
  const failedNode = closing.error?.node_id ?? null;
  const open = await tx
    .updateTable('run_step')
    .set({ finished_at: closing.now, open_chunks: 0 })
    .where('run_id', '=', closing.run_id)
    .where('finished_at', 'is', null)
    .returning(['node_id', 'node_type', 'iteration'])
    .execute();
  if (failedNode && closing.error) {
    await tx
      .updateTable('run_step')
      .set({ error: JSON.stringify(closing.error) })
      .where('run_id', '=', closing.run_id)
      .where('node_id', '=', failedNode)
      .execute();
  }
  const stopped = closing.status === 'completed' ? ('completed' as const) : ('cancelled' as const);
  return open.map((step) => ({
    type: 'node.state',
    data: {
      ...step,
      status: step.node_id === failedNode ? ('failed' as const) : stopped,
      ...errorFields(step.node_id === failedNode ? closing.error : null),
    },
  }));
}
