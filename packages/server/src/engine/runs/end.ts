import type { RunStatus } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { RunFailure } from '../../db/rows.ts';
import { together } from '../../db/together.ts';
import { addActivity } from '../../ledger/activity.ts';
import { releaseHold } from '../../ledger/credits.ts';
import { countUsedSubjects } from '../../ledger/usage.ts';
import { addRunEndedEvent } from '../../ledger/webhook-events.ts';
import type { EngineApp } from '../engine-app.ts';
import { chunkJobRef, runNotificationJobRef } from '../job-refs.ts';
import {
  addRunEvents,
  CONTROL_CHANNEL,
  type NewRunEvent,
  nodeEvent,
  progressEvent,
  readLocaleProgress,
} from './events.ts';
import { canBecome, changeStatus, decideEndStatus, type LockedRun, lockRun } from './row.ts';

/** Ends a run whose last chunk is done. The caller's transaction holds the run's row. */
export async function endIfDone(
  app: Pick<EngineApp, 'queue'>,
  tx: Db,
  run: LockedRun,
  now: Date,
): Promise<void> {
  if (run.status !== 'running' || run.open_chunks > 0) return;
  const status = decideEndStatus(run);
  let error: RunFailure | null = null;
  if (status === 'failed') error = await describeFailedLines(tx, run);
  await closeRun(app, tx, run, { status, error, now });
}

interface RunClosing {
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;
  error: RunFailure | null;
  now: Date;
  /** Whether an operator ends the run, so that the activity log does not name a member. */
  by_operator?: boolean;
}

/**
 * Brings a run to its final status: cancels open work, releases held credits and notifies workers. The
 * caller's transaction holds the run's row. Returns false if the run had already ended.
 */
export async function closeRun(
  app: Pick<EngineApp, 'queue'>,
  tx: Db,
  run: LockedRun,
  closing: RunClosing,
): Promise<boolean> {
  const { status, error, now, by_operator = false } = closing;
  if (!canBecome(run.status as RunStatus, status)) return false;
  const end = {
    error,
    hold: 0,
    hold_allocated: 0,
    open_chunks: 0,
    queued_chunks: 0,
    pause_requested_at: null,
    wait_provider: null,
    wait_model: null,
    resume_at: null,
    waiting_since: null,
    completed_at: now,
    updated_at: now,
  };
  // The account is locked before the workflow, as at the start of a run.
  await releaseHold(tx, run, now);
  const [nodeEvents, statusEvent, locales] = await together([
    closeOpenSteps(tx, run.id, closing),
    changeStatus(tx, run, status, end),
    // A run that completes has just added a progress event for its last chunk.
    status === 'completed' ? undefined : readLocaleProgress(tx, run.id),
    cancelChunks(app, tx, run.id),
  ]);
  const events = [...nodeEvents];
  if (locales) events.push(progressEvent(run, locales));
  events.push(statusEvent);
  await together([
    addRunEvents(tx, run.id, events, now),
    addRunEndedEvent(app, tx, run, closing),
    addSpeechActivity(tx, run, { status, now, by_operator }),
    // A canceled run sends no email, but needs the job too, because it also stores the figures of the run.
    status === 'cancelled'
      ? app.queue.add(tx, runNotificationJobRef, [{ id: run.id }])
      : addRunNotice(app, tx, { run_id: run.id, now }),
    sql`select pg_notify(${CONTROL_CHANNEL}, ${run.id})`.execute(tx),
  ]);
  await countUsedSubjects(tx, run.id);
  return true;
}

/** Cancels the chunks that are not done, and their jobs. */
async function cancelChunks(app: Pick<EngineApp, 'queue'>, tx: Db, runId: string): Promise<void> {
  const cancelledChunks = await tx
    .updateTable('run_chunk')
    .set({ status: 'cancelled', hold_allocated: 0, usd_micros_allocated: 0 })
    .where('run_id', '=', runId)
    .where('status', 'in', ['planned', 'queued'])
    .returning('job_id')
    .execute();
  const jobs = cancelledChunks.flatMap(({ job_id }) => job_id ?? []);
  await app.queue.cancel(tx, chunkJobRef, jobs);
}

/** Ends the open steps of a run, and stores its error at the step of the node that caused it. Returns their events. */
async function closeOpenSteps(
  tx: Db,
  runId: string,
  { status, error, now }: RunClosing,
): Promise<NewRunEvent[]> {
  const openSteps = await tx
    .updateTable('run_step')
    .set({ finished_at: now, open_chunks: 0 })
    .where('run_id', '=', runId)
    .where('finished_at', 'is', null)
    .returning(['node_id', 'node_type', 'iteration'])
    .execute();
  if (error?.node_id) {
    await tx
      .updateTable('run_step')
      .set({ error: JSON.stringify(error) })
      .where('run_id', '=', runId)
      .where('node_id', '=', error.node_id)
      .execute();
  }
  const finalStatus = status === 'completed' ? 'completed' : 'cancelled';
  return openSteps.map((step) =>
    step.node_id === error?.node_id ? nodeEvent(step, 'failed', error) : nodeEvent(step, finalStatus),
  );
}

