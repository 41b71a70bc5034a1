import type { ReviewAssignment } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { DECISION_OR_OPEN, selectVisibleItems } from '../items.ts';
import { isGuest, isOwnLink, type ReviewRef, selectReview } from '../select-review.ts';
import { assignmentView } from '../view.ts';

const LINK_END = sql`least(review_link.revoked_at, review_link.expires_at)`;

/** The assignments with their current items that the caller may see. */
export async function listAssignments(db: Db, ref: ReviewRef, now: Date): Promise<ReviewAssignment[]> {
  const itemCounts = selectVisibleItems(db, ref)
    .select((eb) => ['review_item.assignment_id', eb.fn.countAll<number>().as('items_count')])
    .select(sql<number>`(count(*) filter (where ${DECISION_OR_OPEN} = 'open'))::int`.as('open_count'))
    .where('review_item.assignment_id', 'is not', null)
    .groupBy('review_item.assignment_id');
  const rows = await selectReview(db, ref)
    .innerJoin('review_assignment', 'review_assignment.review_id', 'review.id')
    .leftJoin(itemCounts.as('counted'), 'counted.assignment_id', 'review_assignment.id')
    .$if(isGuest(ref), (assignments) =>
      assignments
        .where('counted.items_count', 'is not', null)
        .where(isOwnLink(sql.ref('review_assignment.assignee'), ref)),
    )
    .leftJoin('review_link', (link) =>
      link
        .onRef('review_link.review_id', '=', 'review.id')
        .on(sql`review_link.id::text`, '=', sql`review_assignment.assignee ->> 'id'`),
    )
    .selectAll('review_assignment')
    .select(['counted.items_count', 'counted.open_count'])
    .select(
      sql<Date | null>`case when ${LINK_END} <= ${now}::timestamptz then ${LINK_END} end`.as('ended_at'),
    )
    .orderBy('review_assignment.created_at')
    .orderBy('review_assignment.id')
    .execute();
  return rows.map(assignmentView);
}
