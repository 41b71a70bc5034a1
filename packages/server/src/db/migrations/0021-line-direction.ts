import { type Kysely, sql } from 'kysely';

/** How a line is to be said, as the script tells people, and what it translates where its file says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_line
      add column direction text,
      -- The source of a unit of XLIFF that is translated. It is not a line of its own.
      add column source_script text,
      add column source_locale_code text
  `.execute(db);
}
