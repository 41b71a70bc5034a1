import { sql } from 'kysely';
import { isSuspended } from '../../db/suspended.ts';
import { ApiError } from '../../errors.ts';
import { addCommand } from '../../providers/local/local-voices.ts';
import type { EngineApp } from '../engine-app.ts';
import { closeRun } from '../runs/end.ts';
import { lockRun, postponeResume } from '../runs/row.ts';
import { resumeRun } from './pause.ts';

const BATCH = 200;
/** The pause after a run that could not be resumed. */
const RETRY_MS = 600_000;

/** How long a run waits for providers without a new take before it ends. Longer than several limits of a day. */
const MAX_WAIT_DAYS = 7;

/** Ends runs that have waited too long, so that they do not wait and hold credits forever. A retry speaks the rest. */
async function endLongWaits(app: Pick<EngineApp, 'db' | 'queue'>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - MAX_WAIT_DAYS * 86_400_000);
  const runs = await app.db
    .selectFrom('run')
    .select('id')
    .where('status', '=', 'paused')
    .where('resume_at', 'is not', null)
    .where('waiting_since', '<=', since)
    .limit(BATCH)
    .execute();
  for (const { id } of runs) {
    await app.db.transaction().execute(async (tx) => {
      const run = await lockRun(tx, id);
      const { status, wait_provider, wait_model, waiting_since } = run;
      // Somebody may have resumed it.
      if (status !== 'paused' || !wait_provider || !waiting_since || waiting_since > since) return;
      let remedy = `or add your own key for ${wait_provider} first`;
      if (wait_model !== null) remedy = `after "${addCommand(wait_model)}"`;
      const message = `The run waited ${MAX_WAIT_DAYS} days for ${wait_model ?? wait_provider} without a new take. Retry it to speak the other lines, ${remedy}.`;
      const error = { code: 'provider_unavailable', message, node_id: null, details: [] };
      await closeRun(app, tx, run, { status: 'failed', error, now });
    });
  }
}

/**
 * Resumes paused runs that wait for a provider: when their wait ends, or as soon as the operator or the customer has
 * stored or tested a key since. While the platform key is invalid, only an own key helps. Returns how many.
 */
export async function resumeWaitingRuns(
  app: Pick<EngineApp, 'db' | 'clock' | 'queue' | 'config' | 'log'>,
): Promise<number> {
  const now = app.clock();
  await endLongWaits(app, now);
  const ownKey = sql`select from provider_key as key where key.workspace_id = run.workspace_id
    and key.provider = run.wait_provider and key.status <> 'invalid'`;
  // A run that could not be resumed is tried with the same keys only when its next wait ends.
  const isNew = sql`key.updated_at > greatest(run.paused_at, run.resume_tried_at)`;
  const hasNewKey = sql<boolean>`(
    exists (select from platform_provider_key as key where key.provider = run.wait_provider
      and key.unavailable_until is null and key.status <> 'invalid' and ${isNew})
    or exists (${ownKey} and ${isNew}))`;
  // It would only pause again.
  const isKeyInvalid = sql<boolean>`(
    exists (select from platform_provider_key as key
      where key.provider = run.wait_provider and key.status = 'invalid')
    and not exists (${ownKey}))`;
  const runs = await app.db
    .selectFrom('run')
    .innerJoin('workspace', 'workspace.id', 'run.workspace_id')
    .innerJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
    .select(['run.id as run_id', 'run.workspace_id', 'run.workflow_id'])
    .where('run.status', '=', 'paused')
    .where('run.resume_at', 'is not', null)
    .where((eb) => eb.or([eb('run.resume_at', '<=', now), hasNewKey]))
    .where((eb) => eb.not(isKeyInvalid))
    .where((eb) => eb.not(isSuspended))
    .orderBy('run.resume_at')
    .limit(BATCH)
    .execute();
  let resumed = 0;
  for (const run of runs) {
    try {
      await resumeRun(app, run, { automatic: true });
      resumed += 1;
    } catch (error) {
      // Somebody resumed or canceled it, or the plan or a budget allows no further work now. Other runs come first.
      if (!(error instanceof ApiError)) app.log.error({ err: error, run_id: run.run_id }, 'run not resumed');
      await postponeResume(app.db, run.run_id, { resume_at: new Date(now.getTime() + RETRY_MS), now });
    }
  }
  return resumed;
}
