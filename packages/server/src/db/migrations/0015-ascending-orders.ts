import { type Kysely, sql } from 'kysely';

/**
 * Indexes for sort orders in which many rows share the first key. With an index in the other direction,
 * PostgreSQL would sort these rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index workflow_by_runs_up on workflow (workspace_id, runs_count, id) where deleted_at is null;
    create index voice_by_use_up on voice (uses_count, id);
  `.execute(db);
}
