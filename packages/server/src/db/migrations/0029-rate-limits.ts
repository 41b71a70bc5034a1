import { type Kysely, sql } from 'kysely';

/** Unlogged: counts of the last minute need no disk writes and may be lost in a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Earlier releases created the table when they started.
  await sql`
    create unlogged table if not exists rate_limit (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    ) with (fillfactor = 50)`.execute(db);
  await sql`alter table rate_limit add column if not exists leased integer not null default 0`.execute(db);
}
