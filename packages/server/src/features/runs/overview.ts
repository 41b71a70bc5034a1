import type { LanguageAudio, RunOverview } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { errorFields } from '../../run-error.ts';
import { metricSections } from './metrics.ts';
import { nodesOf } from './nodes.ts';
import { countOutliers } from './outliers.ts';
import { getRunWithDefinition, type RunPlace, type RunWithDefinition } from './queries.ts';
import { findSteps, nodeStates } from './steps.ts';
import { summarizeValidators } from './validators.ts';
import { hasEnded, hasExport, statusOfRun, toTime } from './view.ts';

export async function getOverview(
  { db, baseUrl }: Pick<App, 'db' | 'baseUrl'>,
  place: RunPlace,
  now: Date,
): Promise<RunOverview> {
  const run = await getRunWithDefinition(db, place);
  const run_status = statusOfRun(run);
  const nodes = nodesOf(run.definition);
  const [steps, languages, validators, outliers] = await Promise.all([
    findSteps(db, run.id),
    findLanguages(db, run.id),
    summarizeValidators(db, { run_id: run.id, nodes, ended: hasEnded(run) }),
    countOutliers(db, run),
  ]);
  const delivered_ms = languages.reduce((sum, language) => sum + language.total_duration_ms, 0);
  const { summaries, average_score } = validators;
  return {
    workflow: { id: run.workflow_id, name: run.workflow_name },
    run: runPart(run),
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
      now,
    }),
    readings: steps.flatMap(({ node_id, reading }) => (reading ?? []).map((file) => ({ node_id, ...file }))),
    audio_by_language: languages,
    validators: summaries,
    capabilities: { validator_drilldown: true, live_trace_timing: true, persisted_aggregates: false },
    future_links: linksOf(baseUrl(), place),
  };
}

function runPart(run: RunWithDefinition): RunOverview['run'] {
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

async function findLanguages(db: Db, runId: string): Promise<LanguageAudio[]> {
  const rows = await db
    .selectFrom('run_locale')
    .select(['locale_code', 'delivered_lines', 'delivered_ms'])
    .where('run_id', '=', runId)
    .where('lines', '>', 0)
    .orderBy('locale_code')
    .execute();
  return rows.map(({ locale_code, delivered_lines, delivered_ms }) => ({
    locale_code,
    line_count: delivered_lines,
    total_duration_ms: delivered_ms,
    avg_duration_ms: delivered_lines === 0 ? 0 : Math.round(delivered_ms / delivered_lines),
  }));
}

/** Verdicts take by take are in the run data; what happens now is in the events. */
function linksOf(base: string, { workflow_id, run_id }: RunPlace): RunOverview['future_links'] {
  const run = `${base.replace(/\/+$/, '')}/api/v1/workflows/${workflow_id}/runs/${run_id}`;
  return { validator_drilldown: `${run}/data?include_dropped=true`, live_trace: `${run}/events` };
}
