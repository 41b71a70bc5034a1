import type { RowChanges } from '../../db/index.ts';
import { together } from '../../db/together.ts';
import type { Amounts } from '../../ledger/budgets.ts';
import { addRunStartedEvent } from '../../ledger/webhook-events.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk } from '../model.ts';
import { sourceNodes } from '../nodes/index.ts';
import { addRunEvents, type NewRunEvent, nodeEvent } from '../runs/events.ts';
import { changeStatus, lockRun, type RunCounters } from '../runs/row.ts';
import { advanceRun } from './advance.ts';
import { updateStep } from './progress.ts';

/** Marks the run as running with its first chunk. Reports the start of a source, because it may take minutes. */
export async function beginChunk(
  app: Pick<EngineApp, 'db' | 'clock' | 'queue' | 'log'>,
  chunk: LoadedChunk,
): Promise<void> {
  const now = app.clock();
  const { id: run_id } = chunk.run;
  const isFirst = await app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, run_id);
    const starts = run.status === 'pending';
    if (!starts && run.status !== 'running') return false;
    const startStep = updateStep(tx, chunk)
      .set({ started_at: now })
      .where('started_at', 'is', null)
      .returning(['node_id', 'node_type', 'iteration']);
    const [statusEvent, step] = await together([
      starts && changeStatus(tx, run, 'running', { started_at: now, updated_at: now }),
      sourceNodes[chunk.node.type] && startStep.executeTakeFirst(),
      starts && addRunStartedEvent(app, tx, { run, now }),
    ]);
    const events: NewRunEvent[] = [];
    if (statusEvent) events.push(statusEvent);
    if (step) events.push(nodeEvent(step, 'running'));
    await addRunEvents(tx, run_id, events, now);
    return starts;
  });
  if (isFirst) app.log.info({ run_id, workspace_id: chunk.run.workspace_id }, 'run started');
}

/**
 * Requeues a chunk whose run pauses or whose worker stops. Results stay. The remaining lines wait for the resume; if the
 * run is not pausing, the chunk is queued again at once. With `blocked`, it waits until the run has room for a line that
 * costs so much, and what it has reserved is for the run's other chunks. With `local_model`, only a worker with this model
 * takes it.
 */
export function requeueChunk(
  app: EngineApp,
  chunk: LoadedChunk,
  { blocked, local_model }: { blocked?: Amounts | undefined; local_model?: string | null | undefined } = {},
): Promise<void> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, chunk.run.id);
    if (run.status !== 'running' && run.status !== 'pending') return;
    // The lock of the run's row protects the chunk.
    const row = await tx
      .selectFrom('run_chunk')
      .select('hold_allocated')
      .where('id', '=', chunk.id)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    if (!row) return;
    const counters: RunCounters = { queued_chunks: -1 };
    const changes: RowChanges<'run_chunk'> = { status: 'planned', job_id: null, usd_micros_allocated: 0 };
    if (local_model) changes.local_model = local_model;
    if (blocked) {
      counters.hold_allocated = -row.hold_allocated;
      changes.hold_allocated = 0;
      changes.blocked_credits = blocked.credits;
      changes.blocked_usd_micros = blocked.usd_micros;
    }
    await tx.updateTable('run_chunk').set(changes).where('id', '=', chunk.id).execute();
    await advanceRun(app, tx, run, { counters, events: [], now });
  });
}
