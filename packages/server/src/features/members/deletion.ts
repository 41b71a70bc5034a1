import { sql } from 'kysely';

/** The invites that were sent to one of these addresses, which are in lower case. */
export const invitesToSql = (addresses: readonly string[]) => ({
  table: 'workspace_invite',
  rows: sql`lower(email) = any(${addresses}::text[])`,
});

/** The invites that a person accepted. */
export const invitesAcceptedBySql = (userId: string) => ({
  table: 'workspace_invite',
  rows: sql`accepted_by = ${userId}`,
});
