import type { ReviewAssignment, ReviewAssignmentInput } from '@voiceloom/contract';
import { type SqlBool, sql } from 'kysely';
import type { App } from '../../../app.ts';
import { insertRow } from '../../../db/by-id.ts';
import type { Db, Row } from '../../../db/index.ts';
import type { ReviewAssignee } from '../../../db/rows.ts';
import { ApiError, invalid, notFound } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { newId } from '../../../ids.ts';
import { actorOf, findMember } from '../actor.ts';
import { addReviewEvent, eventLineNumbers } from '../events.ts';
import { listActiveLinks } from '../guests/index.ts';
import { linkConditions, MAX_LINES_PER_CHANGE, rejectTooManyLines, targetedItems } from '../items.ts';
import { lockReview, type ReviewRef } from '../select-review.ts';
import { assignmentView } from '../view.ts';

const MOST_ASSIGNMENTS = 200;

type Write = { ref: ReviewRef<WorkspaceCaller>; now: Date };

/** A new assignment of a line replaces the previous one. */
export async function assign(
  { db }: Pick<App, 'db'>,
  { ref, body, now }: Write & { body: ReviewAssignmentInput },
): Promise<ReviewAssignment> {
  const { due_at, ...target } = body;
  return db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const { count } = await tx
      .selectFrom('review_assignment')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('review_id', '=', ref.review_id)
      .executeTakeFirstOrThrow();
    if (count >= MOST_ASSIGNMENTS)
      throw new ApiError('CONFLICT', `A review can have at most ${MOST_ASSIGNMENTS} assignments.`);
    const assignee = await findAssignee(tx, { ref, now }, body);
    const made = await insertRow(tx, 'review_assignment', {
      id: newId(),
      review_id: ref.review_id,
      assignee: JSON.stringify(assignee),
      due_at: due_at === null ? null : new Date(due_at),
      created_at: now,
    });
    const items = targetedItems(tx, ref, target)
      .select('review_item.no')
      .limit(MAX_LINES_PER_CHANGE + 1);
    const { rows } = await sql<{ no: number; is_open: boolean; former_id: string | null }>`
      update review_item set assignment_id = ${made.id}
      from (
        select no, assignment_id as former_id from review_item
        where review_id = ${ref.review_id} and no in (${items})
      ) known
      where review_item.review_id = ${ref.review_id} and review_item.no = known.no
      returning known.no, known.former_id, decision is null as is_open`.execute(tx);
    if (rows.length === 0) throw invalid({ field: 'body', message: 'The request matches no line.' });
    rejectTooManyLines(MAX_LINES_PER_CHANGE, rows.length);
    const former = await findFormer(tx, ref, rows);
    const nos = rows.map(({ no }) => no);
    await noteAssigned(tx, { ref, now }, { assignment_id: made.id, assignee, nos, former });
    const open_count = rows.filter(({ is_open }) => is_open).length;
    return assignmentView({ ...made, ended_at: null, items_count: rows.length, open_count });
  });
}

/** The assigned member, or the guests of the assigned link, which must show all of the lines. */
async function findAssignee(
  tx: Db,
  { ref, now }: Write,
  { user_id, link_id, ...target }: ReviewAssignmentInput,
): Promise<ReviewAssignee> {
  if ((user_id === undefined) === (link_id === undefined))
    throw invalid({ field: 'body', message: 'Must contain either `user_id` or `link_id`, but not both.' });
  if (user_id !== undefined) {
    const member = await findMember(tx, ref.caller.workspace.id, user_id);
    if (!member) throw invalid({ field: 'body.user_id', message: 'The workspace has no such member.' });
    return member;
  }
  const link = await listActiveLinks(tx, ref, now)
    .where('review_link.id', '=', String(link_id))
    .executeTakeFirst();
  if (!link) throw invalid({ field: 'body.link_id', message: 'The review has no active link with this ID.' });
  await rejectHidden(tx, ref, { link, target });
  return { kind: 'link', id: link.id, name: link.label };
}

