import { type SqlBool, sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';
import { notFound } from '../../errors.ts';
import type { Guest, ReviewCaller } from '../../handler/handler.ts';
import { requiresApprovalSql } from './gate.ts';

/** Identifies the caller and the review. */
export interface ReviewScope {
  caller: { workspace: { id: string }; guest?: Guest };
  review_id: string;
}

/** A review in a request of a caller. */
export interface ReviewRef<Caller extends ReviewCaller = ReviewCaller> extends ReviewScope {
  caller: Caller;
}

export const isGuest = ({ caller }: ReviewRef): boolean => caller.kind === 'guest';

/** The only place that decides which reviews a caller may see. Every query of a review or its parts starts here. */
export function selectReview(db: Db, { caller, review_id }: ReviewScope) {
  const { workspace, guest } = caller;
  return db
    .selectFrom('review')
    .innerJoin('workflow', 'workflow.id', 'review.workflow_id')
    .where('review.id', '=', review_id)
    .where('review.workspace_id', '=', workspace.id)
    .where('workflow.deleted_at', 'is', null)
    .$if(guest !== undefined, (reviews) =>
      // After the link is revoked, a guest sees nothing anymore, even on an open stream.
      reviews.where(sql<SqlBool>`exists (
        select from review_link
        where review_link.id = ${guest?.link_id} and review_link.review_id = review.id and review_link.revoked_at is null
      )`),
    );
}

/** The review with the state of its latest run. Throws NOT_FOUND if the caller may not see it. */
export async function getReview(db: Db, ref: ReviewRef) {
  return selectReview(db, ref)
    .innerJoin('run', 'run.id', 'review.current_run_id')
    .selectAll('review')
    .select(['workflow.name as workflow_name', 'run.run_number as current_run_number'])
    .select([
      'run.status as current_run_status',
      requiresApprovalSql(sql.ref('run.definition')).as('requires_approval'),
    ])
    .executeTakeFirstOrThrow(() => notFound('review'));
}

export type ReviewRow = Awaited<ReturnType<typeof getReview>>;

/** Locks the review until the transaction ends, so that writes to it are sequential. */
export async function lockReview(tx: Db, ref: ReviewRef): Promise<Row<'review'>> {
  return selectReview(tx, ref)
    .selectAll('review')
    .forNoKeyUpdate(['review'])
    .executeTakeFirstOrThrow(() => notFound('review'));
}

/** Whether an assignee is the link of the guest who sends the request. */
export const isOwnLink = (assignee: unknown, { caller }: ReviewScope) => sql<SqlBool>`(
  ${assignee} ->> 'kind' = 'link' and ${assignee} ->> 'id' = ${caller.guest?.link_id ?? null})`;
