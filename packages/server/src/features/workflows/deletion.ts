import { nextVersion } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';

/** Deletes all workflows of a workspace that is being deleted. */
export async function deleteWorkflowsOfWorkspace(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await tx
    .updateTable('workflow')
    .set({ deleted_at: now, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .execute();
  await tx.deleteFrom('schedule').where('workspace_id', '=', workspaceId).execute();
}

/** Deletes the schedules of a workflow that is being deleted. */
export async function deleteSchedulesOfWorkflow(
  tx: Db,
  { workspace_id, workflow_id }: { workspace_id: string; workflow_id: string },
): Promise<void> {
  await tx
    .deleteFrom('schedule')
    .where('workspace_id', '=', workspace_id)
    .where('workflow_id', '=', workflow_id)
    .execute();
}

/** Disables the schedules that a person created in workspaces of others. */
export async function disableSchedulesOf(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('schedule')
    .set({ disabled_reason: 'manual', next_run_at: null, updated_at: nextVersion(now) })
    .where('created_by', '=', userId)
    .where('next_run_at', 'is not', null)
    .execute();
}
