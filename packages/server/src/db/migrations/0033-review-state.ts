import { type Kysely, sql } from 'kysely';

/** When webhooks of a review are due, and whether all of its lines are settled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table review
      -- The last notice of changes, sent or scheduled.
      add column notified_at timestamptz(3),
      -- When the last line was approved or waived; null while one is not.
      add column approved_at timestamptz(3);
    create index review_item_unsettled on review_item (review_id, no)
      where decision is null or decision in ('rejected', 'needs_work');
  `.execute(db);
}
