import { type Kysely, sql } from 'kysely';

/** A recent error of a provider, which tells an operator more than its kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run_provider_fault add column message text not null default ''`.execute(db);
}
