import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** Whether an output of a run requires approval. */
export const requiresApprovalSql = (
  definition: unknown,
  nodeId: string | null = null,
) => sql<boolean>`exists (
  select from jsonb_array_elements(${definition} #> '{graph,nodes}') as node
  where node -> 'config' ->> 'require_approval' = 'true' and coalesce(node ->> 'id' = ${nodeId}::text, true)
)`;

interface ReviewedRun {
  workspace_id: string;
  run_id: string;
}

/**
 * Whether outputs of a run must wait for approval. A `node_id` of null means all outputs. Locks the run and its review until
 * the transaction ends, so that no one can open or approve the review between this check and a new delivery. The lock of
 * the run allows references to it: a decision that holds the review adds rows that reference the run, and both would wait
 * for each other.
 */
export async function lockAndCheckApproval(
  tx: Db,
  { workspace_id, run_id, node_id }: ReviewedRun & { node_id: string | null },
): Promise<boolean> {
  const gatedRun = await tx
    .selectFrom('run')
    .select('id')
    .where('id', '=', run_id)
    .where('workspace_id', '=', workspace_id)
    .where(requiresApprovalSql(sql.ref('run.definition'), node_id))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!gatedRun) return false;
  const review = await selectReviewByCurrentRun(tx, { workspace_id, run_id })
    .select(['id', 'approved_at'])
    .forShare()
    .executeTakeFirst();
  const isApproved = review?.approved_at && (await hasItemsOfRun(tx, review.id, run_id));
  if (!isApproved) return true;
  // The approval applies to the delivered takes of the lines. A single output may deliver other ones.
  if (node_id === null) return false;
  return deliversOtherTakes(tx, { workspace_id, run_id, node_id, review_id: review.id });
}

/**
 * The number of the run that replaced this one in its review: a retry that has ended, whose takes the review shows. No
 * approval can apply to the replaced run anymore.
 */
export async function findSuccessor(
  tx: Db,
  { workspace_id, run_id }: ReviewedRun,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('review_run')
    .innerJoin('review', 'review.id', 'review_run.review_id')
    .innerJoin('run as current', 'current.id', 'review.current_run_id')
    .select('current.run_number')
    .where('review.workspace_id', '=', workspace_id)
    .where('review_run.run_id', '=', run_id)
    .whereRef('review.current_run_id', '<>', 'review_run.run_id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('review_item')
          .select('no')
          .whereRef('review_item.review_id', '=', 'review.id')
          .whereRef('review_item.run_id', '=', 'review.current_run_id'),
      ),
    )
    .executeTakeFirst();
  return row?.run_number;
}

/** Whether a review already has the items of this run. Shortly after a retry, it still has those of the run before. */
export async function hasItemsOfRun(tx: Db, reviewId: string, runId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('review_item')
    .select('no')
    .where('review_id', '=', reviewId)
    .where('run_id', '=', runId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an output delivers takes that nobody approved. A line may reach two outputs with different takes. */
async function deliversOtherTakes(
  tx: Db,
  { workspace_id, run_id, node_id, review_id }: ReviewedRun & { node_id: string; review_id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from (
      -- Of several takes of a line at the output, it delivers the line's own, otherwise the last.
      select distinct on (attempt.line_no) attempt.line_no, attempt.output_id
      from attempt join run_line on run_line.run_id = attempt.run_id and run_line.no = attempt.line_no
      where attempt.run_id = ${run_id} and attempt.node_id = ${node_id} and attempt.port <> 'error'
        and attempt.output_id is not null
      order by attempt.line_no, attempt.output_id is not distinct from run_line.audio_id desc, attempt.iteration desc
    ) delivered
    join audio on audio.workspace_id = ${workspace_id} and audio.id = delivered.output_id
    join review_item item on item.review_id = ${review_id} and item.run_id = ${run_id}
      and item.line_no = delivered.line_no
    where item.decision <> 'waived' and item.chosen_audio_id is distinct from audio.take_id
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** The review that a run belongs to: as its first run, or as a retry that was started from it. */
export const selectReviewOfRun = (db: Db, { workspace_id, run_id }: ReviewedRun) =>
  db
    .selectFrom('review_run')
    .innerJoin('review', 'review.id', 'review_run.review_id')
    .select('review.id')
    .where('review.workspace_id', '=', workspace_id)
    .where('review_run.run_id', '=', run_id);

/** The review whose latest run this is. */
export const selectReviewByCurrentRun = (db: Db, { workspace_id, run_id }: ReviewedRun) =>
  db.selectFrom('review').where('workspace_id', '=', workspace_id).where('current_run_id', '=', run_id);

/** Whether the delivered audio of a line was made from its approved take. */
export const deliversApprovedTakeSql = (
  reviewId: string,
  line: { run_id: string; no: string; audio_id: string },
) => sql<boolean>`exists (
  select from review_item
  join review on review.id = review_item.review_id
  join audio on audio.workspace_id = review.workspace_id and audio.id = ${sql.ref(line.audio_id)}
  where review_item.review_id = ${reviewId} and review_item.decision = 'approved'
    and review_item.run_id = ${sql.ref(line.run_id)} and review_item.line_no = ${sql.ref(line.no)}
    and review_item.chosen_audio_id = audio.take_id
)`;
