import { countText } from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import { ApiError, type FieldError } from '../../errors.ts';
import { accountLimit } from '../../ledger/account-plan.ts';

const MOST_NAMED = 20;

interface Place {
  workspace_id: string;
  account_id: string;
}

/**
 * Rejects a run beyond the plan's limit of active runs. The caller's transaction holds the account's row
 * lock.
 */
export async function checkConcurrency(tx: Db, { workspace_id, account_id }: Place): Promise<void> {
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
  return `Run ${id} of workflow ${workflow_id} has not ended${more}: wait for it, or cancel it.`;
}

/** Rejects a second run of a workflow while one has not ended. */
export async function checkActive(tx: Db, workflowId: string): Promise<void> {
  const active = await findActive(tx, workflowId);
  if (active) throw alreadyActive(active);
}

export function findActive(db: Db, workflowId: string) {
  return db
    .selectFrom('run')
    .select(['id', 'workflow_id'])
    .where('workflow_id', '=', workflowId)
    .where('status', 'in', ['pending', 'running', 'paused'])
    .executeTakeFirst();
}

/** Names the run that blocks the start, if it has not ended meanwhile. */
export function alreadyActive(run: { id: string; workflow_id: string } | undefined): ApiError {
  const details = run === undefined ? [] : factsOf(run);
  const message =
    run === undefined
      ? 'Another run of the workflow was active. Try again.'
      : `The workflow has a run that has not ended, ${run.id}: wait for it, or cancel it.`;
  return new ApiError('RUN_ALREADY_ACTIVE', message, { details });
}

function factsOf({ id, workflow_id }: { id: string; workflow_id: string }): FieldError[] {
  return [
    { field: 'run_id', message: id },
    { field: 'workflow_id', message: workflow_id },
  ];
}
