import type { RunStatus } from '@voiceloom/contract';
import type { Db } from '../../db/index.ts';

/** Repeats the status of a workflow's latest run on the workflow, for lists. Lock order: run, then workflow. */
export async function setLastStatus(
  tx: Db,
  run: { id: string; workflow_id: string },
  status: RunStatus,
): Promise<void> {
  await tx
    .updateTable('workflow')
    .set({ last_run_status: status })
    .where('id', '=', run.workflow_id)
    .where('last_run_id', '=', run.id)
    .execute();
}
