import type { Db } from '../../db/index.ts';
import type { EngineApp } from '../engine-app.ts';
import { closeRun } from '../runs/end.ts';
import { findAndLockRun, type LockedRun } from '../runs/row.ts';

/** Additional writes in the transaction of a change, for example the actor. */
export type RecordRunChange = (tx: Db, run: LockedRun) => Promise<void>;

/**
 * Cancels a run that has not ended. Finished lines and their charges stay. Returns false if there was nothing
 * to cancel, because the workspace has no such run or it had already ended. With `record`, an operator cancels it.
 */
export function cancelRun(
  app: Pick<EngineApp, 'db' | 'queue' | 'clock'>,
  ref: { workspace_id: string; run_id: string },
  record?: RecordRunChange,
): Promise<boolean> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await findAndLockRun(tx, ref);
    const closing = { status: 'cancelled' as const, error: null, now, by_operator: record !== undefined };
    if (!run || !(await closeRun(app, tx, run, closing))) return false;
    await record?.(tx, run);
    return true;
  });
}
