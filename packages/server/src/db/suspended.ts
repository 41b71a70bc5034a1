import { sql } from 'kysely';

/** Whether a workspace or its owner is suspended, in a query that has both, the owner as `owner`. */
export const isSuspended = sql<boolean>`coalesce(workspace.suspended_at, owner.suspended_at) is not null`;
