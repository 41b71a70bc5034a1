import type { PauseReason } from '@voiceloom/contract';
import type { Db } from '../../db/index.ts';
import { together } from '../../db/together.ts';
import { addRunPausedEvent } from '../../ledger/webhook-events.ts';
import type { EngineApp } from '../engine-app.ts';
import { describeWait } from '../model.ts';
import { endIfDone } from '../runs/end.ts';
import { addRunEvents } from '../runs/events.ts';
import { changeStatus, type LockedRun, sumCounters, withCounters } from '../runs/row.ts';
import { pauseOverBudget } from '../runs/spending.ts';
import { findNextChunks, insertChunkJobs } from './enqueue.ts';
import { type StoredProgress, storeProgress } from './progress.ts';

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
  const nextChunks = await findNextChunks(app, tx, withCounters(locked, counters), now);
  const countersWithJobs = sumCounters(counters, { queued_chunks: nextChunks.chunks.length });
  const [run] = await together([
    storeProgress(tx, locked.id, { ...progress, counters: countersWithJobs }),
    insertChunkJobs(app, tx, locked, { ...nextChunks, now }),
  ]);
  if (await finishRequestedPause(app, tx, run, now)) return;
  const { stop } = nextChunks;
  if (stop) await pauseOverBudget(app, tx, run, { stop, now });
  else await endIfDone(app, tx, run, now);
}

/** Pauses a run with a requested pause as soon as no worker holds one of its chunks. */
export async function finishRequestedPause(
  app: Pick<EngineApp, 'queue'>,
  tx: Db,
  run: LockedRun,
  now: Date,
): Promise<boolean> {
  const isIdle = run.pause_requested_at && run.queued_chunks === 0 && run.open_chunks > 0;
  if (!isIdle || (run.status !== 'running' && run.status !== 'pending')) return false;
  const { wait_provider, wait_model, resume_at, waiting_since, pause_requested_at } = run;
  let pause_reason: PauseReason = 'requested';
  let pause_message: string | null = null;
  if (wait_provider !== null && resume_at !== null) {
    pause_reason = 'provider_unavailable';
    pause_message = describeWait(wait_provider, resume_at, wait_model);
  }
  const changes = { pause_reason, pause_message, paused_at: now, updated_at: now };
  const event = await changeStatus(tx, run, 'paused', changes);
  await addRunEvents(tx, run.id, [event], now);
  // Attempts to continue a wait are not pauses of their own.
  const isSameWait = waiting_since && pause_requested_at && waiting_since < pause_requested_at;
  if (!isSameWait)
    await addRunPausedEvent(app, tx, run, { reason: pause_reason, message: pause_message, now });
  return true;
}
