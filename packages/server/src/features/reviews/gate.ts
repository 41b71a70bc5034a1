import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** Whether an output of a run requires approval. */
export const requiresApproval = (definition: unknown, nodeId: string | null = null) => sql<boolean>`exists (
  select from jsonb_array_elements(${definition} #> '{graph,nodes}') as node
  where node -> 'config' ->> 'require_approval' = 'true' and coalesce(node ->> 'id' = ${nodeId}::text, true)
)`;

interface Outputs {
  workspace_id: string;
  run_id: string;
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
  const review = await tx
    .selectFrom('review')
    .select('approved_at')
    .where('workspace_id', '=', workspace_id)
    .where('current_run_id', '=', run_id)
    .forShare()
    .executeTakeFirst();
  return !review?.approved_at;
}

/** The review that a run is the latest of. */
export async function findCurrentReview(
  db: Db,
  workspaceId: string,
  runId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('review')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('current_run_id', '=', runId)
    .executeTakeFirst();
  return row?.id;
}

/** The numbers of the lines whose delivered take is the approved one. */
export const approvedLines = (reviewId: string) => sql`
  select line_no from review_item
  where review_id = ${reviewId} and decision = 'approved' and chosen_audio_id = take_id`;
