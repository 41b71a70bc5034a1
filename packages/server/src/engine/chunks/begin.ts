import { addRunStarted } from '../../ledger/webhook-events.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk } from '../model.ts';
import { addRunEvents, nodeEvent } from '../runs/events.ts';
import { changeStatus, lockRun } from '../runs/row.ts';
import { advanceRun, updateStep } from './finish.ts';

/** Marks the run as running when a worker starts its first chunk. */
export function beginRun(app: Pick<EngineApp, 'db' | 'clock' | 'queue'>, runId: string): Promise<void> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run.status !== 'pending') return;
    const begun = await changeStatus(tx, run, 'running', { started_at: now, updated_at: now });
    await addRunEvents(tx, runId, [begun], now);
    await addRunStarted(app, tx, { run, now });
  });
}

/** Reports once that a source has started: transcribing recordings takes minutes. */
export function reportSourceBegun(app: Pick<EngineApp, 'db' | 'clock'>, chunk: LoadedChunk): Promise<void> {
  const now = app.clock();
  const { run, node, iteration } = chunk;
  return app.db.transaction().execute(async (tx) => {
    if ((await lockRun(tx, run.id)).status !== 'running') return;
    const step = updateStep(tx, chunk).set({ started_at: now }).where('started_at', 'is', null);
    if ((await step.executeTakeFirst()).numUpdatedRows === 0n) return;
    const begun = nodeEvent({ node_id: node.id, node_type: node.type, iteration }, 'running');
    await addRunEvents(tx, run.id, [begun], now);
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
    if (back) await advanceRun(app, tx, run, { counters: { queued_chunks: -1 }, events: [], now });
  });
}
