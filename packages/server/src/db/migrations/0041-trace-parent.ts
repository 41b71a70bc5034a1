import { type Kysely, sql } from 'kysely';

/** The trace that a run belongs to, so that every process continues it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run add column trace_parent text`.execute(db);
}
