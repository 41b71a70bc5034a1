import { notFound } from '../api-error.ts';
import type { Caller } from '../handler.ts';
import type { World } from '../world.ts';
import { own } from './own.ts';
import { cancel, type SimulatedRun } from './simulated-run.ts';

/** A request below the path of a run. */
export type RunPath = { world: World; caller: Caller; params: { workflow_id: string; run_id: string } };

/** The run that a path names; NOT_FOUND where its workflow is another one, or gone. */
export function runOf({ world, caller, params }: RunPath): SimulatedRun {
  const run = own(world.runs, params.run_id, { caller, what: 'run' });
  if (run.workflow_id !== params.workflow_id.toLowerCase() || !world.workflows.has(run.workflow_id)) {
    throw notFound('run');
  }
  return run;
}

/** Cancels every run that is meant. */
export async function cancelAll(world: World, isMeant: (run: SimulatedRun) => boolean): Promise<void> {
  await Promise.all([...world.runs.values()].filter(isMeant).map((run) => cancel(world, run)));
}
