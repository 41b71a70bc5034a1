import { type Kysely, sql } from 'kysely';

/**
 * Provider keys, the dictionary, samples and features of voices, and the uploads and voices that a run used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider_key (
      workspace_id uuid not null references workspace (id),
      provider text not null,
      ring_key_id text not null,
      sealed bytea not null,
      key_preview text not null,
      status text not null check (status in ('valid', 'invalid', 'unverified')),
      validated_at timestamptz(3),
      checked_at timestamptz(3) not null,
      created_by uuid not null references app_user (id),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (workspace_id, provider)
    );
    create index provider_key_by_ring_key on provider_key (ring_key_id, workspace_id, provider);
    create index provider_key_unverified on provider_key (checked_at) where status = 'unverified';

    create table dictionary_entry (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      created_by uuid not null references app_user (id),
      word text not null,
      word_key text not null,
      language text not null,
      method text not null check (method in ('spelled', 'ipa', 'recorded')),
      pronunciation text,
      ipa text,
      upload_id uuid references upload (id) on delete set null,
      description text,
      uses_count integer not null default 0,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      constraint dictionary_entry_word unique (workspace_id, language, word_key)
    );
    create index dictionary_entry_order on dictionary_entry (workspace_id, word_key, language, id);
    create index dictionary_entry_upload on dictionary_entry (upload_id) where upload_id is not null;

    -- The source of a sample. A voice without an object has no sample. Features are those of the sample.
    alter table voice
      add column sample_id text,
      add column sample_key text,
      add column sample_lease_until timestamptz(3),
      add column features double precision[];

    -- Each voice and each dictionary entry that a run used, once.
    create table run_use (
      run_id uuid not null references run (id) on delete cascade,
      subject_id uuid not null,
      kind text not null check (kind in ('voice', 'dictionary_entry')),
      primary key (run_id, subject_id)
    );
  `.execute(db);
}
