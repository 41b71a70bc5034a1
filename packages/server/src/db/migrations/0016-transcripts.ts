import { type Kysely, sql } from 'kysely';

/** Transcripts of stored audio, so that no take is transcribed and charged twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transcript (
      workspace_id uuid not null,
      audio_id text not null,
      provider text not null,
      model text not null,
      -- The language in the request; empty if the provider detected it.
      language text not null,
      heard_language text,
      text text not null,
      words jsonb not null,
      billed jsonb,
      request_id text,
      created_at timestamptz(3) not null,
      primary key (workspace_id, audio_id, provider, model, language),
      -- Content of the audio, deleted with it.
      foreign key (workspace_id, audio_id) references audio (workspace_id, id) on delete cascade
    );
  `.execute(db);
}
