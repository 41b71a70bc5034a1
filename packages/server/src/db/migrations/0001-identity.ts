import { type Kysely, sql } from 'kysely';

// size: one statement after the other, nothing to take apart

/** Users, workspaces, members, plans, API keys, and the responses stored for Idempotency-Key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_user (
      id uuid primary key,
      issuer text not null,
      subject text not null,
      email text,
      email_verified boolean not null default false,
      first_name text,
      last_name text,
      image_url text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      unique (issuer, subject)
    );

    create table plan (
      id uuid primary key,
      name text not null,
      tier text not null,
      limits jsonb not null,
      billing_interval text not null,
      amount integer not null,
      currency text not null,
      display_order integer not null,
      is_default boolean not null default false,
      is_listed boolean not null default true,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create unique index plan_default on plan (is_default) where is_default;

    create table workspace (
      id uuid primary key,
      name text not null,
      slug text not null unique,
      color_idx smallint not null,
      owner_id uuid not null references app_user (id),
      created_by uuid not null references app_user (id),
      is_personal boolean not null default false,
      routing_price_sensitivity real not null default 0.5,
      routing_llm_fit boolean not null default true,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3)
    );
    create unique index workspace_personal on workspace (owner_id) where is_personal and deleted_at is null;
    create index workspace_owner on workspace (owner_id) where deleted_at is null;

    create table workspace_member (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      user_id uuid not null references app_user (id),
      role text not null check (role in ('admin', 'editor', 'viewer')),
      last_active_at timestamptz(3),
      created_at timestamptz(3) not null,
      unique (workspace_id, user_id)
    );
    create index workspace_member_user on workspace_member (user_id, workspace_id);

    create table api_key (
      id uuid primary key,
      workspace_id uuid not null references workspace (id),
      created_by uuid not null references app_user (id),
      name text not null,
      key_type text not null,
      key_prefix text not null,
      key_suffix text not null,
      key_hash bytea not null unique,
      scopes text[] not null,
      active boolean not null default true,
      rate_limit_per_min integer,
      last_used_at timestamptz(3),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index api_key_list on api_key (workspace_id, created_at desc, id);

    create table idempotency_key (
      caller text not null,
      key text not null,
      fingerprint bytea not null,
      locked_until timestamptz(3),
      response_status integer,
      response_headers jsonb,
      response_body bytea,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (caller, key)
    );
    create index idempotency_key_expiry on idempotency_key (expires_at);
  `.execute(db);
}
