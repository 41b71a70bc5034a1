import { type Kysely, sql } from 'kysely';

/** Lines without text end as skipped, and a source stores how it read its script. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_line
      drop constraint run_line_status_check,
      -- The earlier check was stricter, so all rows are valid. A scan under the lock of the table would find nothing.
      add constraint run_line_status_check
        check (status in ('active', 'delivered', 'dropped', 'failed', 'skipped', 'translated')) not valid;
    alter table run add column lines_skipped integer not null default 0;
    alter table run_step add column reading jsonb;
  `.execute(db);
}
