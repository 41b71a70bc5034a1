import { type Kysely, sql } from 'kysely';

/** The concurrency limit of each credential, its leases, and when its voices were listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One credential of one provider. The ID is a keyed digest that does not reveal it.
    create table speech_lane (
      id text primary key,
      places integer not null check (places > 0),
      successes integer not null default 0,
      halved_at timestamptz(3),
      updated_at timestamptz(3) not null
    );
    create index speech_lane_age on speech_lane (updated_at);

    -- Slots that one process holds until expires_at, used or not.
    create table speech_lease (
      lane_id text not null references speech_lane (id) on delete cascade,
      holder uuid not null,
      places integer not null check (places >= 0),
      wanted integer not null check (wanted >= 0),
      expires_at timestamptz(3) not null,
      primary key (lane_id, holder)
    );

    alter table provider_key
      add column voices_listed_at timestamptz(3),
      add column voices_tried_at timestamptz(3);
    create index provider_key_voices on provider_key (voices_tried_at nulls first);
    create index voice_of_workspace on voice (workspace_id, provider) where workspace_id is not null;
  `.execute(db);
}
