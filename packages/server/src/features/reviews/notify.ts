import { type SqlBool, sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db, Row } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import type { JobRef } from '../../jobs/index.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import { addWebhookEvent, type NewWebhookEvent } from '../../ledger/webhook-events.ts';
import { releaseDeliveries } from '../deliveries/index.ts';
import { addReviewEvent } from './events.ts';
import { countDecisions } from './items.ts';
import type { ReviewRef } from './select-review.ts';
import type { ItemRow } from './view.ts';

/** The minimum time between two announcements of a review. */
const PAUSE_MS = 60_000;

export const reviewUpdatedJobRef: JobRef<{ review_id: string }> = { name: 'review.updated' };

type ReviewRow = Row<'review'>;
type NotifyApp = Pick<App, 'queue' | 'clock'>;
interface ReviewChange {
  review: ReviewRow;
  now: Date;
}

/** The part of an event that says which run it is about. */
const toRunFields = ({ id, workflow_id, current_run_id }: ReviewRow) => ({
  review_id: id,
  workflow_id,
  run_id: current_run_id,
});

/**
 * Called in the transaction that changes decisions. Announces progress at most once a minute, but always announces the
 * last change. If the review becomes settled or is no longer settled, adds an event and returns its number.
 */
export async function updateGate(
  app: NotifyApp,
  tx: Db,
  { ref, review, actor, now }: ReviewChange & { ref: ReviewRef; actor: ReviewPerson },
): Promise<number | undefined> {
  const { id, notified_at } = review;
  // The request may have waited for an announcement that did not include its change.
  const locked_at = app.clock();
  // `notified_at` is the time of the last announcement. If it is still to come, it will include this change.
  const is_due = notified_at === null || notified_at <= locked_at;
  const earliestMs = notified_at === null ? 0 : notified_at.getTime() + PAUSE_MS;
  const start_at = new Date(Math.max(locked_at.getTime(), earliestMs));
  if (is_due) await app.queue.add(tx, reviewUpdatedJobRef, [{ data: { review_id: id }, start_at }]);
  const unsettledItem = await tx
    .selectFrom('review_item')
    .select('no')
    .where('review_id', '=', id)
    .where(UNSETTLED)
    .limit(1)
    .executeTakeFirst();
  const is_approved = unsettledItem === undefined;
  const approved_at = is_approved ? (review.approved_at ?? now) : null;
  const changes = is_due ? { notified_at: start_at, approved_at } : { approved_at };
  await tx.updateTable('review').set(changes).where('id', '=', id).execute();
  const was_approved = review.approved_at !== null;
  if (is_approved === was_approved) return undefined;
  const data = { approved_at: approved_at?.toISOString() ?? null };
  const event = { type: 'review.gate_changed', data, nos: [] };
  const seq = await addReviewEvent(tx, { review_id: id, actor, now }, event);
  if (!is_approved) return seq;
  const { workspace_id, current_run_id: run_id } = review;
  await releaseDeliveries(app.queue, tx, { workspace_id, run_id, now });
  await addCountsEvent(app, tx, { review, now }, 'review.approved');
  const resource = { type: 'review', id };
  await addCallerActivity(tx, ref.caller, { action: 'reviewed', kind: 'review_approved', resource }, now);
  return seq;
}

/** Must equal the condition of the index `review_item_unsettled`. Otherwise, the planner ignores the index. */
const UNSETTLED = sql<SqlBool>`(decision is null or decision in ('rejected', 'needs_work')
  or (decision = 'approved' and chosen_audio_id is distinct from take_id))`;

/** Adds a webhook event with the number of items with each decision. */
async function addCountsEvent(
  app: NotifyApp,
  tx: Db,
  { review, now }: ReviewChange,
  type: 'review.updated' | 'review.approved',
): Promise<void> {
  const { id: review_id, workspace_id } = review;
  const scope = { review_id, caller: { workspace: { id: workspace_id } } };
  const counts = await countDecisions(tx, scope).executeTakeFirstOrThrow();
  const event: NewWebhookEvent = { type, data: { ...toRunFields(review), ...counts } };
  await addWebhookEvent(app, tx, { workspace_id, event, now });
}

/** Waits for transactions that change the review, so that each change is in this announcement or the next. */
export async function announceUpdate(
  { db, queue, clock }: Pick<App, 'db' | 'queue' | 'clock'>,
  reviewId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const review = await tx
      .selectFrom('review')
      .innerJoin('workflow', 'workflow.id', 'review.workflow_id')
      .selectAll('review')
      .where('review.id', '=', reviewId)
      .where('workflow.deleted_at', 'is', null)
      .forNoKeyUpdate(['review'])
      .executeTakeFirst();
    if (review) await addCountsEvent({ queue, clock }, tx, { review, now: clock() }, 'review.updated');
  });
}

/** The webhook event of a new comment, with its text. */
export async function addCommentWebhookEvent(
  app: Pick<App, 'queue'>,
  tx: Db,
  { review, item, comment, now }: ReviewChange & { item: ItemRow; comment: Row<'review_comment'> },
): Promise<void> {
  const { no, line_id, locale_code } = item;
  const { id: comment_id, actor, body } = comment;
  const data = { ...toRunFields(review), no, line_id, locale_code, comment_id, author: actor.name, body };
  const event = { type: 'review.commented' as const, data };
  await addWebhookEvent(app, tx, { workspace_id: review.workspace_id, event, now });
}
