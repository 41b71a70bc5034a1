import type { ReviewEvent } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import { toStorableJson } from '../../db/storable.ts';
import { type EventBatch, REVIEW_CHANNEL } from '../runs/index.ts';
import { selectEvents } from './event-queries.ts';
import { countGuestHistory } from './guests/index.ts';
import { type ReviewRef, selectReview } from './select-review.ts';
import { eventView } from './view.ts';

/** An event before it gets its number. */
export interface NewReviewEvent {
  type: string;
  data: unknown;
  nos: readonly number[];
}

/** The maximum number of positions in an event. */
const MAX_NOS = 500;

/** The positions that an event lists. With too many, it lists none and asks readers to fetch the lines again. */
export function eventLineNumbers(nos: readonly number[]): { nos: number[]; refetch: boolean } {
  const refetch = nos.length > MAX_NOS;
  return { nos: refetch ? [] : [...nos].sort((a, b) => a - b), refetch };
}

/**
 * Writes an event in the transaction of the change, which has locked the review. So numbers follow the order of
 * commits, and a reader who resumes after a number misses nothing. Returns the number.
 */
export async function addReviewEvent(
  tx: Db,
  { review_id, actor, now }: { review_id: string; actor: ReviewPerson; now: Date },
  { type, data, nos }: NewReviewEvent,
): Promise<number> {
  const text = toStorableJson(data);
  await countGuestHistory(tx, { review_id, actor }, Buffer.byteLength(text));
  const { rows } = await sql<{ seq: number }>`
    with numbered as (update review set event_seq = event_seq + 1 where id = ${review_id} returning event_seq)
    insert into review_event (review_id, seq, type, actor, data, nos, at)
    select ${review_id}, event_seq, ${type}, ${toStorableJson(actor)}, ${text}, ${[...nos]}::int[], ${now}
    from numbered
    returning seq, pg_notify(${REVIEW_CHANNEL}, review_id::text)`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The event of a review was not written.');
  return row.seq;
}

/** The number of events in a query. */
const BATCH = 10;

/** The next events after a number, for a stream. */
export async function readReviewEvents(
  db: Db,
  ref: ReviewRef,
  lastEventId: number,
): Promise<EventBatch<ReviewEvent>> {
  // Read first, so that the query below returns all events up to this number that the caller may see.
  const review = await selectReview(db, ref).select('review.event_seq').executeTakeFirst();
  if (!review) return { events: [], has_more: false, ended: true };
  const rows = await selectEvents(db, ref, undefined)
    .where('review_event.seq', '>', lastEventId)
    .orderBy('review_event.seq')
    .limit(BATCH)
    .execute();
  const events = rows.map(eventView);
  if (rows.length === BATCH) return { events, has_more: true, ended: false };
  return { events, has_more: false, ended: false, after: review.event_seq };
}
