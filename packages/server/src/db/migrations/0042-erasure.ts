import { type Kysely, sql } from 'kysely';

/** The erasure of a person or workspace may change append-only tables: its transactions, and no others, say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_change() returns trigger language plpgsql as $$
    begin
      if current_setting('voiceloom.erasing', true) = 'on' then
        if tg_op = 'DELETE' then return old; end if;
        return new;
      end if;
      raise exception '% is append-only', tg_table_name;
    end $$;
  `.execute(db);
}
