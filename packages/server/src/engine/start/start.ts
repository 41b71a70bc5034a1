import type { WorkflowDefinition } from '@voiceloom/contract';
import { countText } from '@voiceloom/text';
import { sql } from 'kysely';
import { type Db, violatedUnique } from '../../db/index.ts';
import { ApiError, errorFields, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { findAccountPlan } from '../../ledger/account-plan.ts';
import { addCreditEntries, lockAccount } from '../../ledger/credits.ts';
import { queueChunks } from '../chunks/enqueue.ts';
import { planChunks } from '../chunks/finish.ts';
import type { EngineApp } from '../engine-app.ts';
import type { Plan } from '../plan.ts';
import { noteRunStarted } from '../runs/activity.ts';
import { addRunEvents } from '../runs/events.ts';
import { insertRunRow, updateRun } from '../runs/row.ts';
import type { RetryLine } from '../runs/run-retry.ts';
import { alreadyActive, checkActive, checkConcurrency, findActive } from './limits.ts';

export interface RunStart {
  workspace_id: string;
  workflow_id: string;
  /** The account whose credits and limits apply. */
  account_id: string;
  triggered_by: string;
  api_key_id: string | null;
  /** Where the request came from. */
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
}

/**
 * Starts a run in one transaction: inserts the run, reserves its credits, and plans its first chunks and
 * their jobs.
 */
export async function startRun(
  app: Pick<EngineApp, 'db' | 'queue' | 'clock' | 'config'>,
  start: RunStart,
): Promise<string> {
  const now = app.clock();
  try {
    return await app.db.transaction().execute((tx) => insertRun(app, tx, start, now));
  } catch (error) {
    if (violatedUnique(error) === 'run_active_per_workflow') {
      throw alreadyActive(await findActive(app.db, start.workflow_id));
    }
    throw error;
  }
}

/** Mentions a late payment if it is the reason for the missing credits. */
async function insufficient(
  tx: Db,
  { account_id, min_credits }: RunStart,
  available: number,
): Promise<ApiError> {
  const left = available === 1 ? '1 is' : `${available} are`;
  const { subscription } = await findAccountPlan(tx, account_id);
  const late =
    subscription?.status === 'past_due'
      ? ' A payment of the workspace owner is overdue. New credits are granted once it is paid.'
      : '';
  return new ApiError(
    'INSUFFICIENT_CREDITS',
    `The run needs at least ${countText(min_credits, 'credit')}; ${left} left.${late}`,
    {
      details: [
        { field: 'needed', message: String(min_credits) },
        { field: 'balance', message: String(available) },
      ],
    },
  );
}

async function insertRun(
  app: Pick<EngineApp, 'queue' | 'config'>,
  tx: Db,
  start: RunStart,
  now: Date,
): Promise<string> {
  const account = await lockAccount(tx, start.account_id, now);
  await checkActive(tx, start.workflow_id);
  await checkConcurrency(tx, start);
  if (start.min_credits > account.available) throw await insufficient(tx, start, account.available);
  const id = newId();
  const runNumber = await countRun(tx, start, id, now);
  await insertRunRow(tx, {
    id,
    workspace_id: start.workspace_id,
    workflow_id: start.workflow_id,
    account_id: start.account_id,
    run_number: runNumber,
    status: 'pending',
    definition: JSON.stringify(start.definition),
    total_nodes: start.plan.nodes.size,
    max_failed_lines: start.definition.execution.params.max_failed_lines ?? 0,
    hold: start.min_credits,
    credit_period_no: account.period_no,
    triggered_by: start.triggered_by,
    api_key_id: start.api_key_id,
    retry_of: start.retry_of ?? null,
    retry_line_ids: start.retry_lines?.map(({ line_id }) => line_id) ?? null,
    retry_locales: start.retry_lines?.map(({ locale_code }) => locale_code) ?? null,
    retry_respeak: start.retry_respeak ?? false,
    created_at: now,
    updated_at: now,
  });
  await reserve(tx, start, id, now);
  await noteRunStarted(tx, { ...start, run_id: id, run_number: runNumber, now });
  await planSources(app, tx, { id, start, now });
  return id;
}

async function countRun(tx: Db, start: RunStart, id: string, now: Date): Promise<number> {
  const workflow = await tx
    .updateTable('workflow')
    .set({
      runs_count: sql`runs_count + 1`,
      last_run_id: id,
      last_run_at: now,
      last_run_status: 'pending',
    })
    .where('id', '=', start.workflow_id)
    .where('workspace_id', '=', start.workspace_id)
    .where('deleted_at', 'is', null)
    .returning('runs_count')
    .executeTakeFirst();
  if (!workflow) throw notFound('workflow');
  return workflow.runs_count;
}

async function reserve(tx: Db, start: RunStart, runId: string, now: Date): Promise<void> {
  if (start.min_credits === 0) return;
  const { account_id, workspace_id } = start;
  const entry = { account_id, workspace_id, run_id: runId, kind: 'reserve' as const, amount: 0 };
  await addCreditEntries(tx, [{ ...entry, cause: `reserve/${runId}/start`, hold: start.min_credits }], now);
}

async function planSources(
  app: Pick<EngineApp, 'queue' | 'config'>,
  tx: Db,
  { id, start, now }: { id: string; start: RunStart; now: Date },
): Promise<void> {
  const run = {
    id,
    workspace_id: start.workspace_id,
    workflow_id: start.workflow_id,
    account_id: start.account_id,
    retry_of: null,
    retry: undefined,
    plan: start.plan,
  };
  // A source is one chunk without lines, but needs one item to be created.
  const arrivals = start.plan.sources.map((node) => ({
    node,
    iteration: 0,
    items: [[0, ''] as [number, string]],
    size: 1,
  }));
  const made = await planChunks(app, tx, { run }, arrivals);
  await updateRun(tx, id, { open_chunks: made });
  const chunks = await tx.selectFrom('run_chunk').select(['id', 'seq']).where('run_id', '=', id).execute();
  await queueChunks(app, tx, { run, chunks, now });
  const data = { status: 'pending' as const, previous_status: null, ...errorFields(null), credits: 0 };
  await addRunEvents(tx, id, [{ type: 'run.status', data }], now);
}
