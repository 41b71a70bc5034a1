import { isSuspended } from '../../db/suspended.ts';
import { ApiError } from '../../errors.ts';
import type { EngineApp } from '../engine-app.ts';
import { pauseRun } from './pause.ts';

const BATCH = 200;

/** Pauses the runs of suspended workspaces, and those of workspaces whose owner is suspended. Returns how many. */
export async function pauseSuspendedRuns(app: Pick<EngineApp, 'db' | 'clock' | 'queue'>): Promise<number> {
  let paused = 0;
  for (;;) {
    const runs = await app.db
      .selectFrom('run')
      .innerJoin('workspace', 'workspace.id', 'run.workspace_id')
      .innerJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
      .select(['run.id as run_id', 'run.workspace_id', 'run.workflow_id'])
      .where('run.status', 'in', ['pending', 'running'])
      .where('run.pause_requested_at', 'is', null)
      .where(isSuspended)
      .limit(BATCH)
      .execute();
    for (const run of runs) {
      try {
        await pauseRun(app, run);
      } catch (error) {
        // The run has ended in the meantime.
        if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
      }
    }
    paused += runs.length;
    if (runs.length < BATCH) return paused;
  }
}
