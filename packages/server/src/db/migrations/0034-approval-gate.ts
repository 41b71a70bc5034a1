import { type Kysely, sql } from 'kysely';

/** Deliveries that wait until the review of their run approves it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_delivery drop constraint run_delivery_status_check;
    alter table run_delivery add constraint run_delivery_status_check
      check (status in ('awaiting_approval', 'pending', 'running', 'completed', 'failed'));
    drop index run_delivery_open;
    create unique index run_delivery_open on run_delivery
      (run_id, coalesce(node_id, '00000000-0000-0000-0000-000000000000'), target_id)
      where status in ('awaiting_approval', 'pending', 'running');
    create index review_current on review (current_run_id);
  `.execute(db);
}
