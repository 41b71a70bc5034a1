import { type Kysely, sql } from 'kysely';

/** The inline elements and segments of a line's file, so that an export can write them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run_line add column markup jsonb`.execute(db);
}
