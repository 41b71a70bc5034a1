import { type Kysely, sql } from 'kysely';

/**
 * Takes of a fallback for a request to another provider, so that no later run pays for this request again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stand_in (
      workspace_id uuid not null,
      take_id text not null,
      -- The request for the cast voice, with the fallback that spoke instead.
      key bytea not null,
      created_at timestamptz(3) not null,
      primary key (workspace_id, take_id, key),
      -- Stored with the take, and deleted with it.
      foreign key (workspace_id, take_id) references audio (workspace_id, id) on delete cascade
    );
    create index stand_in_key on stand_in (workspace_id, key);
  `.execute(db);
}
