import type { Db } from '../../../db/index.ts';

/** Deletes the budgets of a workspace with their periods, in the transaction that deletes it. */
export async function deleteBudgetsOfWorkspace(tx: Db, workspaceId: string): Promise<void> {
  await tx.deleteFrom('budget').where('workspace_id', '=', workspaceId).execute();
}
