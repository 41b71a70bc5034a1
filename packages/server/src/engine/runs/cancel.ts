import type { EngineApp } from '../engine-app.ts';
import { closeRun } from './end.ts';
import { lockRunOf } from './row.ts';

/**
 * Cancels a run that has not ended. Finished lines and their charge stay. False when there was nothing to
 * cancel: no such run in the workspace, or it had ended before.
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
