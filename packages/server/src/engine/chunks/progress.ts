import type { Db } from '../../db/index.ts';
import { together } from '../../db/together.ts';
import type { LoadedChunk, RunHead } from '../model.ts';
import type { PlanNode } from '../plan.ts';
import {
  addRunEvents,
  type NewRunEvent,
  nodeEvent,
  progressEvent,
  readLocaleProgress,
} from '../runs/events.ts';
import { addToRunCounters, type LockedRun, type RunCounters } from '../runs/row.ts';

/** The counters and events that a transaction adds to a run. */
export interface RunProgress {
  counters: RunCounters;
  events: readonly NewRunEvent[];
}

export interface StoredProgress extends RunProgress {
  now: Date;
  first_audio_at?: Date | undefined;
  shows_progress?: boolean;
}

/** Stores counters and events of the run. The caller's transaction holds the lock of the run's row. */
export async function storeProgress(tx: Db, runId: string, progress: StoredProgress): Promise<LockedRun> {
  const { counters, events, now, first_audio_at, shows_progress } = progress;
  const isShown = shows_progress || events.length > 0;
  const [run, locales] = await together([
    addToRunCounters(tx, runId, counters, { first_audio_at, updated_at: now }),
    isShown ? readLocaleProgress(tx, runId) : [],
  ]);
  if (isShown) await addRunEvents(tx, runId, [...events, progressEvent(run, locales)], now);
  return run;
}

/** An update of the step that the chunk belongs to. */
export function updateStep(tx: Db, chunk: LoadedChunk) {
  return tx
    .updateTable('run_step')
    .where('run_id', '=', chunk.run.id)
    .where('node_id', '=', chunk.node.id)
    .where('iteration', '=', chunk.iteration);
}

/**
 * Closes the nodes that no line can reach anymore, because nothing is open there or upstream. The nodes of a
 * loop close together. The caller's transaction holds the run's row lock.
 */
export async function closeSteps(tx: Db, run: RunHead, from: PlanNode, now: Date): Promise<NewRunEvent[]> {
  const steps = await tx
    .selectFrom('run_step')
    .select(['node_id', 'node_type', 'iteration', 'open_chunks', 'total', 'failed', 'finished_at'])
    .where('run_id', '=', run.id)
    .orderBy('iteration')
    .execute();
  const openNodeIds = new Set(steps.filter((step) => step.open_chunks > 0).map((step) => step.node_id));
  // Lines at `from` can still reach every node after it, and for the other nodes nothing has changed.
  if (openNodeIds.has(from.id)) return [];
  // `upstream` holds the node itself and all nodes from which lines reach it.
  const isReachable = (id: string): boolean =>
    [...(run.plan.nodes.get(id)?.upstream ?? [])].some((upstreamId) => openNodeIds.has(upstreamId));
  const endingSteps = steps.filter((step) => !step.finished_at && !isReachable(step.node_id));
  if (endingSteps.length === 0) return [];
  await tx
    .updateTable('run_step')
    .set({ finished_at: now })
    .where('run_id', '=', run.id)
    .where('finished_at', 'is', null)
    .where('node_id', 'in', [...new Set(endingSteps.map((step) => step.node_id))])
    .execute();
  return endingSteps.map((step) => {
    const hasFailed = step.total > 0 && step.failed === step.total;
    return nodeEvent(step, hasFailed ? 'failed' : 'completed');
  });
}
