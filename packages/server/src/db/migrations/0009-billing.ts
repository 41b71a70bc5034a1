import { type Kysely, sql } from 'kysely';

/**
 * Who pays, for which plan. The processor is the authority: `subscription` mirrors what it says, so that a limit
 * costs one row and no call.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
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
      created_at timestamptz(3) not null
    );

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
      fetched_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index subscription_user on subscription (user_id, created_at desc, id);
    create index subscription_live on subscription (fetched_at) where ended_at is null;

    create table processor_event (
      id text primary key,
      type text not null,
      object_id text,
      created_at timestamptz(3) not null,
      received_at timestamptz(3) not null,
      processed_at timestamptz(3)
    );
    create index processor_event_open on processor_event (received_at) where processed_at is null;
    create index processor_event_age on processor_event (received_at);
  `.execute(db);
}
