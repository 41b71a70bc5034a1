import type { Db } from '../../db/index.ts';

/** Deletes the buckets of a workspace and ends its deliveries, in the transaction that deletes it. */
export async function deleteTargetsOfWorkspace(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await tx.deleteFrom('delivery_target').where('workspace_id', '=', workspaceId).execute();
  await tx
    .updateTable('run_delivery')
    .set({ status: 'failed', error: 'The workspace was deleted.', completed_at: now, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', ['awaiting_approval', 'pending', 'running'])
    .execute();
}
