import { type Kysely, sql } from 'kysely';

/** Adds indexes for reviews and deliveries, and removes the text of comments from events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Downloads of approved lines.
    create index review_item_approved on review_item (review_id, line_no) where decision = 'approved';

    -- Deleting a target fails all its deliveries in progress.
    drop index run_delivery_target;
    create index run_delivery_target on run_delivery (target_id)
      where status in ('awaiting_approval', 'pending', 'running');

    -- The events of one line: all reviews have the same positions.
    create function review_event_keys(review_id uuid, nos integer[]) returns bigint[]
      language sql immutable strict parallel safe
      return array(select uuid_hash_extended(review_id, no) from unnest(nos) as no);
    drop index review_event_item;
    create index review_event_item on review_event using gin (review_event_keys(review_id, nos));

    -- Only the row of a comment has its text, so that deleting it removes the text everywhere.
    alter table review_event disable trigger review_event_append_only;
    update review_event set data = jsonb_set(data, '{comment,body}', '""')
      where type in ('review.commented', 'review.comment_changed');
    alter table review_event enable trigger review_event_append_only;
  `.execute(db);
}