type Shared = { link: Row<'review_link'>; target: Pick<ReviewAssignmentInput, 'filter' | 'nos'> };

/** Rejects lines that the link does not show, because its guests could not find them. */
async function rejectHidden(tx: Db, ref: Write['ref'], { link, target }: Shared): Promise<void> {
  const hidden = await targetedItems(tx, ref, target)
    .where(({ and, not }) => not(and(linkConditions(link))))
    .select(['review_item.no', 'review_item.line_id', 'review_item.locale_code'])
    .orderBy('review_item.no')
    .limit(1)
    .executeTakeFirst();
  if (!hidden) return;
  const { no, line_id, locale_code } = hidden;
  throw invalid({
    field: target.nos ? `body.nos.${target.nos.indexOf(no)}` : 'body.filter',
    message: `The link does not show line ${no} ("${line_id}", ${locale_code}).`,
  });
}

export async function unassign(
  { db }: Pick<App, 'db'>,
  { ref, id, now }: Write & { id: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const { assignee } = await tx
      .deleteFrom('review_assignment')
      .where('id', '=', id)
      .where('review_id', '=', ref.review_id)
      .returning('assignee')
      .executeTakeFirstOrThrow(() => notFound('assignment'));
    const { rows } = await sql<{ no: number }>`
      update review_item set assignment_id = null where review_id = ${ref.review_id} and assignment_id = ${id}
      returning no`.execute(tx);
    const nos = rows.map(({ no }) => no);
    const former = [{ assignment_id: id, assignee, nos }];
    await noteAssigned(tx, { ref, now }, { assignment_id: id, assignee: null, nos, former });
  });
}

interface Former {
  assignment_id: string;
  assignee: ReviewAssignee;
  nos: number[];
}

/** The assignments that had these lines before. */
async function findFormer(
  tx: Db,
  { review_id }: Write['ref'],
  rows: readonly { no: number; former_id: string | null }[],
): Promise<Former[]> {
  const lost = Map.groupBy(rows, ({ former_id }) => former_id);
  const assignments = await tx
    .selectFrom('review_assignment')
    .select(['id', 'assignee'])
    .where('review_id', '=', review_id)
    .where(sql<SqlBool>`id = any(${[...lost.keys()]}::uuid[])`)
    .execute();
  return assignments.map(({ id, assignee }) => {
    const nos = lost.get(id)?.map(({ no }) => no) ?? [];
    return { assignment_id: id, assignee, nos };
  });
}

interface Assigned extends Omit<Former, 'assignee'> {
  assignee: ReviewAssignee | null;
  former: readonly Former[];
}

/** Adds the event of an assignment. `former`: the lines that the guests of each link lost, which only they see. */
async function noteAssigned(
  tx: Db,
  { ref, now }: Write,
  { nos: all, former, ...assigned }: Assigned,
): Promise<void> {
  const listed = eventLineNumbers(all);
  const place = { review_id: ref.review_id, actor: await actorOf(tx, ref.caller), now };
  const data = { ...assigned, items_count: all.length, ...listed, former: lostByLink(former) };
  await addReviewEvent(tx, place, { type: 'review.assigned', data, nos: listed.nos });
}

/** The lost lines of each link. If a link loses lines of several assignments, only one assignment is named. */
function lostByLink(former: readonly Former[]) {
  const links = Map.groupBy(
    former.filter(({ assignee }) => assignee.kind === 'link'),
    ({ assignee }) => assignee.id,
  );
  return Object.fromEntries(
    [...links].map(([id, lost]) => {
      const nos = lost.flatMap((one) => one.nos);
      const [{ assignment_id } = { assignment_id: null }] = lost;
      return [id, { assignment_id, items_count: nos.length, ...eventLineNumbers(nos) }];
    }),
  );
}
