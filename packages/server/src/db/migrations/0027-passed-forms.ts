import { type Kysely, sql } from 'kysely';

/** Which form of a take passed a check, raw or mastered, so that no later run uses a form that failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passed_form (
      workspace_id uuid not null,
      audio_id text not null,
      -- The check and the take.
      key bytea not null,
      created_at timestamptz(3) not null,
      primary key (workspace_id, audio_id, key),
      -- Stored with the audio, and deleted with it.
      foreign key (workspace_id, audio_id) references audio (workspace_id, id) on delete cascade
    );
    create index passed_form_key on passed_form (workspace_id, key);
  `.execute(db);
}
