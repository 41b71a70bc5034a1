import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** Deletes the webhook endpoints of a workspace with their delivery log, in the transaction that deletes it. */
export async function deleteEndpointsOfWorkspace(tx: Db, workspaceId: string): Promise<void> {
  await tx.deleteFrom('webhook_endpoint').where('workspace_id', '=', workspaceId).execute();
}

/** The active webhook endpoints that a person created, with their URLs as names. */
export const endpointsCreatedBySql = (userId: string | null) =>
  sql`select id, url as name, workspace_id from webhook_endpoint where created_by = ${userId} and active`;
