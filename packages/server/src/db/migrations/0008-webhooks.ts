import { type Kysely, sql } from 'kysely';

/** Outgoing webhooks, and the activity log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createWebhooks(db);
  await createActivity(db);
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_endpoint (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      created_by uuid not null references app_user (id),
      url text not null,
      description text,
      events text[] not null,
      active boolean not null default true,
      disabled_at timestamptz(3),
      disabled_reason text check (disabled_reason in ('manual', 'gone', 'failures')),
      failing_since timestamptz(3),
      secret bytea not null,
      previous_secret bytea,
      previous_secret_until timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      constraint webhook_endpoint_disabled check (active = (disabled_at is null))
    );
    create index webhook_endpoint_workspace on webhook_endpoint (workspace_id, created_at desc, id);

    -- Events, written with their change, and only if an endpoint subscribes to them.
    create table webhook_event (
      id uuid primary key,
      workspace_id uuid not null,
      type text not null,
      data jsonb not null,
      created_at timestamptz(3) not null,
      sent_on_at timestamptz(3)
    );
    create index webhook_event_open on webhook_event (created_at) where sent_on_at is null;
    create index webhook_event_age on webhook_event (created_at);

    create table webhook_delivery (
      id uuid primary key,
      workspace_id uuid not null,
      endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
      event_id uuid not null references webhook_event (id) on delete cascade,
      redelivery_of uuid references webhook_delivery (id) on delete set null,
      status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
      attempts integer not null default 0,
      job_id uuid not null,
      next_attempt_at timestamptz(3),
      first_attempt_at timestamptz(3),
      last_attempt_at timestamptz(3),
      response_status integer,
      response_body text,
      duration_ms integer,
      error text,
      created_at timestamptz(3) not null,
      constraint webhook_delivery_end check (status = 'pending' or next_attempt_at is null)
    );
    create index webhook_delivery_log on webhook_delivery (endpoint_id, created_at desc, id);
    create index webhook_delivery_event on webhook_delivery (event_id);
    create unique index webhook_delivery_once on webhook_delivery (event_id, endpoint_id) where redelivery_of is null;
    create index webhook_delivery_again on webhook_delivery (redelivery_of) where redelivery_of is not null;
    create index webhook_delivery_open on webhook_delivery (coalesce(next_attempt_at, last_attempt_at)) where status = 'pending';
  `.execute(db);
}

async function createActivity(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Names at the time of the entry. No references, so that an entry never waits for the lock of a workspace.
    create table activity (
      id uuid primary key,
      workspace_id uuid not null,
      user_id uuid,
      action text not null,
      kind text not null,
      resource_type text not null,
      resource_id uuid,
      resource_name text,
      metadata jsonb,
      ip text,
      created_at timestamptz(3) not null
    );
    create index activity_recent on activity (workspace_id, created_at desc, id);
    create index activity_by_user on activity (workspace_id, user_id, created_at desc, id);
    create index activity_by_action on activity (workspace_id, action, created_at desc, id);
  `.execute(db);
}
