import { addRunStartedEvent } from '../../ledger/webhook-events.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk } from '../model.ts';
import { sourceNodes } from '../nodes/index.ts';
import { addRunEvents, type NewRunEvent, nodeEvent } from '../runs/events.ts';
import { changeStatus, lockRun } from '../runs/row.ts';
import { advanceRun, updateStep } from './finish.ts';

/** Marks the run as running with its first chunk, and reports that a source has started: it may take minutes. */
export async function beginChunk(
  app: Pick<EngineApp, 'db' | 'clock' | 'queue' | 'log'>,
  chunk: LoadedChunk,
): Promise<void> {
  const now = app.clock();
  const { id: run_id } = chunk.run;
  const starts = await app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, run_id);
    const events: NewRunEvent[] = [];
    if (run.status === 'pending') {
      events.push(await changeStatus(tx, run, 'running', { started_at: now, updated_at: now }));
      await addRunStartedEvent(app, tx, { run, now });
    } else if (run.status !== 'running') return false;
    if (sourceNodes[chunk.node.type]) {
      const step = updateStep(tx, chunk).set({ started_at: now }).where('started_at', 'is', null);
      const begun = await step.returning(['node_id', 'node_type', 'iteration']).executeTakeFirst();
      if (begun) events.push(nodeEvent(begun, 'running'));
    }
    await addRunEvents(tx, run_id, events, now);
    return run.status === 'pending';
  });
  if (starts) app.log.info({ run_id, workspace_id: chunk.run.workspace_id }, 'run started');
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
