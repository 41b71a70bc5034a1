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
      -- The checks after the generator, with everything that decides their verdict.
      checks_key bytea not null,
      -- The maximum duration of the line if the take exceeds it; otherwise 0.
      limit_ms int not null,
      -- A check let the take pass because its retries were used up.
      exhausted boolean not null,
      -- No other generator spoke the line after this one.
      is_last boolean not null,
      created_at timestamptz(3) not null,
      primary key (workspace_id, take_id, checks_key, limit_ms),
      -- Stored with the take, and deleted with it.
      foreign key (workspace_id, take_id) references audio (workspace_id, id) on delete cascade
    );

    -- The locale of each of retry_line_ids; null means all.
    alter table run add column retry_locales text[];
    alter table run add column retry_respeak boolean not null default false;
  `.execute(db);
}
