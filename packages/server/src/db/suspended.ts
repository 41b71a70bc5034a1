import { sql } from 'kysely';

/** Whether a workspace or its owner is suspended. For a query with the tables `workspace` and `owner`. */
export const isSuspended = sql<boolean>`coalesce(workspace.suspended_at, owner.suspended_at) is not null`;
