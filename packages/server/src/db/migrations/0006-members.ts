import { type Kysely, sql } from 'kysely';

/** Invites, notification preferences, workspace settings, and outgoing emails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspace add column default_language text, add column theme text;
    -- The slug of a deleted workspace can be used again.
    alter table workspace drop constraint workspace_slug_key;
    create unique index workspace_slug on workspace (slug) where deleted_at is null;

    create table workspace_invite (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      email text not null,
      role text not null check (role in ('admin', 'editor', 'viewer')),
      status text not null check (status in ('pending', 'accepted', 'revoked', 'expired')),
      token_hash bytea not null unique,
      invited_by uuid not null references app_user (id),
      accepted_by uuid references app_user (id),
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create unique index workspace_invite_pending on workspace_invite (workspace_id, email)
      where status = 'pending';

    create table notification_preference (
      user_id uuid primary key references app_user (id),
      completed_generation_email boolean not null,
      failed_generation_email boolean not null,
      weekly_usage_summary_email boolean not null,
      product_updates_email boolean not null,
      updated_at timestamptz(3) not null
    );

    create table mail_outbox (
      id uuid primary key,
      kind text not null,
      content bytea,
      attempts integer not null default 0,
      last_error text,
      created_at timestamptz(3) not null,
      sent_at timestamptz(3),
      failed_at timestamptz(3),
      constraint mail_outbox_end check (content is not null or sent_at is not null or failed_at is not null)
    );
    create index mail_outbox_open on mail_outbox (created_at) where sent_at is null and failed_at is null;
    create index mail_outbox_ended on mail_outbox ((coalesce(sent_at, failed_at)))
      where sent_at is not null or failed_at is not null;
  `.execute(db);
}
