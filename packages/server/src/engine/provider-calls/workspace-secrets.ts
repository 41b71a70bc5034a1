import type { Db } from '../../db/index.ts';

/**
 * Removes what a workspace brought to speak with others: keys of providers, buckets, addresses of webhooks. What is under way to
 * them ends. In the transaction that deletes the workspace, whose row is held.
 */
export async function dropWorkspaceSecrets(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await tx.deleteFrom('provider_key').where('workspace_id', '=', workspaceId).execute();
  // With the record of what was sent to them.
  await tx.deleteFrom('webhook_endpoint').where('workspace_id', '=', workspaceId).execute();
  await tx.deleteFrom('delivery_target').where('workspace_id', '=', workspaceId).execute();
  await tx
    .updateTable('run_delivery')
    .set({ status: 'failed', error: 'The workspace was deleted.', completed_at: now, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', ['pending', 'running'])
    .execute();
}
