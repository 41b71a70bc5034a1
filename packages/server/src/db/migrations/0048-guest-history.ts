import { type Kysely, sql } from 'kysely';

/** The bytes that the guests of a link have added to the history of a review, which nothing deletes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_link add column history_bytes bigint not null default 0`.execute(db);
}
