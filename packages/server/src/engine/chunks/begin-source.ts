import { errorFields } from '../../errors.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk } from '../model.ts';
import { addRunEvents } from '../runs/events.ts';
import { lockRun } from '../runs/row.ts';

/** Reports once that a source has started: transcribing recordings takes minutes. */
export function beginSource(
  app: Pick<EngineApp, 'db' | 'clock'>,
  { run, node, iteration }: LoadedChunk,
): Promise<void> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    if ((await lockRun(tx, run.id)).status !== 'running') return;
    const begun = await tx
      .updateTable('run_step')
      .set({ started_at: now })
      .where('run_id', '=', run.id)
      .where('node_id', '=', node.id)
      .where('iteration', '=', iteration)
      .where('started_at', 'is', null)
      .executeTakeFirst();
    if (begun.numUpdatedRows === 0n) return;
    const data = {
      node_id: node.id,
      node_type: node.type,
      iteration,
      status: 'running' as const,
      ...errorFields(null),
    };
    await addRunEvents(tx, run.id, [{ type: 'node.state', data }], now);
  });
}
