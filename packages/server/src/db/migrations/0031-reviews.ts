import { type Kysely, sql } from 'kysely';

/** Reviews of runs: the lines with their decisions, and everything that happened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      workflow_id uuid not null references workflow (id),
      root_run_id uuid not null unique references run (id),
      current_run_id uuid not null references run (id),
      -- The number of the last event. Every writer of the review locks this row.
      event_seq bigint not null default 0,
      created_by uuid not null references app_user (id),
      created_at timestamptz(3) not null
    );
    create index review_workspace on review (workspace_id, created_at desc, id);
    create index review_workflow on review (workflow_id);

    create table review_item (
      review_id uuid not null references review (id),
      -- The position in the script, then among the locales of the line.
      no integer not null,
      -- The line in the run that delivered its current audio.
      run_id uuid not null,
      line_no integer not null,
      node_id uuid not null,
      line_id text not null,
      line_index integer not null,
      locale_code text not null,
      character_name text,
      script text not null,
      source_script text,
      status text not null check (status in ('delivered', 'dropped', 'failed', 'missing')),
      audio_id text,
      -- The take behind the delivered audio.
      take_id text,
      duration_ms integer,
      takes_count integer not null,
      score real,
      verdict text,
      is_outlier boolean not null,
      decision text check (decision in ('approved', 'rejected', 'needs_work', 'waived')),
      chosen_audio_id text,
      reason text,
      note text,
      decided_by jsonb,
      decided_at timestamptz(3),
      version integer not null default 0,
      -- The event that changed the item last.
      changed_seq bigint not null default 0,
      primary key (review_id, no)
    );
    create index review_item_locale on review_item (review_id, locale_code, no);
    create index review_item_score on review_item (review_id, score, no);
    create index review_item_duration on review_item (review_id, duration_ms, no);
    create index review_item_changed on review_item (review_id, changed_seq, no);
    create index review_item_line on review_item (review_id, line_id, locale_code);

    -- Events in order. History and stream read these rows.
    create table review_event (
      review_id uuid not null references review (id),
      seq bigint not null,
      type text not null,
      actor jsonb not null,
      data jsonb not null,
      -- The items that the event is about.
      nos integer[] not null,
      at timestamptz(3) not null,
      primary key (review_id, seq)
    );
    create index review_event_item on review_event using gin (nos);
    create trigger review_event_append_only before update or delete on review_event
      for each row execute function refuse_change();
  `.execute(db);
}
