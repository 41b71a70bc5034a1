import { errorFields } from '../../errors.ts';
import { addRunStarted } from '../../ledger/webhook-events.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk } from '../model.ts';
import { addRunEvents } from '../runs/events.ts';
import { setLastStatus } from '../runs/last-status.ts';
import { addToRun, lockRun, updateRun } from '../runs/row.ts';
import { continueRun } from './finish.ts';

/** Marks the run as running when a worker starts its first chunk. */
export function beginRun(app: Pick<EngineApp, 'db' | 'clock' | 'queue'>, runId: string): Promise<void> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run.status !== 'pending') return;
    await updateRun(tx, runId, { status: 'running', started_at: now, updated_at: now });
    await setLastStatus(tx, run, 'running');
    const data = {
      status: 'running' as const,
      previous_status: 'pending' as const,
      ...errorFields(null),
      credits: 0,
    };
    await addRunEvents(tx, runId, [{ type: 'run.status', data }], now);
    await addRunStarted(app, tx, { run, now });
  });
}

/**
 * Requeues a chunk of a pausing run: results stay, the remaining lines wait for the resume. If the pause was
 * canceled meanwhile, the chunk is queued again at once.
 */
export function requeueChunk(app: EngineApp, chunk: LoadedChunk): Promise<void> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, chunk.run.id);
    if (run.status !== 'running' && run.status !== 'pending') return;
    const back = await tx
      .updateTable('run_chunk')
      .set({ status: 'planned', job_id: null })
      .where('id', '=', chunk.id)
      .where('status', '=', 'queued')
      .returning('id')
      .executeTakeFirst();
    if (!back) return;
    await addToRun(tx, run.id, { queued_chunks: -1 });
    await continueRun(app, tx, run, now);
  });
}
