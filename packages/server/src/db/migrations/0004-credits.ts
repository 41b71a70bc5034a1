import { type Kysely, sql } from 'kysely';

/**
 * The credit ledger. `amount` changes the balance of an account, `hold` the reservations of active runs.
 * Entries never change. `credit_account` stores their sums, so that a check reads one row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_account (
      user_id uuid primary key references app_user (id),
      balance integer not null default 0,
      held integer not null default 0 check (held >= 0),
      period_start timestamptz(3),
      period_end timestamptz(3),
      check (balance >= held)
    );

    create table credit_entry (
      id uuid primary key,
      account_id uuid not null references app_user (id),
      workspace_id uuid,
      run_id uuid,
      kind text not null check (kind in ('grant', 'reserve', 'settle', 'release', 'expire')),
      cause text not null unique,
      amount integer not null default 0,
      hold integer not null default 0,
      created_at timestamptz(3) not null
    );
    create index credit_entry_account on credit_entry (account_id, created_at, id);
    create index credit_entry_run on credit_entry (run_id);

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$;
    create trigger credit_entry_append_only before update or delete on credit_entry
      for each row execute function refuse_change();
    create trigger storage_charge_append_only before update or delete on storage_charge
      for each row execute function refuse_change();
  `.execute(db);
}
