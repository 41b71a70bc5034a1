import { type Kysely, sql } from 'kysely';

/**
 * Customers and their plans. The processor has the authoritative state. `subscription` mirrors it, so that
 * checking a limit reads one row without a call. `fetches` numbers the requests, so that an older response
 * never replaces a newer one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addCustomers(db);
  await addMirror(db);
}

async function addCustomers(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plan add column slug text unique;

    create table plan_price (
      processor_price_id text primary key,
      plan_id uuid not null references plan (id),
      amount integer not null,
      currency text not null,
      created_at timestamptz(3) not null
    );
    create index plan_price_plan on plan_price (plan_id);

    create table billing_customer (
      user_id uuid primary key references app_user (id),
      processor_customer_id text not null unique,
      write_epoch integer not null default 0,
      lease_token uuid,
      lease_until timestamptz(3),
      unsettled_since timestamptz(3),
      watched_until timestamptz(3),
      checkout_session_id text,
      fetches bigint not null default 0,
      created_at timestamptz(3) not null
    );
    create index billing_customer_unsettled on billing_customer (unsettled_since) where unsettled_since is not null;
    create index billing_customer_watched on billing_customer (watched_until) where watched_until is not null;
  `.execute(db);
}

async function addMirror(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription (
      id uuid primary key,
      user_id uuid not null references app_user (id),
      processor_subscription_id text not null unique,
      processor_schedule_id text,
      plan_id uuid not null references plan (id),
      status text not null,
      current_period_start timestamptz(3) not null,
      current_period_end timestamptz(3) not null,
      cancel_at_period_end boolean not null default false,
      canceled_at timestamptz(3),
      ended_at timestamptz(3),
      scheduled_plan_id uuid references plan (id),
      scheduled_at timestamptz(3),
      fetch_no bigint not null default 0,
      fetched_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index subscription_user on subscription (user_id, created_at desc, id);
    create index subscription_live on subscription (fetched_at) where ended_at is null;

    create table plan_preview (
      user_id uuid not null references app_user (id),
      plan_id uuid not null references plan (id),
      subscription_id uuid not null references subscription (id),
      period_start timestamptz(3) not null,
      prorated_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      primary key (user_id, plan_id)
    );
    create index plan_preview_age on plan_preview (created_at);

    create table processor_event (
      id text primary key,
      type text not null,
      processor_customer_id text,
      created_at timestamptz(3) not null,
      received_at timestamptz(3) not null,
      processed_at timestamptz(3)
    );
    create index processor_event_open on processor_event (processor_customer_id, received_at)
      where processed_at is null;
    create index processor_event_age on processor_event (received_at);
  `.execute(db);
}
