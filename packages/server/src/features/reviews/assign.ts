import type { ReviewAssignment, ReviewAssignmentInput } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { insertRow } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { actorOf, findMember } from './actor.ts';
import { addReviewEvent, listedNos } from './events.ts';
import { lockReview, MOST_MATCHING, type ReviewRef, rejectOver, targetedItems } from './queries.ts';
import { assignmentView } from './view.ts';

const MOST_ASSIGNMENTS = 200;

type Write = { ref: ReviewRef; now: Date };

/** Each line has one assignment: the last one. */
export async function assign(
  { db }: Pick<App, 'db'>,
  { ref, body, now }: Write & { body: ReviewAssignmentInput },
): Promise<ReviewAssignment> {
  const { user_id, due_at, ...target } = body;
  return db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const { count } = await tx
      .selectFrom('review_assignment')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('review_id', '=', ref.review_id)
      .executeTakeFirstOrThrow();
    if (count >= MOST_ASSIGNMENTS)
      throw new ApiError('CONFLICT', `A review has at most ${MOST_ASSIGNMENTS} assignments.`);
    const assignee = await findMember(tx, ref.caller.workspace.id, user_id);
    if (!assignee) throw invalid({ field: 'body.user_id', message: 'The workspace has no such member.' });
    const made = await insertRow(tx, 'review_assignment', {
      id: newId(),
      review_id: ref.review_id,
      assignee: JSON.stringify(assignee),
      due_at: due_at === null ? null : new Date(due_at),
      created_at: now,
    });
    const items = targetedItems(tx, ref, target)
      .select('review_item.no')
      .limit(MOST_MATCHING + 1);
    const { rows } = await sql<{ no: number; is_open: boolean }>`
      update review_item set assignment_id = ${made.id} where review_id = ${ref.review_id} and no in (${items})
      returning no, decision is null as is_open`.execute(tx);
    if (rows.length === 0) throw invalid({ field: 'body', message: 'Matches no line.' });
    rejectOver(MOST_MATCHING, rows.length);
    await noteAssigned(tx, { ref, now }, { assignment_id: made.id, assignee, nos: rows.map(({ no }) => no) });
    const open_count = rows.filter(({ is_open }) => is_open).length;
    return assignmentView({ ...made, items_count: rows.length, open_count });
  });
}

export async function unassign(
  { db }: Pick<App, 'db'>,
  { ref, id, now }: Write & { id: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    await tx
      .deleteFrom('review_assignment')
      .where('id', '=', id)
      .where('review_id', '=', ref.review_id)
      .returning('id')
      .executeTakeFirstOrThrow(() => notFound('assignment'));
    const { rows } = await sql<{ no: number }>`
      update review_item set assignment_id = null where review_id = ${ref.review_id} and assignment_id = ${id}
      returning no`.execute(tx);
    await noteAssigned(
      tx,
      { ref, now },
      { assignment_id: id, assignee: null, nos: rows.map(({ no }) => no) },
    );
  });
}

interface Assigned {
  assignment_id: string;
  assignee: ReviewPerson | null;
  nos: number[];
}

async function noteAssigned(tx: Db, { ref, now }: Write, { nos: all, ...assigned }: Assigned): Promise<void> {
  const listed = listedNos(all);
  const place = { review_id: ref.review_id, actor: await actorOf(tx, ref.caller), now };
  const data = { ...assigned, items_count: all.length, ...listed };
  await addReviewEvent(tx, place, { type: 'review.assigned', data, nos: listed.nos });
}
