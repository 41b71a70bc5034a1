import type { Db } from '../../db/index.ts';

/** Deletes all workflows of a workspace that is being deleted. */
export async function deleteWorkflowsOfWorkspace(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await tx
    .updateTable('workflow')
    .set({ deleted_at: now, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .execute();
}
