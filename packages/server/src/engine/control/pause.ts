import type { RunStatus } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { ApiError, budgetExceeded, invalid, notFound, runHasEnded } from '../../errors.ts';
import { lockAccount } from '../../ledger/credits.ts';
import { addRunResumedEvent, addRunStartedEvent } from '../../ledger/webhook-events.ts';
import { finishRequestedPause } from '../chunks/advance.ts';
import { findNextChunks, insertChunkJobs } from '../chunks/enqueue.ts';
import type { EngineApp } from '../engine-app.ts';
import { assertRunLimit } from '../runs/active-runs.ts';
import { addRunEvents, CONTROL_CHANNEL } from '../runs/events.ts';
import { addToRunCounters, changeStatus, findAndLockRun, isFinal, updateRun } from '../runs/row.ts';

export interface RunRef {
  workspace_id: string;
  workflow_id: string;
  run_id: string;
}

/** Requests a pause: no new work starts, and workers finish their current lines. Idempotent. */
export function pauseRun(app: Pick<EngineApp, 'db' | 'clock' | 'queue'>, ref: RunRef): Promise<void> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockOrThrow(tx, ref);
    if (isFinal(run.status as RunStatus)) throw runHasEnded(run.status);
    if (run.status === 'paused' || run.pause_requested_at) {
      // From now on, only a person resumes the run.
      if (!run.resume_at) return;
      await updateRun(tx, run.id, { ...NO_WAIT, updated_at: now });
      if (run.status === 'paused')
        await updateRun(tx, run.id, {
          pause_reason: 'requested',
          pause_limit: null,
          pause_budget_id: null,
          pause_message: null,
        });
      return;
    }
    const pause_requested_at = now;
    await updateRun(tx, run.id, { pause_requested_at, waiting_since: null, updated_at: now });
    await finishRequestedPause(app, tx, { ...run, pause_requested_at, waiting_since: null }, now);
    await sql`select pg_notify(${CONTROL_CHANNEL}, ${run.id})`.execute(tx);
  });
}

export interface ResumeOptions {
  max_credits?: number | undefined;
  /** Whether the service resumes the run, to try a provider again that it waits for. */
  automatic?: boolean;
}

/**
 * Resumes a paused run, or withdraws a pause request that has not taken effect. `max_credits` replaces the cap of the run
 * and the maximum of its estimate. Throws BUDGET_EXCEEDED if the cap still allows none of its lines.
 */
export function resumeRun(
  app: Pick<EngineApp, 'db' | 'clock' | 'queue' | 'config'>,
  ref: RunRef,
  { max_credits, automatic = false }: ResumeOptions = {},
): Promise<void> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockOrThrow(tx, ref);
    const isPaused = run.status === 'paused';
    // A person may have paused it since it was found: only a person resumes it then.
    if (automatic && (!isPaused || run.resume_at === null))
      throw new ApiError('CONFLICT', 'The run no longer waits for a provider.');
    // The wait goes on until there is a new take.
    const wait = automatic ? { wait_provider: null, wait_model: null, resume_at: null } : NO_WAIT;
    if (!isPaused && !run.pause_requested_at) {
      throw new ApiError('CONFLICT', `The run is ${run.status}, not paused.`);
    }
    if (max_credits !== undefined) {
      const usedCredits = run.credits + run.hold;
      if (max_credits < usedCredits) {
        const message = `The run has charged and reserved ${usedCredits} credits: the cap must not be lower.`;
        throw invalid({ field: 'body.max_credits', message });
      }
      const caps = { max_credits, estimated_max_credits: null };
      Object.assign(run, caps);
      await updateRun(tx, run.id, caps);
    }
    if (isPaused) {
      await lockAccount(tx, run.account_id, now);
      await assertRunLimit(tx, run);
      const started_at = run.started_at ?? now;
      const times = { started_at, pause_requested_at: null, paused_at: null, updated_at: now, ...wait };
      await addRunEvents(tx, run.id, [await changeStatus(tx, run, 'running', times)], now);
      if (!run.started_at) await addRunStartedEvent(app, tx, { run, now });
      if (!automatic) await addRunResumedEvent(app, tx, run, now);
    } else {
      await updateRun(tx, run.id, { pause_requested_at: null, updated_at: now, ...wait });
    }
    const status = isPaused ? 'running' : run.status;
    const next = await findNextChunks(app, tx, { ...run, status, pause_requested_at: null }, now);
    const { stop } = next;
    if (isPaused && next.chunks.length === 0 && stop)
      throw budgetExceeded(stop.message, { spent: stop.spent, limit: stop.limit });
    await insertChunkJobs(app, tx, run, { ...next, now });
    await addToRunCounters(tx, run.id, { queued_chunks: next.chunks.length });
    await sql`select pg_notify(${CONTROL_CHANNEL}, ${run.id})`.execute(tx);
  });
}

/** The columns of a run that does not wait for a provider. */
const NO_WAIT = { wait_provider: null, wait_model: null, resume_at: null, waiting_since: null };

/** Locks the run until the transaction ends. Throws if the workspace has no such run. */
async function lockOrThrow(tx: Db, ref: RunRef) {
  const run = await findAndLockRun(tx, ref);
  if (!run) throw notFound('run');
  return run;
}
