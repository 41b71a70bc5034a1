import { type Kysely, sql } from 'kysely';

/** The figures of a run that has ended, so that its overview reads them instead of every attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run add column aggregates jsonb`.execute(db);
}
