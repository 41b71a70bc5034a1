import type { ReviewAssignment, ReviewAssignmentInput } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { actorOf, findMember } from './actor.ts';
import { addReviewEvent } from './events.ts';
import { filteredItems, listAssignments, lockReview, type ReviewRef, visibleItems } from './queries.ts';

const MOST_ASSIGNMENTS = 200;
/** Positions in one event. */
const MOST_NOS = 500;

type Write = { ref: ReviewRef; now: Date };

/** The lines of an action: those of a filter, or named ones. */
export function targetedItems(
  tx: Db,
  ref: ReviewRef,
  { filter, nos }: Pick<ReviewAssignmentInput, 'filter' | 'nos'>,
) {
  if ((filter === undefined) === (nos === undefined))
    throw invalid({ field: 'body', message: 'Needs either `filter` or `nos`.' });
  return nos === undefined
    ? filteredItems(tx, ref, filter ?? {})
    : visibleItems(tx, ref).where('review_item.no', 'in', nos);
}

/** Each line has one assignment: the last one. */
export async function assign(
  { db }: Pick<App, 'db'>,
  { ref, body, now }: Write & { body: ReviewAssignmentInput },
): Promise<ReviewAssignment> {
  const { user_id, due_at, ...target } = body;
  return db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    if ((await listAssignments(tx, ref)).length >= MOST_ASSIGNMENTS)
      throw new ApiError('CONFLICT', `A review has at most ${MOST_ASSIGNMENTS} assignments.`);
    const assignee = await findMember(tx, ref.caller.workspace.id, user_id);
    if (!assignee) throw invalid({ field: 'body.user_id', message: 'The workspace has no such member.' });
    const id = newId();
    await tx
      .insertInto('review_assignment')
      .values({
        id,
        review_id: ref.review_id,
        assignee: JSON.stringify(assignee),
        due_at: due_at === null ? null : new Date(due_at),
        created_at: now,
      })
      .execute();
    const items = targetedItems(tx, ref, target).select('review_item.no');
    const { rows } = await sql<{ no: number }>`
      update review_item set assignment_id = ${id} where review_id = ${ref.review_id} and no in (${items})
      returning no`.execute(tx);
    if (rows.length === 0) throw invalid({ field: 'body', message: 'Matches no line.' });
    await noteAssigned(tx, { ref, now }, { assignment_id: id, assignee, nos: rows.map(({ no }) => no) });
    const made = (await listAssignments(tx, ref)).find((assignment) => assignment.id === id);
    return made ?? { id, assignee, due_at, items_count: 0, open_count: 0, created_at: now.toISOString() };
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
  const refetch = all.length > MOST_NOS;
  const nos = refetch ? [] : all.sort((one, other) => one - other);
  const place = { review_id: ref.review_id, actor: await actorOf(tx, ref.caller), now };
  const data = { ...assigned, items_count: all.length, nos, refetch };
  await addReviewEvent(tx, place, { type: 'review.assigned', data, nos });
}
