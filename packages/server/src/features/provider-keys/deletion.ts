import type { Db } from '../../db/index.ts';

/** Deletes the provider keys of a workspace, in the transaction that deletes it. */
export async function deleteKeysOfWorkspace(tx: Db, workspaceId: string): Promise<void> {
  await tx.deleteFrom('provider_key').where('workspace_id', '=', workspaceId).execute();
}
