import { type Kysely, sql } from 'kysely';

/** How a line is to be said, as the script tells the people who work on it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run_line add column direction text`.execute(db);
}
