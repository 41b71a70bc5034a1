import type { RunFailure } from '../../db/rows.ts';
import type { EngineApp } from '../engine-app.ts';
import { closeRun } from './end.ts';
import { lockRun } from './row.ts';

/** Fails a run as a whole: a node cannot do its work for any line. */
export function failRun(
  app: Pick<EngineApp, 'db' | 'queue' | 'clock'>,
  runId: string,
  error: RunFailure,
): Promise<boolean> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    await lockRun(tx, runId);
    return closeRun(app, tx, { run_id: runId, status: 'failed', error, now });
  });
}
