import type { Db } from '../../db/index.ts';

/**
 * Deletes a workspace's credentials for external services: provider keys, buckets and webhook endpoints.
 * Pending requests to them end. Runs in the transaction that deletes the workspace and holds its row lock.
 */
export async function dropWorkspaceSecrets(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await tx.deleteFrom('provider_key').where('workspace_id', '=', workspaceId).execute();
  // Also deletes the delivery log.
  await tx.deleteFrom('webhook_endpoint').where('workspace_id', '=', workspaceId).execute();
  await tx.deleteFrom('delivery_target').where('workspace_id', '=', workspaceId).execute();
  await tx
    .updateTable('run_delivery')
    .set({ status: 'failed', error: 'The workspace was deleted.', completed_at: now, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', ['pending', 'running'])
    .execute();
}
