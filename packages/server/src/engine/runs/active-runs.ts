import { countText } from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import { ApiError, type FieldError } from '../../errors.ts';
import { accountLimit } from '../../ledger/account-plan.ts';
import { OPEN_STATUSES } from './row.ts';

const MAX_NAMED_RUNS = 20;

/**
 * Rejects a run beyond the plan's limit of active runs. The caller's transaction holds the account's row
 * lock.
 */
export async function assertRunLimit(
  tx: Db,
  { workspace_id, account_id }: { workspace_id: string; account_id: string },
): Promise<void> {
  const limit = await accountLimit(tx, account_id, 'concurrent_runs_per_user');
  if (limit === 'unlimited') return;
  const activeRuns = await tx
    .selectFrom('run')
    .select(['id', 'workflow_id', 'workspace_id'])
    .where('account_id', '=', account_id)
    .where('status', 'in', ['pending', 'running'])
    .orderBy('created_at')
    .execute();
  if (activeRuns.length < limit) return;
  // Runs in the owner's other workspaces count, but the message must not reveal them.
  const visibleRuns = activeRuns.filter((run) => run.workspace_id === workspace_id).slice(0, MAX_NAMED_RUNS);
  const [firstRun, ...otherRuns] = visibleRuns;
  let advice = 'The active runs belong to other workspaces of the owner: wait until one of them ends.';
  if (firstRun) {
    const remainder = otherRuns.length === 0 ? '' : ` and ${otherRuns.length} more (see details)`;
    advice = `Run ${firstRun.id} of workflow ${firstRun.workflow_id} has not ended${remainder}. Wait for it, or cancel it.`;
  }
  throw new ApiError(
    'CONCURRENT_RUN_LIMIT',
    `The plan allows ${countText(limit, 'concurrent run')}. ${advice}`,
    { details: visibleRuns.flatMap(identifyRun) },
  );
}

/** Rejects a second run of a workflow while one has not ended. */
export async function assertNoActiveRun(tx: Db, workflowId: string): Promise<void> {
  const activeRun = await findActive(tx, workflowId);
  if (activeRun) throw alreadyActiveError(activeRun);
}

/** The run of a workflow that has not ended. */
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
  if (run === undefined)
    return new ApiError('RUN_ALREADY_ACTIVE', 'Another run of the workflow was active. Try again.', {
      details: [],
    });
  const action = run.status === 'paused' ? 'is paused. Resume it' : 'has not ended. Wait for it';
  const message = `Run ${run.id} of this workflow ${action}, or cancel it.`;
  return new ApiError('RUN_ALREADY_ACTIVE', message, { details: identifyRun(run) });
}

/** The fields of an error that name the run that is still active. */
function identifyRun({ id, workflow_id }: { id: string; workflow_id: string }): FieldError[] {
  return [
    { field: 'run_id', message: id },
    { field: 'workflow_id', message: workflow_id },
  ];
}
