import { type Kysely, sql } from 'kysely';

/** If another take of a line than the delivered one is approved, the line is not settled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index review_item_unsettled;
    create index review_item_unsettled on review_item (review_id, no)
      where (decision is null or decision in ('rejected', 'needs_work')
        or (decision = 'approved' and chosen_audio_id is distinct from take_id));
  `.execute(db);
}
