import { type Kysely, sql } from 'kysely';

// size: one statement after the other, nothing to take apart

/** Runs and everything the engine writes: lines, chunks, steps, attempts, audio, events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table run (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      workflow_id uuid not null references workflow (id),
      account_id uuid not null references app_user (id),
      run_number integer not null,
      status text not null check (status in ('pending', 'running', 'paused', 'completed', 'failed', 'cancelled')),
      definition jsonb not null,
      total_nodes integer not null,
      total_steps integer not null default 0,
      finished_steps integer not null default 0,
      open_chunks integer not null default 0,
      queued_chunks integer not null default 0,
      next_chunk_seq integer not null default 0,
      next_line_no integer not null default 0,
      event_seq integer not null default 0,
      max_failed_lines integer not null default 0,
      lines_total integer not null default 0,
      lines_delivered integer not null default 0,
      lines_dropped integer not null default 0,
      lines_failed integer not null default 0,
      retries integer not null default 0,
      reused_takes integer not null default 0,
      characters integer not null default 0,
      audio_ms bigint not null default 0,
      credits integer not null default 0,
      hold integer not null default 0 check (hold >= 0),
      hold_allocated integer not null default 0 check (hold_allocated >= 0),
      triggered_by uuid not null references app_user (id),
      api_key_id uuid references api_key (id),
      retry_of uuid references run (id),
      retry_line_ids text[],
      error jsonb,
      first_audio_at timestamptz(3),
      pause_requested_at timestamptz(3),
      paused_at timestamptz(3),
      started_at timestamptz(3),
      completed_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      unique (workflow_id, run_number)
    );
    create unique index run_active_per_workflow on run (workflow_id) where status in ('pending', 'running', 'paused');
    create index run_active_per_account on run (account_id) where status in ('pending', 'running', 'paused');
    create index run_by_creation on run (workflow_id, created_at desc, id);
    create index run_by_start on run (workflow_id, started_at desc, id);
    create index run_by_completion on run (workflow_id, completed_at desc, id);
    create index run_by_status on run (workflow_id, status, id);

    create table run_line (
      run_id uuid not null references run (id),
      no integer not null,
      node_id uuid not null,
      line_id text not null,
      source_line_id text,
      line_index integer not null,
      locale_code text not null,
      script text not null,
      spoken_script text,
      character_name text,
      max_duration_ms integer,
      start_ms integer,
      notes text,
      characters integer not null,
      status text not null default 'active' check (status in ('active', 'delivered', 'dropped', 'failed')),
      audio_id text,
      retry_count integer not null default 0,
      open_tokens integer not null default 1,
      delivered_score real,
      error jsonb,
      primary key (run_id, no)
    );
    create index run_line_order on run_line (run_id, line_index, no);

    create table run_chunk (
      id uuid primary key,
      run_id uuid not null references run (id),
      workspace_id uuid not null,
      node_id uuid not null,
      iteration integer not null,
      depth integer not null,
      seq integer not null,
      items jsonb not null,
      status text not null check (status in ('planned', 'queued', 'done', 'cancelled')),
      hold_allocated integer not null default 0 check (hold_allocated >= 0),
      job_id uuid,
      queued_at timestamptz(3)
    );
    create index run_chunk_next on run_chunk (run_id, status, depth desc, seq);
    create index run_chunk_outstanding on run_chunk (workspace_id) where status = 'queued';

    create table run_step (
      run_id uuid not null references run (id),
      node_id uuid not null,
      iteration integer not null,
      node_type text not null,
      total integer not null default 0,
      done integer not null default 0,
      failed integer not null default 0,
      passed integer not null default 0,
      rejected integer not null default 0,
      open_chunks integer not null default 0,
      error jsonb,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      primary key (run_id, node_id, iteration)
    );

    create table attempt (
      run_id uuid not null references run (id),
      node_id uuid not null,
      iteration integer not null,
      line_no integer not null,
      input_id text not null,
      port text not null,
      output_id text,
      verdict jsonb,
      characters integer not null default 0,
      credits integer not null default 0,
      reused boolean not null default false,
      error jsonb,
      created_at timestamptz(3) not null,
      primary key (run_id, node_id, iteration, line_no, input_id)
    );
    create index attempt_by_line on attempt (run_id, line_no);

    create table run_visit (
      run_id uuid not null references run (id),
      node_id uuid not null,
      iteration integer not null,
      line_no integer not null,
      input_id text not null,
      primary key (run_id, node_id, iteration, line_no, input_id)
    );

    create table line_strike (
      run_id uuid not null references run (id),
      node_id uuid not null,
      line_no integer not null,
      strikes integer not null,
      primary key (run_id, node_id, line_no)
    );

    create table run_locale (
      run_id uuid not null references run (id),
      locale_code text not null,
      lines integer not null default 0,
      finished_lines integer not null default 0,
      characters integer not null default 0,
      audio_ms bigint not null default 0,
      retries integer not null default 0,
      credits integer not null default 0,
      delivered_lines integer not null default 0,
      delivered_ms bigint not null default 0,
      primary key (run_id, locale_code)
    );

    create table audio (
      workspace_id uuid not null references workspace (id),
      id text not null,
      kind text not null check (kind in ('take', 'master')),
      take_id text not null,
      run_id uuid not null,
      reuse_key bytea not null,
      provider text not null,
      model text not null,
      voice_id uuid,
      settings jsonb not null,
      locale_code text not null,
      spoken_text text,
      characters integer not null,
      credits integer not null,
      object_key text not null,
      sha256 text not null,
      format text not null,
      content_type text not null,
      sample_rate integer not null,
      channels integer not null,
      duration_ms integer not null,
      size_bytes bigint not null,
      facts jsonb not null,
      delivered_at timestamptz(3),
      created_at timestamptz(3) not null,
      primary key (workspace_id, id)
    );
    create index audio_reuse on audio (workspace_id, reuse_key, created_at);

    create table run_event (
      run_id uuid not null references run (id),
      seq integer not null,
      type text not null,
      data jsonb not null,
      at timestamptz(3) not null,
      primary key (run_id, seq)
    );
  `.execute(db);
}
