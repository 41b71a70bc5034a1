import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { cancelRun } from '../../engine/index.ts';
import { ApiError } from '../../errors.ts';
import { assertMatch } from '../../handler/entity-tag.ts';
import type { WriteRequest } from '../../handler/handler.ts';
import { deleteTargetsOfWorkspace } from '../deliveries/deletion.ts';
import { deleteKeysOfWorkspace } from '../provider-keys/deletion.ts';
import { deleteBudgetsOfWorkspace } from '../usage/deletion.ts';
import { deleteEndpointsOfWorkspace } from '../webhook-endpoints/deletion.ts';
import { deleteWorkflowsOfWorkspace } from '../workflows/deletion.ts';
import { listActiveRunIds } from '../workflows/index.ts';
import { lockAnyWorkspace, lockWorkspace, updateWorkspace } from './queries.ts';
import { workspaceReply } from './view.ts';

/**
 * First deletes the workspace with its secrets and workflows, so that nothing can start, and then cancels active runs.
 * If the process ends between these steps, the engine's reconcile job cancels the runs.
 */
export async function deleteWorkspace(
  app: Pick<App, 'db' | 'queue' | 'clock'>,
  { caller, ifMatch, now }: Omit<WriteRequest, 'id'>,
): Promise<void> {
  const { id, owner_id } = caller.workspace;
  if (owner_id !== caller.user_id) {
    throw new ApiError('FORBIDDEN', 'Only the owner of a workspace can delete it.');
  }
  await app.db.transaction().execute(async (tx) => {
    const row = await lockWorkspace(tx, id);
    assertMatch(ifMatch, workspaceReply(row).version, 'workspace');
    if (row.is_personal) throw new ApiError('CONFLICT', 'A personal workspace cannot be deleted.');
    await updateWorkspace(tx, { id, changes: { deleted_at: now }, now });
    await endWork(tx, id, now);
  });
  await cancelRuns(app, id);
}

/**
 * Ends all work in a workspace that will be erased, as if its owner had deleted it. The row of a personal workspace
 * does not change, because a request of its owner would then create another one. Idempotent.
 */
export async function closeWorkspace(
  app: Pick<App, 'db' | 'queue' | 'clock'>,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const row = await lockAnyWorkspace(tx, id);
    if (!row.is_personal && !row.deleted_at)
      await updateWorkspace(tx, { id, changes: { deleted_at: now }, now });
    await endWork(tx, id, now);
  });
  await cancelRuns(app, id);
}

/** Deletes the workflows of a workspace and its credentials for external services, so that nothing can start. */
async function endWork(tx: Db, id: string, now: Date): Promise<void> {
  await deleteWorkflowsOfWorkspace(tx, id, now);
  await deleteKeysOfWorkspace(tx, id);
  await deleteEndpointsOfWorkspace(tx, id);
  await deleteBudgetsOfWorkspace(tx, id);
  await deleteTargetsOfWorkspace(tx, id, now);
}

/** Cancels every run of a workspace that has not ended. */
async function cancelRuns(app: Pick<App, 'db' | 'queue' | 'clock'>, id: string): Promise<void> {
  for (const run_id of await listActiveRunIds(app.db, 'workspace_id', id))
    await cancelRun(app, { workspace_id: id, run_id });
}
