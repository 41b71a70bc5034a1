import { type Kysely, sql } from 'kysely';

/** How the file of a line writes it: inline elements and segments, so that an export can write them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run_line add column markup jsonb`.execute(db);
}
