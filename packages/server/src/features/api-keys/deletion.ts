import { sql } from 'kysely';

/** The active API keys that a person created. */
export const keysCreatedBySql = (userId: string | null) =>
  sql`select id, name, workspace_id from api_key where created_by = ${userId} and revoked_at is null`;

/** The names of callers with an API key that the person created or that belongs to one of the workspaces. */
export const keyCallersSql = (userId: string | null, workspaceIds: readonly string[]) =>
  sql`select 'key:' || id from api_key where created_by = ${userId} or workspace_id = any(${workspaceIds}::uuid[])`;
