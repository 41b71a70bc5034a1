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
export async function deleteSchedulesOfWorkflow(tx: Db, workflowId: string): Promise<void> {
  await tx.deleteFrom('schedule').where('workflow_id', '=', workflowId).execute();
}

/** Disables the schedules that a person created in workspaces of others. */
export async function disableSchedulesOf(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('schedule')
    .set({ disabled_reason: 'manual', next_run_at: null, updated_at: now })
    .where('created_by', '=', userId)
    .where('next_run_at', 'is not', null)
    .execute();
}
