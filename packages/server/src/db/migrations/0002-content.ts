import { type Kysely, sql } from 'kysely';

// size: one statement after the other, nothing to take apart

/** Workflows, uploads, the storage ledger and the voice catalog. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      user_id uuid not null references app_user (id),
      name text not null,
      description text,
      definition jsonb not null,
      runs_count integer not null default 0,
      last_run_id uuid,
      last_run_at timestamptz(3),
      last_run_status text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3)
    );
    create index workflow_by_update on workflow (workspace_id, updated_at desc, id) where deleted_at is null;
    create index workflow_by_name on workflow (workspace_id, lower(name), id) where deleted_at is null;
    create index workflow_by_runs on workflow (workspace_id, runs_count desc, id) where deleted_at is null;

    create table upload (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      user_id uuid not null references app_user (id),
      filename text not null,
      category text not null,
      content_type text not null,
      format text not null,
      status text not null check (status in ('pending', 'confirmed')),
      declared_size_bytes bigint,
      size_bytes bigint,
      checksum_sha256 text,
      object_key text not null,
      context_type text,
      context_id uuid,
      char_count integer,
      line_count integer,
      expires_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index upload_by_context on upload (workspace_id, context_id, created_at desc, id);
    create index upload_pending on upload (expires_at) where status = 'pending';

    create table storage_charge (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      cause text not null unique,
      delta_bytes bigint not null,
      created_at timestamptz(3) not null
    );
    create index storage_charge_workspace on storage_charge (workspace_id, created_at);

    create table workspace_storage (
      workspace_id uuid primary key references workspace (id),
      used_bytes bigint not null default 0 check (used_bytes >= 0)
    );

    create table voice (
      id uuid primary key,
      workspace_id uuid references workspace (id),
      user_id uuid references app_user (id),
      name text not null,
      provider text not null,
      provider_voice_id text not null,
      description text,
      is_active boolean not null default true,
      gender text,
      accent text,
      age text,
      category text,
      color text,
      tags text[] not null default '{}',
      descriptor text,
      uses_count integer not null default 0,
      source text not null,
      duration_seconds real,
      sample_url text,
      supported_languages text[] not null default '{}',
      supported_models text[],
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create unique index voice_identity on voice (provider, provider_voice_id, coalesce(workspace_id, '00000000-0000-0000-0000-000000000000'));
    create index voice_by_name on voice (lower(name), id);
    create index voice_by_creation on voice (created_at desc, id);
    create index voice_by_use on voice (uses_count desc, id);

    create table voice_favorite (
      workspace_id uuid not null references workspace (id),
      voice_id uuid not null references voice (id),
      created_at timestamptz(3) not null,
      primary key (workspace_id, voice_id)
    );
  `.execute(db);
}
