import { blanks } from '../../generated/test-contract.ts';
import type { Run, RunDetail, RunListItem, RunSummary, RunUsage } from '../../generated/types.ts';
import type { World } from '../world.ts';
import { errorFields } from './error-fields.ts';
import { without } from './own.ts';
import { personOf } from './people.ts';
import { lineCounts, stepCounts } from './run-counts.ts';
import { creditsUsed, hasEnded, type SimulatedRun } from './simulated-run.ts';

/** What the takes of a run came to; those that were used again count nothing. */
export function usageOf({ lines, started_at }: SimulatedRun): RunUsage {
  const usage: RunUsage = { characters: 0, lines: 0, audio_ms: 0, retries: 0, by_locale: {} };
  if (started_at === null) return usage;
  usage.lines = lines.length;
  for (const { locale_code, script, take } of lines) {
    usage.by_locale[locale_code] ??= { characters: 0, lines: 0, audio_ms: 0 };
    const locale = usage.by_locale[locale_code];
    locale.lines += 1;
    if (take === null || take.reused) continue;
    const characters = [...script].length;
    for (const sum of [usage, locale]) {
      sum.characters += characters;
      sum.audio_ms += take.duration_ms;
    }
  }
  return usage;
}

/** Whether there is a file to download. */
export const hasExport = (run: SimulatedRun): boolean => hasEnded(run) && lineCounts(run).delivered_lines > 0;

/** A run as the API shows it. */
export function runView(world: World, run: SimulatedRun): Run {
  const { total_steps, finished_steps } = stepCounts(run);
  const credits = creditsUsed(run);
  return {
    ...blanks.Run,
    id: run.id,
    status: run.status,
    run_number: run.run_number,
    total_nodes: run.definition.graph.nodes.length,
    total_steps,
    finished_steps,
    credits,
    usage_summary: usageOf(run),
    started_at: run.started_at,
    completed_at: run.completed_at,
    pause_requested_at: run.paused_at,
    paused_at: run.paused_at,
    created_at: run.created_at,
    has_export: hasExport(run),
    triggered_by: { user_id: run.triggered_by, user_name: personOf(world, run.triggered_by).name },
    workflow_id: run.workflow_id,
    token_cost: credits,
    updated_at: run.updated_at,
    ...errorFields(run.error),
  };
}

/** A run with the definition that it began with. */
export const runDetail = (world: World, run: SimulatedRun): RunDetail => ({
  ...runView(world, run),
  definition_snapshot: run.definition,
});

/** A run as a list shows it. */
export const runListItem = (world: World, run: SimulatedRun): RunListItem =>
  without(runView(world, run), 'workflow_id', 'token_cost', 'updated_at', 'error', 'error_details');

/** Runs by status, and how long those that ended well took. */
export function runSummary(runs: readonly SimulatedRun[]): RunSummary {
  const count = (status: SimulatedRun['status']) => runs.filter((run) => run.status === status).length;
  const [completed, failed, cancelled] = [count('completed'), count('failed'), count('cancelled')];
  const ended = completed + failed + cancelled;
  const seconds = runs.flatMap(({ status, started_at, completed_at }) =>
    status === 'completed' && started_at && completed_at
      ? [(Date.parse(completed_at) - Date.parse(started_at)) / 1_000]
      : [],
  );
  return {
    ...blanks.RunSummary,
    total_runs: runs.length,
    completed,
    failed,
    cancelled,
    pending: count('pending'),
    running: count('running'),
    paused: count('paused'),
    pass_rate: ended === 0 ? null : completed / ended,
    average_duration_seconds:
      seconds.length === 0 ? null : seconds.reduce((sum, one) => sum + one, 0) / seconds.length,
  };
}
