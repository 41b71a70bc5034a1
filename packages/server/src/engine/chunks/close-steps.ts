import type { Db } from '../../db/index.ts';
import { errorFields } from '../../errors.ts';
import type { RunHead } from '../model.ts';
import type { PlanNode } from '../plan.ts';
import type { NewRunEvent } from '../runs/events.ts';

/**
 * Closes the nodes that no line can reach any more: nothing is open there or upstream. The nodes of a loop
 * close together. The caller's transaction holds the run's row lock.
 */
export async function closeSteps(tx: Db, run: RunHead, from: PlanNode, now: Date): Promise<NewRunEvent[]> {
  const steps = await tx
    .selectFrom('run_step')
    .select(['node_id', 'node_type', 'iteration', 'open_chunks', 'total', 'failed', 'finished_at'])
    .where('run_id', '=', run.id)
    .orderBy('iteration')
    .execute();
  if (steps.some((step) => step.node_id === from.id && step.open_chunks > 0)) return [];
  const open = new Set(steps.filter((step) => step.open_chunks > 0).map((step) => step.node_id));
  const closed = [...run.plan.nodes.values()].filter(
    (node) => ![...node.upstream].some((id) => open.has(id)),
  );
  const ending = steps.filter((step) => !step.finished_at && closed.some((node) => node.id === step.node_id));
  if (ending.length === 0) return [];
  await tx
    .updateTable('run_step')
    .set({ finished_at: now })
    .where('run_id', '=', run.id)
    .where('finished_at', 'is', null)
    .where('node_id', 'in', [...new Set(ending.map((step) => step.node_id))])
    .execute();
  return ending.map((step) => ({
    type: 'node.state',
    data: {
      node_id: step.node_id,
      node_type: step.node_type,
      status: step.total > 0 && step.failed === step.total ? 'failed' : 'completed',
      iteration: step.iteration,
      ...errorFields(null),
    },
  }));
}
