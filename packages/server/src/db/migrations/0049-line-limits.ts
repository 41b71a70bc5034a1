import { type Kysely, sql } from 'kysely';

/** The maximum number of characters of a line, and by how many its text exceeds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_line
      add column max_characters integer,
      add column characters_over integer`.execute(db);
}
