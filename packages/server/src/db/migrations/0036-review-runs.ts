import { type Kysely, sql } from 'kysely';

/** The runs of a review: the one that it was opened for, and the retries that were started from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_run (
      run_id uuid primary key references run (id),
      review_id uuid not null references review (id)
    );
    create index review_run_list on review_run (review_id);
    insert into review_run (run_id, review_id) select root_run_id, id from review;
    -- The instructions of a review for each line of a retry.
    alter table run add column retry_notes text[];
  `.execute(db);
}
