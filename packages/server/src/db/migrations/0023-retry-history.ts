import { type Kysely, sql } from 'kysely';

/**
 * The results of takes, so that no later run pays again for the same attempts, and the lines that a retry
 * names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retry_history (
      workspace_id uuid not null,
      take_id text not null,
      -- The checks behind the generator, with everything that decides what they make of a take.
      checks_key bytea not null,
      -- The longest duration of the line, where the take does not fit it; else 0.
      limit_ms int not null,
      -- A check let the take pass because its retries were used up.
      exhausted boolean not null,
      -- No other generator spoke the line after this one.
      is_last boolean not null,
      created_at timestamptz(3) not null,
      primary key (workspace_id, take_id, checks_key, limit_ms),
      -- It is kept with the take and goes with it.
      foreign key (workspace_id, take_id) references audio (workspace_id, id) on delete cascade
    );

    -- Beside retry_line_ids: the locale of each, null where all are meant.
    alter table run add column retry_locales text[];
    alter table run add column retry_respeak boolean not null default false;
  `.execute(db);
}
