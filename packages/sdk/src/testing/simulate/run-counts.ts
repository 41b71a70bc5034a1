import type { RunLine, SimulatedRun } from './simulated-run.ts';

const countOf = ({ lines }: SimulatedRun, status: RunLine['status']) =>
  lines.filter((line) => line.status === status).length;

/** How many lines came to each end. */
export function lineCounts(run: SimulatedRun) {
  return {
    total_lines: run.lines.length,
    delivered_lines: countOf(run, 'delivered'),
    dropped_lines: countOf(run, 'dropped'),
    skipped_lines: countOf(run, 'skipped'),
    failed_lines: countOf(run, 'failed'),
  };
}

/** Visits of lines to nodes: all of them and those that are done. */
export function stepCounts(run: SimulatedRun) {
  // The lines are read when the run starts.
  if (run.started_at === null) return { total_steps: 0, finished_steps: 0, finished_lines: 0 };
  const finished = run.lines.length - countOf(run, 'waiting');
  const visits = run.path.filter(({ node_type }) => !node_type.startsWith('source_')).length;
  return {
    total_steps: run.lines.length * visits,
    finished_steps: finished * visits,
    finished_lines: finished,
  };
}
