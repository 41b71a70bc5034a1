import type { CreateBudget, UpdateBudget } from '@voiceloom/contract';
import type { z } from 'zod';
import type { App } from '../../../app.ts';
import { changesNothing, insertRow, updateRow } from '../../../db/by-id.ts';
import type { Db } from '../../../db/index.ts';
import { changeInWorkspace } from '../../../db/own-rows.ts';
import { ApiError, invalid } from '../../../errors.ts';
import { versionOfRow } from '../../../handler/entity-tag.ts';
import type { WorkspaceCaller, WriteRequest } from '../../../handler/handler.ts';
import { newId } from '../../../ids.ts';
import { addCallerActivity } from '../../../ledger/activity.ts';
import { openFirstPeriod, resetAlerts } from '../../../ledger/budgets.ts';
import { lockAccount } from '../../../ledger/credits.ts';
import { lockWorkspace } from '../../workspaces/index.ts';
import { type BudgetRow, hasScope, selectBudgets } from './queries.ts';

const MAX_BUDGETS = 100;

const MISSING = {
  member: 'The workspace has no member with this user ID.',
  api_key: 'The workspace has no such API key.',
  workflow: 'The workspace has no such workflow.',
} as const;

type BudgetApp = Pick<App, 'db' | 'queue'>;

/** Creates a budget that includes what its scope has used in the current period. */
export async function createBudget(
  app: BudgetApp,
  { caller, body, now }: { caller: WorkspaceCaller; body: z.output<typeof CreateBudget>; now: Date },
): Promise<BudgetRow> {
  const { id: workspace_id, owner_id } = caller.workspace;
  const { scope, scope_id, ...fields } = body;
  return app.db.transaction().execute(async (tx) => {
    await lockWorkspace(tx, workspace_id);
    if (
      scope !== 'workspace' &&
      scope_id !== null &&
      !(await hasScope(tx, workspace_id, { scope, id: scope_id }))
    )
      throw invalid({ field: 'body.scope_id', message: MISSING[scope] });
    const { count } = await selectBudgets(tx, workspace_id)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= MAX_BUDGETS)
      throw new ApiError('CONFLICT', `A workspace can have at most ${MAX_BUDGETS} budgets.`);
    // Settlements lock the account, so none of them comes between the sum of the period and the budget.
    await lockAccount(tx, owner_id, now);
    const row = await insertRow(tx, 'budget', {
      ...fields,
      id: newId(),
      workspace_id,
      scope,
      user_id: scope === 'member' ? scope_id : null,
      api_key_id: scope === 'api_key' ? scope_id : null,
      workflow_id: scope === 'workflow' ? scope_id : null,
      created_at: now,
      updated_at: now,
    });
    await openFirstPeriod(app, tx, row, now);
    await addBudgetActivity(tx, { caller, row, kind: 'budget_created', now });
    return row;
  });
}

/** New limits start new alerts. */
export async function changeBudget(
  app: BudgetApp,
  request: WriteRequest & { body: UpdateBudget },
): Promise<BudgetRow> {
  const { caller, body, now } = request;
  return withLockedBudget(app, request, async (tx, row) => {
    const changes = {
      name: body.name ?? undefined,
      action: body.action ?? undefined,
      limit_credits: body.limit_credits,
      limit_usd_micros: body.limit_usd_micros,
    };
    if (changesNothing(changes)) return row;
    const { limit_credits = row.limit_credits, limit_usd_micros = row.limit_usd_micros } = changes;
    if (limit_credits === null && limit_usd_micros === null)
      throw invalid({ field: 'body.limit_credits', message: 'A budget needs at least one limit.' });
    const newRow = await updateRow(tx, 'budget', { id: row.id, ...changes, updated_at: now });
    const isLimitChanged = limit_credits !== row.limit_credits || limit_usd_micros !== row.limit_usd_micros;
    if (isLimitChanged) await resetAlerts(tx, newRow, now);
    await addBudgetActivity(tx, { caller, row: newRow, kind: 'budget_changed', now });
    return newRow;
  });
}

export async function removeBudget(app: BudgetApp, request: WriteRequest): Promise<void> {
  const { caller, now } = request;
  await withLockedBudget(app, request, async (tx, row) => {
    await tx.deleteFrom('budget').where('id', '=', row.id).execute();
    await addBudgetActivity(tx, { caller, row, kind: 'budget_deleted', now });
  });
}

/** Runs `work` in a transaction that alone changes the budget, if it still has the version that the caller knows. */
function withLockedBudget<T>(
  app: Pick<App, 'db'>,
  request: WriteRequest,
  work: (tx: Db, row: BudgetRow) => Promise<T>,
): Promise<T> {
  const reply = (row: BudgetRow) => ({ version: versionOfRow(row) });
  return changeInWorkspace(app, request, { table: 'budget', what: 'budget', reply }, work);
}

/** Records the limits of the budget as they are after the change. */
async function addBudgetActivity(
  tx: Db,
  change: { caller: WorkspaceCaller; row: BudgetRow; kind: string; now: Date },
): Promise<void> {
  const { caller, row, kind, now } = change;
  const { id, name, limit_credits, limit_usd_micros, action } = row;
  const entry = {
    action: 'settings_changed' as const,
    kind,
    resource: { type: 'budget', id, name },
    metadata: { limit_credits, limit_usd_micros, action },
  };
  await addCallerActivity(tx, caller, entry, now);
}
