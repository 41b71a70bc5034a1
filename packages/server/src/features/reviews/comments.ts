import type { ReviewCommentChange, ReviewCommentInput } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { insertRow, updateRow } from '../../db/by-id.ts';
import type { Db, Row } from '../../db/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { assertMatch } from '../../handler/entity-tag.ts';
import { newId } from '../../ids.ts';
import { actorOf } from './actor.ts';
import { addReviewEvent } from './events.ts';
import { countGuestHistory } from './guests/index.ts';
import { getItem, visibleItems } from './items.ts';
import { addCommentWebhookEvent } from './notify.ts';
import { lockReview, type ReviewRef } from './select-review.ts';
import { findSpokenTakes } from './takes/index.ts';
import { commentView, type ItemRow } from './view.ts';

const MOST_COMMENTS = 1_000;

type CommentRow = Row<'review_comment'>;

export async function addComment(
  { db, queue }: Pick<App, 'db' | 'queue'>,
  { ref, no, body, now }: { ref: ReviewRef; no: number; body: ReviewCommentInput; now: Date },
): Promise<CommentRow> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, ref);
    const item = await getItem(tx, ref, no);
    if (item.comments_count >= MOST_COMMENTS)
      throw new ApiError(
        'CONFLICT',
        `The line has ${MOST_COMMENTS.toLocaleString('en')} comments, the most that it can have.`,
      );
    rejectWrongTimes(body);
    await rejectWrongPlace(tx, ref, { item, body });
    const actor = await actorOf(tx, ref.caller);
    const own = { id: newId(), review_id: ref.review_id, no, actor: JSON.stringify(actor) };
    const times = { created_at: now, updated_at: now };
    const row = await insertRow(tx, 'review_comment', { ...body, ...own, ...times });
    await addCommentEvent(tx, { row, actor, now, addedText: row.body }, 'review.commented');
    await addCommentWebhookEvent({ queue }, tx, { review, item, comment: row, now });
    return row;
  });
}

function rejectWrongTimes({ start_ms, end_ms }: ReviewCommentInput): void {
  if (end_ms !== null && (start_ms === null || end_ms < start_ms))
    throw invalid({ field: 'body.end_ms', message: 'Requires start_ms, and must not be before it.' });
}

/** Rejects a parent comment or audio of another line. */
async function rejectWrongPlace(
  tx: Db,
  ref: ReviewRef,
  { item, body }: { item: ItemRow; body: ReviewCommentInput },
): Promise<void> {
  const { audio_id, parent_id } = body;
  if (parent_id !== null && !(await isAnswerable(tx, item, parent_id)))
    throw invalid({ field: 'body.parent_id', message: 'The line has no such comment.' });
  if (audio_id !== null && audio_id !== item.audio_id && !(await hasAudio(tx, ref, { item, audio_id })))
    throw invalid({ field: 'body.audio_id', message: 'The line has no such audio.' });
}

async function isAnswerable(tx: Db, { review_id, no }: ItemRow, id: string): Promise<boolean> {
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

async function hasAudio(
  tx: Db,
  { caller, review_id }: ReviewRef,
  { item: { no, run_id, line_no }, audio_id }: { item: ItemRow; audio_id: string },
): Promise<boolean> {
  const heard = await tx
    .selectFrom('attempt')
    .select('line_no')
    .where('run_id', '=', run_id)
    .where('line_no', '=', line_no)
    .where('output_id', '=', audio_id)
    .limit(1)
    .executeTakeFirst();
  if (heard) return true;
  const takes = await findSpokenTakes(tx, { workspace_id: caller.workspace.id, review_id }, [no]);
  return takes.some((take) => take.audio_id === audio_id);
}

interface CommentWrite {
  ref: ReviewRef;
  id: string;
  ifMatch: string | undefined;
  now: Date;
}

/** Everyone who can comment can resolve a comment. Only its author and editors can change the text. */
export async function changeComment(
  { db }: Pick<App, 'db'>,
  { ref, id, ifMatch, now }: CommentWrite,
  { body, is_resolved, is_deleted }: ReviewCommentChange & { is_deleted?: boolean },
): Promise<CommentRow> {
  return db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const row = await getComment(tx, ref, id);
    assertMatch(ifMatch, String(row.version), 'comment');
    if (body !== undefined) requireOwn(row, ref);
    if (is_resolved !== undefined && row.parent_id !== null)
      throw invalid({
        field: 'body.is_resolved',
        message: 'A reply cannot be resolved. Resolve the comment that it belongs to.',
      });
    const isSame = (body ?? row.body) === row.body && (is_resolved ?? row.is_resolved) === row.is_resolved;
    if (isSame && !is_deleted) return row;
    const changes = { body, is_resolved, is_deleted, version: row.version + 1, updated_at: now };
    const changed = await updateRow(tx, 'review_comment', { id, ...changes });
    await addCommentEvent(
      tx,
      { row: changed, actor: await actorOf(tx, ref.caller), now, addedText: body },
      'review.comment_changed',
    );
    return changed;
  });
}

/** A comment that is not deleted, on a line that the caller may see. */
async function getComment(tx: Db, ref: ReviewRef, id: string): Promise<CommentRow> {
  return tx
    .selectFrom('review_comment')
    .selectAll()
    .where('id', '=', id)
    .where('review_id', '=', ref.review_id)
    .where('is_deleted', '=', false)
    .where('no', 'in', visibleItems(tx, ref).select('review_item.no'))
    .executeTakeFirstOrThrow(() => notFound('comment'));
}

function requireOwn({ actor }: CommentRow, { caller }: ReviewRef): void {
  const isOwn = actor.id === (caller.kind === 'guest' ? caller.guest.id : caller.user_id);
  const isEditor = caller.kind !== 'guest' && caller.workspace.role !== 'viewer';
  if (isOwn || isEditor) return;
  throw new ApiError('FORBIDDEN', 'Only the author and editors can change the text of a comment.');
}

type Noted = { row: CommentRow; actor: CommentRow['actor']; now: Date; addedText: string | undefined };

/** Adds the event of a change to a comment, and updates the comment counts of its item. */
async function addCommentEvent(tx: Db, { row, actor, now, addedText }: Noted, type: string): Promise<void> {
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
