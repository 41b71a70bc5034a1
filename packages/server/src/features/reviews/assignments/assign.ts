import type { ReviewAssignment, ReviewAssignmentInput } from '@voiceloom/contract';
import { type SqlBool, sql } from 'kysely';
import type { App } from '../../../app.ts';
import { insertRow } from '../../../db/by-id.ts';
import type { Db } from '../../../db/index.ts';
import type { ReviewAssignee } from '../../../db/rows.ts';
import { ApiError, invalid, notFound } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { newId } from '../../../ids.ts';
import { findMember, getActor } from '../actor.ts';
import { addReviewEvent, eventLineNumbers } from '../events.ts';
import { listActiveLinks } from '../guests/index.ts';
import {
  listLinkConditions,
  MAX_LINES_PER_CHANGE,
  rejectTooManyLines,
  selectTargetedItems,
} from '../items.ts';
import { lockReview, type ReviewRef } from '../select-review.ts';
import { assignmentView } from '../view.ts';

const MAX_ASSIGNMENTS = 200;

interface AssignmentWrite {
  ref: ReviewRef<WorkspaceCaller>;
  now: Date;
}

/** Lines that an assignment lost. */
interface FormerAssignment {
  assignment_id: string;
  assignee: ReviewAssignee;
  nos: number[];
}

/** A new assignment of a line replaces the previous one. */
export async function assign(
  { db }: Pick<App, 'db'>,
  { ref, body, now }: AssignmentWrite & { body: ReviewAssignmentInput },
): Promise<ReviewAssignment> {
  const { due_at, ...target } = body;
  return db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const { count } = await tx
      .selectFrom('review_assignment')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('review_id', '=', ref.review_id)
      .executeTakeFirstOrThrow();
    if (count >= MAX_ASSIGNMENTS)
      throw new ApiError('CONFLICT', `A review can have at most ${MAX_ASSIGNMENTS} assignments.`);
    const assignee = await findAssignee(tx, { ref, now }, body);
    const assignment = await insertRow(tx, 'review_assignment', {
      id: newId(),
      review_id: ref.review_id,
      assignee: JSON.stringify(assignee),
      due_at: due_at === null ? null : new Date(due_at),
      created_at: now,
    });
    const items = selectTargetedItems(tx, ref, target)
      .select('review_item.no')
      .limit(MAX_LINES_PER_CHANGE + 1);
    const { rows } = await sql<{ no: number; is_open: boolean; former_id: string | null }>`
      update review_item set assignment_id = ${assignment.id}
      from (
        select no, assignment_id as former_id from review_item
        where review_id = ${ref.review_id} and no in (${items})
      ) previous
      where review_item.review_id = ${ref.review_id} and review_item.no = previous.no
      returning previous.no, previous.former_id, decision is null as is_open`.execute(tx);
    if (rows.length === 0) throw invalid({ field: 'body', message: 'The request matches no line.' });
    rejectTooManyLines(MAX_LINES_PER_CHANGE, rows.length);
    const linesByFormerId = Map.groupBy(rows, ({ former_id }) => former_id);
    const formerRows = await tx
      .selectFrom('review_assignment')
      .select(['id', 'assignee'])
      .where('review_id', '=', ref.review_id)
      .where(sql<SqlBool>`id = any(${[...linesByFormerId.keys()]}::uuid[])`)
      .execute();
    const former = formerRows.map(({ id, assignee: formerAssignee }) => {
      const lostNos = (linesByFormerId.get(id) ?? []).map(({ no }) => no);
      return { assignment_id: id, assignee: formerAssignee, nos: lostNos };
    });
    const nos = rows.map(({ no }) => no);
    await addAssignedEvent(tx, { ref, now }, { assignment_id: assignment.id, assignee, nos, former });
    const open_count = rows.filter(({ is_open }) => is_open).length;
    return assignmentView({ ...assignment, ended_at: null, items_count: rows.length, open_count });
  });
}

/** The assigned member, or the guests of the assigned link, which must show all of the lines. */
async function findAssignee(
  tx: Db,
  { ref, now }: AssignmentWrite,
  body: ReviewAssignmentInput,
): Promise<ReviewAssignee> {
  const { user_id, link_id, filter, nos } = body;
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
  // Guests could not find lines that the link does not show.
  const hiddenLine = await selectTargetedItems(tx, ref, { filter, nos })
    .where(({ and, not }) => not(and(listLinkConditions(link))))
    .select(['review_item.no', 'review_item.line_id', 'review_item.locale_code'])
    .orderBy('review_item.no')
    .limit(1)
    .executeTakeFirst();
  if (hiddenLine) {
    const { no, line_id, locale_code } = hiddenLine;
    throw invalid({
      field: nos ? `body.nos.${nos.indexOf(no)}` : 'body.filter',
      message: `The link does not show line ${no} ("${line_id}", ${locale_code}).`,
    });
  }
  return { kind: 'link', id: link.id, name: link.label };
}

/** Deletes an assignment. Its lines stay in the review without one. */
export async function unassign(
  { db }: Pick<App, 'db'>,
  { ref, id, now }: AssignmentWrite & { id: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const { assignee } = await tx
      .deleteFrom('review_assignment')
      .where('id', '=', id)
      .where('review_id', '=', ref.review_id)
      .returning('assignee')
      .executeTakeFirstOrThrow(() => notFound('assignment'));
    // No foreign key clears the column, so the items still contain the ID of the deleted assignment.
    const { rows } = await sql<{ no: number }>`
      update review_item set assignment_id = null where review_id = ${ref.review_id} and assignment_id = ${id}
      returning no`.execute(tx);
    const nos = rows.map(({ no }) => no);
    const former = [{ assignment_id: id, assignee, nos }];
    await addAssignedEvent(tx, { ref, now }, { assignment_id: id, assignee: null, nos, former });
  });
}

/** Adds the event of an assignment, with the lines that the guests of each link lost, which only they see. */
async function addAssignedEvent(
  tx: Db,
  { ref, now }: AssignmentWrite,
  change: {
    assignment_id: string;
    assignee: ReviewAssignee | null;
    nos: number[];
    former: readonly FormerAssignment[];
  },
): Promise<void> {
  const { assignment_id, assignee, nos, former } = change;
  const lostByLink = Map.groupBy(
    former.filter((assignment) => assignment.assignee.kind === 'link'),
    (assignment) => assignment.assignee.id,
  );
  const lostLines = [...lostByLink].map(([linkId, assignments]) => {
    const lostNos = assignments.flatMap((assignment) => assignment.nos);
    // If a link loses lines of several assignments, only one assignment is named.
    const lostId = assignments[0]?.assignment_id ?? null;
    return [
      linkId,
      { assignment_id: lostId, items_count: lostNos.length, ...eventLineNumbers(lostNos) },
    ] as const;
  });
  const lines = eventLineNumbers(nos);
  const data = {
    assignment_id,
    assignee,
    items_count: nos.length,
    ...lines,
    former: Object.fromEntries(lostLines),
  };
  const actor = await getActor(tx, ref.caller);
  const event = { type: 'review.assigned', data, nos: lines.nos };
  await addReviewEvent(tx, { review_id: ref.review_id, actor, now }, event);
}
