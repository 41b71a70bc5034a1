import type { RunOverview } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { errorFields } from '../../errors.ts';
import { selectReviewOfRun } from '../reviews/gate.ts';
import { computeAggregates, findAggregates, summarizeValidators } from './aggregates.ts';
import { buildMetricSections } from './metrics.ts';
import { listNodes } from './nodes.ts';
import { getRunWithDefinition, type RunRef } from './queries.ts';
import { buildNodeStates, findSteps } from './steps.ts';
import { hasEnded, hasExport, toRunStatus, toTime } from './view.ts';

/** A run with the states of its nodes and its figures: stored ones if it has ended, else computed ones. */
export async function getOverview(
  { db, baseUrl }: Pick<App, 'db' | 'baseUrl'>,
  runRef: RunRef,
  now: Date,
): Promise<RunOverview> {
  const run = await getRunWithDefinition(db, runRef);
  const run_status = toRunStatus(run);
  const nodes = listNodes(run.definition);
  const [steps, storedAggregates, review] = await Promise.all([
    findSteps(db, run.id),
    findAggregates(db, run.id),
    selectReviewOfRun(db, runRef).executeTakeFirst(),
  ]);
  const { languages, verdicts, outliers, too_long } =
    storedAggregates ?? (await computeAggregates(db, run, nodes));
  const delivered_ms = languages.reduce((sum, language) => sum + language.total_duration_ms, 0);
  const { summaries, average_score } = summarizeValidators(verdicts, { nodes, hasEnded: hasEnded(run) });
  const base = baseUrl().replace(/(?<!\/)\/+$/, '');
  const runUrl = `${base}/api/v1/workflows/${runRef.workflow_id}/runs/${runRef.run_id}`;
  return {
    workflow: { id: run.workflow_id, name: run.workflow_name },
    run: {
      id: run.id,
      status: run_status,
      created_at: run.created_at.toISOString(),
      started_at: toTime(run.started_at),
      completed_at: toTime(run.completed_at),
      has_export: hasExport(run),
      review_id: review?.id ?? null,
      ...errorFields(run.error),
    },
    workflow_snapshot: {
      definition: run.definition,
      node_states: buildNodeStates(nodes, steps, { run_status, now }),
    },
    metric_sections: buildMetricSections({
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
      persisted_aggregates: storedAggregates !== undefined,
    },
    // The run data has the verdicts of each take, and the events show the progress.
    future_links: {
      validator_drilldown: `${runUrl}/data?include_dropped=true`,
      live_trace: `${runUrl}/events`,
    },
  };
}
