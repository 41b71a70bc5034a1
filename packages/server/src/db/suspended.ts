import { sql } from 'kysely';
import type { Db } from './index.ts';

/** Whether a workspace or its owner is suspended. For a query with the tables `workspace` and `owner`. */
export const isSuspended = sql<boolean>`coalesce(workspace.suspended_at, owner.suspended_at) is not null`;

/** Notifies all processes that rights were withdrawn, so that they check the callers of open streams again. */
export const ACCESS_CHANNEL = 'access';

/** Tells all processes to read again which accounts are suspended. */
export async function notifyAccessChange(tx: Db): Promise<void> {
  await sql`select pg_notify(${ACCESS_CHANNEL}, '')`.execute(tx);
}
