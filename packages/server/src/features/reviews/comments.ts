import type { ReviewCommentChange, ReviewCommentInput } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { insertRow, updateRow } from '../../db/by-id.ts';
import type { Db, Row } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { assertMatch } from '../../handler/entity-tag.ts';
import { newId } from '../../ids.ts';
import { getActor } from './actor.ts';
import { addReviewEvent } from './events.ts';
import { countGuestHistory } from './guests/index.ts';
import { getItem, selectVisibleItems } from './items.ts';
import { addCommentWebhookEvent } from './notify.ts';
import { lockReview, type ReviewRef } from './select-review.ts';
import { findSpokenTakes } from './takes/index.ts';
import { commentView, type ItemRow } from './view.ts';

const MAX_COMMENTS = 1_000;

type CommentRow = Row<'review_comment'>;

/** Adds a comment to a line, or a reply to a comment, with its events. */
export async function addComment(
  { db, queue }: Pick<App, 'db' | 'queue'>,
  { ref, no, body, now }: { ref: ReviewRef; no: number; body: ReviewCommentInput; now: Date },
): Promise<CommentRow> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, ref);
    const item = await getItem(tx, ref, no);
    if (item.comments_count >= MAX_COMMENTS)
      throw new ApiError(
        'CONFLICT',
        `The line has ${MAX_COMMENTS.toLocaleString('en')} comments, the most that it can have.`,
      );
    const { start_ms, end_ms, audio_id, parent_id } = body;
    if (end_ms !== null && (start_ms === null || end_ms < start_ms))
      throw invalid({ field: 'body.end_ms', message: 'Requires start_ms, and must not be before it.' });
    if (parent_id !== null && !(await hasThread(tx, item, parent_id)))
      throw invalid({ field: 'body.parent_id', message: 'The line has no such comment.' });
    const isOtherAudio = audio_id !== null && audio_id !== item.audio_id;
    if (isOtherAudio && !(await hasAudio(tx, ref, item, audio_id)))
      throw invalid({ field: 'body.audio_id', message: 'The line has no such audio.' });
    const actor = await getActor(tx, ref.caller);
    const row = await insertRow(tx, 'review_comment', {
      ...body,
      id: newId(),
      review_id: ref.review_id,
      no,
      actor: JSON.stringify(actor),
      created_at: now,
      updated_at: now,
    });
    await addCommentEvent(tx, { row, actor, now, addedText: row.body }, 'review.commented');
    await addCommentWebhookEvent({ queue }, tx, { review, item, comment: row, now });
    return row;
  });
}

/** Whether the line has a comment that replies can belong to. */
async function hasThread(tx: Db, { review_id, no }: ItemRow, id: string): Promise<boolean> {
  const parent = await tx
    .selectFrom('review_comment')
    .select('id')
    .where('id', '=', id)
    .where('review_id', '=', review_id)
    .where('no', '=', no)
    .where('parent_id', 'is', null)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
  return parent !== undefined;
}

/** Whether the line of the item, in this or an earlier run of the review, has such audio. */
async function hasAudio(tx: Db, ref: ReviewRef, item: ItemRow, audioId: string): Promise<boolean> {
  const attempt = await tx
    .selectFrom('attempt')
    .select('line_no')
    .where('run_id', '=', item.run_id)
    .where('line_no', '=', item.line_no)
    .where('output_id', '=', audioId)
    .limit(1)
    .executeTakeFirst();
  if (attempt) return true;
  const scope = { workspace_id: ref.caller.workspace.id, review_id: ref.review_id };
  const takes = await findSpokenTakes(tx, scope, [item.no]);
  return takes.some((take) => take.audio_id === audioId);
}

/** Everyone who can comment can resolve a comment. Only its author and editors can change the text. */
export async function changeComment(
  { db }: Pick<App, 'db'>,
  write: { ref: ReviewRef; id: string; ifMatch: string | undefined; now: Date },
  change: ReviewCommentChange & { is_deleted?: boolean },
): Promise<CommentRow> {
  const { ref, id, ifMatch, now } = write;
  const { caller } = ref;
  const { body, is_resolved, is_deleted } = change;
  return db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const row = await tx
      .selectFrom('review_comment')
      .selectAll()
      .where('id', '=', id)
      .where('review_id', '=', ref.review_id)
      .where('is_deleted', '=', false)
      .where('no', 'in', selectVisibleItems(tx, ref).select('review_item.no'))
      .executeTakeFirstOrThrow(() => notFound('comment'));
    assertMatch(ifMatch, String(row.version), 'comment');
    const isOwn = row.actor.id === (caller.kind === 'guest' ? caller.guest.id : caller.user_id);
    const isEditor = caller.kind !== 'guest' && caller.workspace.role !== 'viewer';
    if (body !== undefined && !isOwn && !isEditor)
      throw new ApiError('FORBIDDEN', 'Only the author and editors can change the text of a comment.');
    if (is_resolved !== undefined && row.parent_id !== null)
      throw invalid({
        field: 'body.is_resolved',
        message: 'A reply cannot be resolved. Resolve the comment that it belongs to.',
      });
    const isSame = (body ?? row.body) === row.body && (is_resolved ?? row.is_resolved) === row.is_resolved;
    if (isSame && !is_deleted) return row;
    const changes = { body, is_resolved, is_deleted, version: row.version + 1, updated_at: now };
    const newRow = await updateRow(tx, 'review_comment', { id, ...changes });
    const actor = await getActor(tx, caller);
    await addCommentEvent(tx, { row: newRow, actor, now, addedText: body }, 'review.comment_changed');
    return newRow;
  });
}

/** Adds the event of a change to a comment, and updates the comment counts of its item. */
async function addCommentEvent(
  tx: Db,
  change: { row: CommentRow; actor: ReviewPerson; now: Date; addedText: string | undefined },
  type: string,
): Promise<void> {
  const { row, actor, now, addedText } = change;
  const { review_id, no } = row;
  // Events never change, so only the row of the comment contains its text.
  const data = { no, comment: { ...commentView(row), body: '' } };
  if (addedText !== undefined)
    await countGuestHistory(tx, { review_id, actor }, Buffer.byteLength(addedText));
  await addReviewEvent(tx, { review_id, actor, now }, { type, data, nos: [no] });
  await sql`
    update review_item
    set (comments_count, unresolved_count) = (
      select count(*), count(*) filter (where parent_id is null and not is_resolved)
      from review_comment
      where review_comment.review_id = ${review_id} and review_comment.no = ${no} and not is_deleted
    )
    where review_id = ${review_id} and no = ${no}`.execute(tx);
}
