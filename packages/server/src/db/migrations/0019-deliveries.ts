import { type Kysely, sql } from 'kysely';

/** The workspaces' own buckets, and the runs to send to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery_target (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      name text not null,
      endpoint text,
      region text not null,
      bucket text not null,
      prefix text not null,
      path_style boolean not null,
      access_key_preview text not null,
      sealed bytea not null,
      created_by uuid not null references app_user (id),
      checked_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create unique index delivery_target_name on delivery_target (workspace_id, name);

    -- A push of a run to a bucket. Files are sent in the order of the export. All files before the position are done.
    create table run_delivery (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      run_id uuid not null references run (id) on delete cascade,
      node_id uuid,
      target_id uuid references delivery_target (id) on delete set null,
      target_name text not null,
      destination text not null,
      automatic boolean not null default false,
      status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed')),
      files_total integer,
      position integer not null default 0,
      files_failed integer not null default 0,
      size_bytes bigint not null default 0,
      failures jsonb not null default '[]',
      error text,
      -- Attempts since the last file was delivered.
      tries integer not null default 0,
      job_id uuid not null,
      claim_id uuid,
      created_by uuid references app_user (id),
      created_at timestamptz(3) not null,
      started_at timestamptz(3),
      completed_at timestamptz(3),
      updated_at timestamptz(3) not null,
      constraint run_delivery_end check ((status in ('completed', 'failed')) = (completed_at is not null))
    );
    create index run_delivery_list on run_delivery (run_id, created_at desc, id);
    create unique index run_delivery_open on run_delivery
      (run_id, coalesce(node_id, '00000000-0000-0000-0000-000000000000'), target_id)
      where status in ('pending', 'running');
    create unique index run_delivery_automatic on run_delivery (run_id, node_id) where automatic;
    create index run_delivery_target on run_delivery (target_id) where status in ('pending', 'running');
    create index run_delivery_workspace on run_delivery (workspace_id);
    create index run_delivery_late on run_delivery (updated_at) where status in ('pending', 'running');
  `.execute(db);
}
