import { type Kysely, sql } from 'kysely';

/**
 * Credit periods of plans, the position of each sweep, the results of the last ledger check, and the time
 * when audio was last used. Sums of credits exceed four bytes if plans have no limit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await periods(db);
  await retention(db);
}

async function periods(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table credit_entry alter column amount type bigint, alter column hold type bigint;
    -- Grants of a period are searched by account and period, which is the third part of the cause.
    create index credit_entry_grants on credit_entry (account_id, split_part(cause, '/', 3)) where kind = 'grant';

    alter table credit_account
      alter column balance type bigint,
      alter column held type bigint,
      add column period text,
      add column period_no integer not null default 0,
      add column spent bigint not null default 0,
      add column spent_before bigint not null default 0,
      add column carried bigint not null default 0 check (carried >= 0);
    alter table run add column credit_period_no integer not null default 0;
    create index credit_account_due on credit_account (period_end);

    update credit_account set
      period = to_char(period_start at time zone 'UTC', 'YYYY-MM'),
      spent = settled.total,
      spent_before = settled.total - settled.here
    from (
      select entry.account_id, -sum(entry.amount)::bigint as total,
             -coalesce(sum(entry.amount) filter (where entry.created_at >= account.period_start), 0)::bigint as here
      from credit_entry entry
      join credit_account account on account.user_id = entry.account_id
      where entry.kind = 'settle'
      group by entry.account_id
    ) settled
    where settled.account_id = credit_account.user_id;
    update credit_account set period = to_char(period_start at time zone 'UTC', 'YYYY-MM') where period is null;

    create table ledger_check (
      name text primary key,
      differences integer not null,
      checked_at timestamptz(3) not null
    );
  `.execute(db);
}

async function retention(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run
      add column audio_removed_at timestamptz(3),
      add column events_removed_at timestamptz(3);
    create index run_events_due on run (completed_at) where completed_at is not null and events_removed_at is null;
    create index run_audio_due on run (workspace_id, completed_at)
      where completed_at is not null and audio_removed_at is null;

    alter table audio add column used_at timestamptz(3) not null default now();
    update audio set used_at = created_at;
    update audio set used_at = reused.used_at
    from (
      select run.workspace_id, attempt.output_id, max(attempt.created_at) as used_at
      from attempt join run on run.id = attempt.run_id
      where attempt.reused and attempt.output_id is not null
      group by 1, 2
    ) reused
    where reused.workspace_id = audio.workspace_id and reused.output_id = audio.id
      and reused.used_at > audio.used_at;
    create index audio_age on audio (workspace_id, used_at);
    create index audio_object on audio using hash (object_key);

    create index run_line_id on run_line (run_id, line_id);
    create index attempt_output on attempt (run_id, output_id);

    create table sweep_cursor (
      name text primary key,
      cursor text,
      rest_until timestamptz(3)
    );
  `.execute(db);
}
