import type { EngineApp } from '../engine-app.ts';
import { closeRun } from './end.ts';
import { lockRunOf } from './row.ts';

/**
 * Cancels a run that has not ended. Finished lines and their charges stay. Returns false if there was nothing
 * to cancel, because the workspace has no such run or it had already ended.
 */
export function cancelRun(
  app: Pick<EngineApp, 'db' | 'queue' | 'clock'>,
  { workspace_id, run_id }: { workspace_id: string; run_id: string },
): Promise<boolean> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    if (!(await lockRunOf(tx, { workspace_id, run_id }))) return false;
    return closeRun(app, tx, { run_id, status: 'cancelled', error: null, now });
  });
}
