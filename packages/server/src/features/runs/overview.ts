import type { RunOverview } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { errorFields } from '../../errors.ts';
import { selectReviewOfRun } from '../reviews/gate.ts';
import { computeAggregates, findAggregates, summarizeValidators } from './aggregates.ts';
import { metricSections } from './metrics.ts';
import { nodesOf } from './nodes.ts';
import { getRunWithDefinition, type RunRef, type RunWithDefinition } from './queries.ts';
import { findSteps, nodeStates } from './steps.ts';
import { hasEnded, hasExport, statusOfRun, toTime } from './view.ts';

export async function getOverview(
  { db, baseUrl }: Pick<App, 'db' | 'baseUrl'>,
  place: RunRef,
  now: Date,
): Promise<RunOverview> {
  const run = await getRunWithDefinition(db, place);
  const run_status = statusOfRun(run);
  const nodes = nodesOf(run.definition);
  const [steps, stored, review] = await Promise.all([
    findSteps(db, run.id),
    findAggregates(db, run.id),
    selectReviewOfRun(db, place).executeTakeFirst(),
  ]);
  const { languages, verdicts, outliers, too_long } = stored ?? (await computeAggregates(db, run, nodes));
  const delivered_ms = languages.reduce((sum, language) => sum + language.total_duration_ms, 0);
  const { summaries, average_score } = summarizeValidators(verdicts, { nodes, ended: hasEnded(run) });
  return {
    workflow: { id: run.workflow_id, name: run.workflow_name },
    run: { ...runPart(run), review_id: review?.id ?? null },
    workflow_snapshot: {
      definition: run.definition,
      node_states: nodeStates(nodes, steps, { run_status, now }),
    },
    metric_sections: metricSections({
      run,
      delivered_ms,
      validators: summaries,
      average_score,
      outliers,
      too_long,
      now,
    }),
    readings: steps.flatMap(({ node_id, readings }) =>
      (readings ?? []).map((file) => ({ node_id, ...file })),
    ),
    audio_by_language: languages,
    too_long,
    validators: summaries,
    capabilities: {
      validator_drilldown: true,
      live_trace_timing: true,
      persisted_aggregates: stored !== undefined,
    },
    future_links: linksOf(baseUrl(), place),
  };
}

function runPart(run: RunWithDefinition): Omit<RunOverview['run'], 'review_id'> {
  return {
    id: run.id,
    status: statusOfRun(run),
    created_at: run.created_at.toISOString(),
    started_at: toTime(run.started_at),
    completed_at: toTime(run.completed_at),
    has_export: hasExport(run),
    ...errorFields(run.error),
  };
}

/** Links for what follows: the run data has the verdicts of each take, and the events show the progress. */
function linksOf(base: string, { workflow_id, run_id }: RunRef): RunOverview['future_links'] {
  const run = `${base.replace(/(?<!\/)\/+$/, '')}/api/v1/workflows/${workflow_id}/runs/${run_id}`;
  return { validator_drilldown: `${run}/data?include_dropped=true`, live_trace: `${run}/events` };
}
