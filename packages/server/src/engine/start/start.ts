import type { WorkflowDefinition } from '@voiceloom/contract';
import { countText } from '@voiceloom/text';
import { sql } from 'kysely';
import { type Db, violatedUnique } from '../../db/index.ts';
import type { TokenItem } from '../../db/rows.ts';
import { together } from '../../db/together.ts';
import { ApiError, type FieldError, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { accountLimit, findAccountPlan } from '../../ledger/account-plan.ts';
import { addActivity } from '../../ledger/activity.ts';
import { addCreditEntries, lockAccount } from '../../ledger/credits.ts';
import { traced, traceParent } from '../../telemetry/tracing.ts';
import { countOutstanding, insertChunkJobs } from '../chunks/enqueue.ts';
import { planChunks } from '../chunks/finish.ts';
import type { EngineApp } from '../engine-app.ts';
import type { RetryLine } from '../model.ts';
import type { Plan } from '../plan.ts';
import { addRunEvents } from '../runs/events.ts';
import { insertRunRow, OPEN_STATUSES, statusEvent } from '../runs/row.ts';

export interface RunStart {
  workspace_id: string;
  workflow_id: string;
  /** The account whose credits and limits apply. */
  account_id: string;
  triggered_by: string;
  api_key_id: string | null;
  /** The address of the client. */
  ip?: string | null;
  /** Includes the content of the casting sheets. */
  definition: WorkflowDefinition;
  plan: Plan;
  /** The minimum cost. The start is rejected if the account cannot pay it. */
  min_credits: number;
  retry_of?: string;
  /** The lines that a retry names. Default: the failed and dropped lines. */
  retry_lines?: readonly RetryLine[] | undefined;
  retry_respeak?: boolean;
  /** Writes related rows in the transaction of the start. It must be short, because the account is locked. */
  onStarted?: ((tx: Db, runId: string) => Promise<void>) | undefined;
}

/**
 * Starts a run in one transaction: inserts the run, reserves its credits, and plans its first chunks and
 * their jobs.
 */
export async function startRun(app: Pick<EngineApp, 'db' | 'queue' | 'clock' | 'config'>, start: RunStart) {
  const now = app.clock();
  try {
    const { workspace_id, workflow_id } = start;
    const attributes = { 'voiceloom.workspace_id': workspace_id, 'voiceloom.workflow_id': workflow_id };
    return await traced('run', { attributes }, async (span) => {
      const id = await app.db.transaction().execute((tx) => insertRun(app, tx, start, now));
      span.setAttribute('voiceloom.run_id', id);
      return id;
    });
  } catch (error) {
    if (violatedUnique(error) === 'run_active_per_workflow') {
      throw alreadyActiveError(await findActive(app.db, start.workflow_id));
    }
    throw error;
  }
}

/** Mentions a late payment if it is the reason for the missing credits. */
async function insufficient(tx: Db, accountId: string, needed: number, available: number): Promise<ApiError> {
  const { subscription } = await findAccountPlan(tx, accountId);
  const isLate = subscription?.status === 'past_due';
  const late = ' A payment of the workspace owner is overdue. New credits are granted once it is paid.';
  const left = `${available} ${available === 1 ? 'is' : 'are'} left.`;
  const message = `The run needs at least ${countText(needed, 'credit')}; ${left}${isLate ? late : ''}`;
  const details = [
    { field: 'needed', message: String(needed) },
    { field: 'balance', message: String(available) },
  ];
  return new ApiError('INSUFFICIENT_CREDITS', message, { details });
}

async function insertRun(app: Pick<EngineApp, 'queue' | 'config'>, tx: Db, start: RunStart, now: Date) {
  const { workspace_id, workflow_id, account_id, min_credits, triggered_by, definition, plan } = start;
  const account = await lockAccount(tx, account_id, now);
  await together([assertNoActiveRun(tx, workflow_id), assertRunLimit(tx, start)]);
  if (min_credits > account.available)
    throw await insufficient(tx, account_id, min_credits, account.available);
  const id = newId();
  const workflow = await countRun(tx, start, id, now);
  const run_number = workflow.runs_count;
  const sources = plan.sources.length;
  const inserted = insertRunRow(tx, {
    id,
    workspace_id,
    workflow_id,
    account_id,
    run_number,
    status: 'pending',
    definition: JSON.stringify(definition),
    total_nodes: plan.nodes.size,
    open_chunks: sources,
    queued_chunks: sources,
    next_chunk_seq: sources,
    max_failed_lines: definition.execution.params.max_failed_lines ?? 0,
    hold: min_credits,
    credit_period_no: account.period_no,
    triggered_by,
    api_key_id: start.api_key_id,
    retry_of: start.retry_of ?? null,
    retry_line_ids: start.retry_lines?.map(({ line_id }) => line_id) ?? null,
    retry_locales: start.retry_lines?.map(({ locale_code }) => locale_code) ?? null,
    retry_notes: start.retry_lines?.some(({ note }) => note)
      ? start.retry_lines.map(({ note }) => note ?? null)
      : null,
    retry_respeak: start.retry_respeak ?? false,
    trace_parent: traceParent() ?? null,
    created_at: now,
    updated_at: now,
  });
  const held = {
    account_id,
    workspace_id,
    run_id: id,
    kind: 'reserve' as const,
    amount: 0,
    hold: min_credits,
  };
  const reserve = min_credits > 0 ? [{ ...held, cause: `reserve/${id}/start` }] : [];
  const entry = {
    workspace_id,
    user_id: triggered_by,
    action: 'workflow_run' as const,
    kind: start.retry_of ? 'run_retried' : 'run_started',
    resource: { type: 'workflow', id: workflow_id, name: workflow.name },
    metadata: { run_id: id, run_number },
    ip: start.ip ?? null,
  };
  // A source is one chunk without lines, but a chunk is only created for an item.
  const items: TokenItem[] = [[0, '']];
  const run = { id, workspace_id, next_chunk_seq: 0 };
  const arrivals = plan.sources.map((node) => ({ node, iteration: 0, items }));
  // The first statement inserts the run, because the others refer to it.
  const [, chunks, { outstanding }] = await together([
    inserted,
    planChunks(app, tx, run, arrivals),
    countOutstanding(tx, workspace_id).executeTakeFirstOrThrow(),
    addCreditEntries(tx, reserve, now),
    addActivity(tx, entry, now),
    addRunEvents(tx, id, [statusEvent({ credits: 0 }, null, 'pending')], now),
  ]);
  await insertChunkJobs(app, tx, run, { chunks, outstanding, now });
  await start.onStarted?.(tx, id);
  return id;
}

async function countRun(tx: Db, { workspace_id, workflow_id }: RunStart, id: string, now: Date) {
  const workflow = await tx
    .updateTable('workflow')
    .set({
      runs_count: sql`runs_count + 1`,
      last_run_id: id,
      last_run_at: now,
      last_run_status: 'pending',
    })
    .where('id', '=', workflow_id)
    .where('workspace_id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .returning(['runs_count', 'name'])
    .executeTakeFirst();
  if (!workflow) throw notFound('workflow');
  return workflow;
}

const MOST_NAMED = 20;

/**
 * Rejects a run beyond the plan's limit of active runs. The caller's transaction holds the account's row
 * lock.
 */
export async function assertRunLimit(
  tx: Db,
  { workspace_id, account_id }: Pick<RunStart, 'workspace_id' | 'account_id'>,
): Promise<void> {
  const limit = await accountLimit(tx, account_id, 'concurrent_runs_per_user');
  if (limit === 'unlimited') return;
  const active = await tx
    .selectFrom('run')
    .select(['id', 'workflow_id', 'workspace_id'])
    .where('account_id', '=', account_id)
    .where('status', 'in', ['pending', 'running'])
    .orderBy('created_at')
    .execute();
  if (active.length < limit) return;
  // Runs in the owner's other workspaces count, but the message must not reveal them.
  const own = active.filter((run) => run.workspace_id === workspace_id).slice(0, MOST_NAMED);
  throw new ApiError(
    'CONCURRENT_RUN_LIMIT',
    `The plan allows ${countText(limit, 'concurrent run')}. ${inTheWay(own)}`,
    { details: own.flatMap(factsOf) },
  );
}

/** Names the run that blocks the start, and what to do about it. */
function inTheWay([first, ...others]: { id: string; workflow_id: string }[]): string {
  if (first === undefined)
    return 'The active runs belong to other workspaces of the owner: wait until one of them ends.';
  const { id, workflow_id } = first;
  const more = others.length === 0 ? '' : ` and ${others.length} more (see details)`;
  return `Run ${id} of workflow ${workflow_id} has not ended${more}. Wait for it, or cancel it.`;
}

/** Rejects a second run of a workflow while one has not ended. */
export async function assertNoActiveRun(tx: Db, workflowId: string): Promise<void> {
  const active = await findActive(tx, workflowId);
  if (active) throw alreadyActiveError(active);
}

export function findActive(db: Db, workflowId: string) {
  return db
    .selectFrom('run')
    .select(['id', 'workflow_id', 'status'])
    .where('workflow_id', '=', workflowId)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirst();
}

/** Names the run that blocks the start, if it has not ended meanwhile. */
export function alreadyActiveError(run: Awaited<ReturnType<typeof findActive>>): ApiError {
  const details = run === undefined ? [] : factsOf(run);
  const action = run?.status === 'paused' ? 'is paused. Resume it' : 'has not ended. Wait for it';
  const message =
    run === undefined
      ? 'Another run of the workflow was active. Try again.'
      : `Run ${run.id} of this workflow ${action}, or cancel it.`;
  return new ApiError('RUN_ALREADY_ACTIVE', message, { details });
}

function factsOf({ id, workflow_id }: { id: string; workflow_id: string }): FieldError[] {
  return [
    { field: 'run_id', message: id },
    { field: 'workflow_id', message: workflow_id },
  ];
}
