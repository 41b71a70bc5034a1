import type { WorkflowDefinition } from '@voiceloom/contract';
import { countText } from '@voiceloom/text';
import { sql } from 'kysely';
import { type Db, violatedUnique } from '../../db/index.ts';
import type { ChunkItem, JsonObject } from '../../db/rows.ts';
import { together } from '../../db/together.ts';
import { ApiError, budgetExceeded, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { findAccountPlan } from '../../ledger/account-plan.ts';
import { addActivity } from '../../ledger/activity.ts';
import { lockStoppingBudgets } from '../../ledger/budgets.ts';
import { addCreditEntries, type CreditEntry, lockAccount } from '../../ledger/credits.ts';
import { traced, traceParent } from '../../telemetry/tracing.ts';
import { insertChunkJobs, planChunks, selectOutstandingCount } from '../chunks/enqueue.ts';
import type { EngineApp } from '../engine-app.ts';
import type { RetryLine } from '../model.ts';
import type { Plan } from '../plan.ts';
import { alreadyActiveError, assertNoActiveRun, assertRunLimit, findActive } from '../runs/active-runs.ts';
import { addRunEvents } from '../runs/events.ts';
import { listLocalModels } from '../runs/local-models.ts';
import { insertRunRow, statusEvent } from '../runs/row.ts';
import { computeStartHold, describeBudget, findDenyingBudget, type MinimumCost } from '../runs/spending.ts';

export interface RunStart extends MinimumCost {
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
  /** The cap; undefined without one. */
  max_credits?: number | undefined;
  /** The maximum cost. The run pauses before it passes it. Undefined if the estimate does not know all lines. */
  estimated_max_credits?: number | undefined;
  retry_of?: string;
  /** The schedule that starts the run. */
  schedule_id?: string | undefined;
  /** The lines that a retry names. Default: the failed and dropped lines. */
  retry_lines?: readonly RetryLine[] | undefined;
  retry_respeak?: boolean;
  /** Writes related rows in the transaction of the start. It must be short, because the account is locked. */
  onStarted?: ((tx: Db, runId: string) => Promise<void>) | undefined;
}

type StartApp = Pick<EngineApp, 'db' | 'queue' | 'clock' | 'config' | 'speech' | 'transcription'>;

/**
 * Starts a run in one transaction: inserts the run, reserves its credits, and plans its first chunks and
 * their jobs.
 */
export async function startRun(app: StartApp, start: RunStart) {
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

/**
 * Checks that the run may start, and inserts it with its first chunks and jobs. Locks the account first, then the
 * budgets.
 */
async function insertRun(app: StartApp, tx: Db, start: RunStart, now: Date) {
  const { workspace_id, workflow_id, account_id, min_credits, triggered_by, definition, plan } = start;
  const account = await lockAccount(tx, account_id, now);
  await together([assertNoActiveRun(tx, workflow_id), assertRunLimit(tx, start)]);
  const budgets = await lockStoppingBudgets(tx, start, now);
  const denying = findDenyingBudget(budgets, start);
  if (denying) {
    const { budget, room, used } = denying;
    const isMoney = room.credits >= min_credits;
    throw budgetExceeded(describeBudget(denying), {
      spent: isMoney ? used.usd_micros : used.credits,
      limit: (isMoney ? budget.limit_usd_micros : budget.limit_credits) ?? 0,
    });
  }
  const hold = computeStartHold(budgets, start);
  if (hold > account.available) throw await createInsufficientError(tx, account_id, hold, account.available);
  const id = newId();
  const local_models = listLocalModels(app);
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
  const run_number = workflow.runs_count;
  const sources = plan.sources.length;
  const runInsert = insertRunRow(tx, {
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
    hold,
    max_credits: start.max_credits ?? null,
    estimated_max_credits: start.estimated_max_credits ?? null,
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
    local_models: JSON.stringify(local_models),
    created_at: now,
    updated_at: now,
  });
  const reservations: CreditEntry[] = [];
  if (hold > 0) {
    const cause = `reserve/${id}/start`;
    const amounts = { amount: 0, hold };
    reservations.push({ account_id, workspace_id, run_id: id, kind: 'reserve', cause, ...amounts });
  }
  const metadata: JsonObject = { run_id: id, run_number };
  if (start.schedule_id !== undefined) metadata.schedule_id = start.schedule_id;
  const entry = {
    workspace_id,
    user_id: triggered_by,
    action: 'workflow_run' as const,
    kind: start.retry_of ? 'run_retried' : 'run_started',
    resource: { type: 'workflow', id: workflow_id, name: workflow.name },
    metadata,
    ip: start.ip ?? null,
  };
  // A source is one chunk without lines, but a chunk is only created for an item.
  const items: ChunkItem[] = [[0, '']];
  const run = { id, workspace_id, next_chunk_seq: 0, local_models };
  const arrivals = plan.sources.map((node) => ({ node, iteration: 0, items }));
  // The first statement inserts the run, because the others refer to it.
  const [, chunks, { outstanding }] = await together([
    runInsert,
    planChunks(app, tx, run, arrivals),
    selectOutstandingCount(tx, workspace_id).executeTakeFirstOrThrow(),
    addCreditEntries(tx, reservations, now),
    addActivity(tx, entry, now),
    addRunEvents(tx, id, [statusEvent({ credits: 0 }, null, 'pending')], now),
  ]);
  await insertChunkJobs(app, tx, run, { chunks, outstanding, now });
  await start.onStarted?.(tx, id);
  return id;
}

/** Mentions a late payment if it is the reason for the missing credits. */
async function createInsufficientError(
  tx: Db,
  accountId: string,
  requiredCredits: number,
  available: number,
): Promise<ApiError> {
  const { subscription } = await findAccountPlan(tx, accountId);
  const verb = available === 1 ? 'is' : 'are';
  let message = `The run needs at least ${countText(requiredCredits, 'credit')}; ${available} ${verb} left.`;
  if (subscription?.status === 'past_due')
    message += ' A payment of the workspace owner is overdue. New credits are granted once it is paid.';
  const details = [
    { field: 'needed', message: String(requiredCredits) },
    { field: 'balance', message: String(available) },
  ];
  return new ApiError('INSUFFICIENT_CREDITS', message, { details });
}
