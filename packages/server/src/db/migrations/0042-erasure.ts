import { type Kysely, sql } from 'kysely';

/**
 * The erasure of a person or a workspace may change append-only logs. Only transactions that set a marker may
 * do this. The credit ledger stays append-only. Without the indexes, each deleted row would scan a whole table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_change() returns trigger language plpgsql as $$
    begin
      if tg_table_name <> 'credit_entry' and current_setting('voiceloom.erasing', true) = 'on' then
        if tg_op = 'DELETE' then return old; end if;
        return new;
      end if;
      raise exception '% is append-only', tg_table_name;
    end $$;

    create index run_retry_of on run (retry_of) where retry_of is not null;
    create index review_comment_parent on review_comment (parent_id) where parent_id is not null;
  `.execute(db);
}
