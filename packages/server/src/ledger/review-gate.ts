import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** Whether an output of a run requires approval. */
export const requiresApproval = (definition: unknown, nodeId: string | null = null) => sql<boolean>`exists (
  select from jsonb_array_elements(${definition} #> '{graph,nodes}') as node
  where node -> 'config' ->> 'require_approval' = 'true' and coalesce(node ->> 'id' = ${nodeId}::text, true)
)`;

interface ReviewedRun {
  workspace_id: string;
  run_id: string;
}

interface Outputs extends ReviewedRun {
  /** Null: all outputs. */
  node_id: string | null;
}

/**
 * Whether outputs of a run must not be delivered yet. Holds the run and its review until the transaction ends, so that the
 * review can be neither opened nor approved between this and a new delivery.
 */
export async function awaitsApproval(tx: Db, { workspace_id, run_id, node_id }: Outputs): Promise<boolean> {
  const gated = await tx
    .selectFrom('run')
    .select('id')
    .where('id', '=', run_id)
    .where('workspace_id', '=', workspace_id)
    .where(requiresApproval(sql.ref('run.definition'), node_id))
    .forUpdate()
    .executeTakeFirst();
  if (!gated) return false;
  const review = await selectCurrentReview(tx, { workspace_id, run_id })
    .select('approved_at')
    .forShare()
    .executeTakeFirst();
  return !review?.approved_at;
}

/** The review whose latest run this is. */
export const selectCurrentReview = (db: Db, { workspace_id, run_id }: ReviewedRun) =>
  db.selectFrom('review').where('workspace_id', '=', workspace_id).where('current_run_id', '=', run_id);

/** The numbers of the lines whose delivered take is the approved one. */
export const approvedLines = (reviewId: string) => sql`
  select line_no from review_item
  where review_id = ${reviewId} and decision = 'approved' and chosen_audio_id = take_id`;
