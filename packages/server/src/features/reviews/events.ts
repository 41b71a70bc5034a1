import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import { storable } from '../../db/storable.ts';

/** An event before the table numbers it. */
export interface NewReviewEvent {
  type: string;
  data: unknown;
  nos: readonly number[];
}

/**
 * Writes an event in the transaction of the change, which holds the review: numbers follow the order of commits, so
 * that a reader who resumes after a number misses nothing. Returns the number.
 */
export async function addReviewEvent(
  tx: Db,
  { review_id, actor, now }: { review_id: string; actor: ReviewPerson; now: Date },
  { type, data, nos }: NewReviewEvent,
): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    with numbered as (update review set event_seq = event_seq + 1 where id = ${review_id} returning event_seq)
    insert into review_event (review_id, seq, type, actor, data, nos, at)
    select ${review_id}, event_seq, ${type}, ${storable(actor)}, ${storable(data)}, ${[...nos]}::int[], ${now}
    from numbered
    returning seq`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The event of a review was not written.');
  return row.seq;
}
