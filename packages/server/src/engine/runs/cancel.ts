import type { EngineApp } from '../engine-app.ts';
import { closeRun } from './end.ts';

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
    const run = await tx
      .selectFrom('run')
      .select('id')
      .where('id', '=', run_id)
      .where('workspace_id', '=', workspace_id)
      .forUpdate()
      .executeTakeFirst();
    if (!run) return false;
    return closeRun(app, tx, { run_id, status: 'cancelled', error: null, now });
  });
}