/** Fails a run as a whole, because a node cannot do its work for any line. */
export function failRun(
  app: Pick<EngineApp, 'db' | 'queue' | 'clock'>,
  runId: string,
  error: RunFailure,
): Promise<boolean> {
  const now = app.clock();
  return app.db
    .transaction()
    .execute(async (tx) => closeRun(app, tx, await lockRun(tx, runId), { status: 'failed', error, now }));
}

/**
 * Queues the notice that a run ended, in the transaction that ends the run. The `notifications` feature chooses the
 * recipients and the text. A run ends once, so there is one notice.
 */
export async function addRunNotice(
  { queue }: { queue: Pick<EngineApp['queue'], 'add'> },
  tx: Db,
  { run_id, now }: { run_id: string; now: Date },
): Promise<void> {
  await together([
    tx.insertInto('run_notification').values({ run_id, created_at: now }).execute(),
    queue.add(tx, runNotificationJobRef, [{ id: run_id }]),
  ]);
}

/** Adds an activity log entry for what a run spoke, unless it spoke nothing. */
async function addSpeechActivity(
  tx: Db,
  run: LockedRun,
  { status, now, by_operator }: Pick<RunClosing, 'status' | 'now' | 'by_operator'>,
): Promise<void> {
  const { id: run_id, workflow_id: id, run_number, characters, audio_ms, reused_takes, credits } = run;
  if (audio_ms === 0 && reused_takes === 0) return;
  const workflow = await tx.selectFrom('workflow').select('name').where('id', '=', id).executeTakeFirst();
  const entry = {
    workspace_id: run.workspace_id,
    user_id: by_operator ? null : run.triggered_by,
    action: 'voice_generated' as const,
    kind: `run_${status}`,
    resource: { type: 'workflow', id, name: workflow?.name ?? null },
    metadata: { run_id, run_number, lines: run.lines_delivered, characters, audio_ms, reused_takes, credits },
  };
  await addActivity(tx, entry, now);
}

/** The maximum number of failed lines in the error of a run. */
const MAX_NAMED_LINES = 100;
/** Codes of errors that a retry of the same snapshot would repeat. */
const UNFIXABLE_BY_RETRY = new Set([
  'no_voice',
  'untranslated',
  'invalid_input',
  'unsupported',
  'provider_gone',
]);
/** Codes of errors that something outside the run must fix before a retry. */
const FIXABLE_OUTSIDE = new Set([
  'provider_auth',
  'provider_quota',
  'provider_unusable',
  'provider_key_missing',
  'provider_key_unreadable',
  'provider_not_configured',
  'insufficient_credits',
]);

/** The error of a run with too many failed lines: how many, the most frequent cause, and what to do. */
async function describeFailedLines(tx: Db, run: LockedRun): Promise<RunFailure> {
  const lines = await tx
    .selectFrom('run_line')
    .select(['line_id', 'locale_code', 'error'])
    .where('run_id', '=', run.id)
    .where('status', '=', 'failed')
    .orderBy('line_index')
    .orderBy('no')
    .limit(MAX_NAMED_LINES)
    .execute();
  // Failed lines by code, the most frequent first. There are few codes.
  const { rows: causes } = await sql<{ code: string; message: string; count: number }>`
    select coalesce(error->>'code', 'line_failed') as code, count(*)::int as count,
      coalesce(mode() within group (order by error->>'message'), 'The line failed.') as message
    from run_line where run_id = ${run.id} and status = 'failed'
    group by 1 order by 2 desc, 1 limit 50`.execute(tx);

  const { lines_failed: failedCount, lines_total: totalCount, max_failed_lines: maxFailedLines } = run;
  const limit = maxFailedLines === 0 ? 'none may fail' : `at most ${maxFailedLines} may fail`;
  let verdict = `${failedCount} of ${totalCount} lines failed; ${limit}.`;
  if (failedCount === totalCount)
    verdict = totalCount === 1 ? 'The only line failed.' : `All ${totalCount} lines failed.`;

  let cause = '';
  const [mainCause] = causes;
  if (mainCause) {
    // Messages of providers can lack the final punctuation.
    const message = /[.!?…]$/u.test(mainCause.message) ? mainCause.message : `${mainCause.message}.`;
    cause = `Cause (${mainCause.code}): ${message}`;
    if (causes.length > 1)
      cause = `Most frequent cause (${mainCause.code}, ${mainCause.count} times): ${message}`;
  }

  let advice = 'Retry the run to try them again.';
  const remainingCauses = causes.filter(({ code }) => !UNFIXABLE_BY_RETRY.has(code));
  if (remainingCauses.length === 0)
    advice = 'A retry would fail in the same way: change the workflow or the script and start a new run.';
  else if (remainingCauses.every(({ code }) => FIXABLE_OUTSIDE.has(code)))
    advice = 'Fix the cause first, then retry the run.';

  return {
    code: 'lines_failed',
    message: [verdict, cause, advice].join(' '),
    node_id: null,
    details: lines.map((line) => ({
      field: `lines.${line.line_id}.${line.locale_code}`,
      message: line.error?.message ?? 'The line failed.',
    })),
  };
}
