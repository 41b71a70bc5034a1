import type { PauseReason, WebhookEvent } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db, Row } from '../db/index.ts';
import { errorFields } from '../errors.ts';
import { newId } from '../ids.ts';
import type { JobQueue, JobRef } from '../jobs/index.ts';
import { findAccountPlan } from './account-plan.ts';

/** The job has the ID of the webhook event. */
export const webhookEventJobRef: JobRef = { name: 'webhook.event' };

/** An event before it is written, without the fields that the table adds. */
export type NewWebhookEvent = {
  [E in WebhookEvent as E['type']]: Pick<E, 'type' | 'data'>;
}[WebhookEvent['type']];

type EventApp = { queue: Pick<JobQueue, 'add'> };

/**
 * Writes an event, and the job that sends it, in the transaction of the change. If no endpoint of
 * the workspace subscribes to it, nothing is written.
 */
export async function addWebhookEvent(
  { queue }: EventApp,
  tx: Db,
  { workspace_id, event, now }: { workspace_id: string; event: NewWebhookEvent; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_event (id, workspace_id, type, data, created_at)
    select ${newId()}, ${workspace_id}, ${event.type}, ${JSON.stringify(event.data)}, ${now}
    where exists (
      select 1 from webhook_endpoint
      where workspace_id = ${workspace_id} and active and ${event.type} = any(events)
    )
    returning id`.execute(tx);
  await queue.add(tx, webhookEventJobRef, rows);
}

type RunRow = Row<'run'>;

export function addRunStartedEvent(
  app: EventApp,
  tx: Db,
  { run, now }: { run: Pick<RunRow, 'id' | 'workspace_id' | 'workflow_id' | 'run_number'>; now: Date },
): Promise<void> {
  const { id, workspace_id, workflow_id, run_number } = run;
  const data = { run_id: id, workflow_id, run_number, started_at: now.toISOString() };
  return addWebhookEvent(app, tx, { workspace_id, event: { type: 'run.started', data }, now });
}

type NoticedRun = Pick<
  RunRow,
  'id' | 'workspace_id' | 'workflow_id' | 'run_number' | 'started_at' | 'credits'
>;

const describeRun = ({ id, workflow_id, run_number, started_at, credits }: NoticedRun) => ({
  ...{ run_id: id, workflow_id, run_number, started_at: started_at?.toISOString() ?? null, credits },
});

export function addRunPausedEvent(
  app: EventApp,
  tx: Db,
  run: NoticedRun,
  pause: { reason: PauseReason; message: string | null; now: Date },
): Promise<void> {
  const data = {
    ...describeRun(run),
    paused_at: pause.now.toISOString(),
    pause_reason: pause.reason,
    pause_message: pause.message,
  };
  const { workspace_id } = run;
  return addWebhookEvent(app, tx, { workspace_id, event: { type: 'run.paused', data }, now: pause.now });
}

export function addRunResumedEvent(app: EventApp, tx: Db, run: NoticedRun, now: Date): Promise<void> {
  const data = { ...describeRun(run), resumed_at: now.toISOString() };
  const { workspace_id } = run;
  return addWebhookEvent(app, tx, { workspace_id, event: { type: 'run.resumed', data }, now });
}

type EndedRun = Pick<
  RunRow,
  | 'id'
  | 'workspace_id'
  | 'workflow_id'
  | 'run_number'
  | 'started_at'
  | 'credits'
  | `lines_${'total' | 'delivered' | 'dropped' | 'failed' | 'skipped'}`
>;

/** `run` is the row before the end of the run. */
export function addRunEndedEvent(
  app: EventApp,
  tx: Db,
  run: EndedRun,
  { status, error, now }: { status: 'completed' | 'failed' | 'cancelled'; error: RunRow['error']; now: Date },
): Promise<void> {
  const data = {
    run_id: run.id,
    workflow_id: run.workflow_id,
    run_number: run.run_number,
    started_at: run.started_at?.toISOString() ?? null,
    completed_at: now.toISOString(),
    credits: run.credits,
    total_lines: run.lines_total,
    delivered_lines: run.lines_delivered,
    dropped_lines: run.lines_dropped,
    failed_lines: run.lines_failed,
    skipped_lines: run.lines_skipped,
  };
  let event: NewWebhookEvent;
  if (status === 'failed') event = { type: 'run.failed', data: { ...data, ...errorFields(error) } };
  else event = { type: `run.${status}`, data };
  return addWebhookEvent(app, tx, { workspace_id: run.workspace_id, event, now });
}

/** Credits below this share of the monthly grant are low. */
const LOW_SHARE = 0.1;

/**
 * Adds an event to every workspace of an account whose credits have become low. The caller's transaction has just
 * spent `spent` credits, so it holds the lock of the account's row.
 */
export async function addCreditsLowEvent(
  app: EventApp,
  tx: Db,
  { account_id, spent, now }: { account_id: string; spent: number; now: Date },
): Promise<void> {
  if (spent <= 0) return;
  const { limits } = await findAccountPlan(tx, account_id);
  const monthly_credits = limits.monthly_credits ?? 0;
  // Unlimited credits are never low.
  if (monthly_credits === 'unlimited') return;
  const { balance } = await tx
    .selectFrom('credit_account')
    .select('balance')
    .where('user_id', '=', account_id)
    .executeTakeFirstOrThrow();
  const threshold = Math.floor(monthly_credits * LOW_SHARE);
  if (!(balance < threshold && balance + spent >= threshold)) return;
  const workspaces = await tx
    .selectFrom('workspace')
    .select('id')
    .where('owner_id', '=', account_id)
    .where('deleted_at', 'is', null)
    .execute();
  const event = { type: 'credits.low' as const, data: { balance, threshold, monthly_credits } };
  for (const { id } of workspaces) await addWebhookEvent(app, tx, { workspace_id: id, event, now });
}
