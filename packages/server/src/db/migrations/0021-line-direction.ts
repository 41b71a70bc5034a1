import { type Kysely, sql } from 'kysely';

/** The direction of a line, and the text that it translates if its file contains one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_line
      add column direction text,
      -- The source of a translated XLIFF unit. It is not a separate line.
      add column source_script text,
      add column source_locale_code text
  `.execute(db);
}
