import { blanks } from '../../generated/test-contract.ts';
import type { LanguageAudio, Metric, RunOverview, ValidatorSummary } from '../../generated/types.ts';
import type { World } from '../world.ts';
import { errorFields } from './error-fields.ts';
import { readingsOf } from './readings.ts';
import { labelOf, nodeStates, UNMEASURED, validatorKind, validatorsOf } from './run-data.ts';
import { deliveredLines } from './run-files.ts';
import { hasExport, usageOf } from './run-views.ts';
import { creditsUsed, hasEnded, type SimulatedRun } from './simulated-run.ts';

function figure(key: Metric['key'], label: string, value: number): Metric {
  return {
    ...blanks.Metric,
    key,
    label,
    formatted_value: String(value),
    status: 'available',
    display: { variant: 'number', emphasis: 'primary' },
    value,
    unit: key === 'total_duration' ? 'ms' : null,
  };
}

function audioByLanguage(run: SimulatedRun): LanguageAudio[] {
  const lines = deliveredLines(run);
  const locales = [...new Set(lines.map(({ locale_code }) => locale_code))];
  return locales.map((locale_code) => {
    const own = lines.filter((line) => line.locale_code === locale_code);
    const total_duration_ms = own.reduce((sum, { take }) => sum + take.duration_ms, 0);
    const avg_duration_ms = Math.round(total_duration_ms / own.length);
    return {
      ...blanks.LanguageAudio,
      locale_code,
      line_count: own.length,
      total_duration_ms,
      avg_duration_ms,
    };
  });
}

const validators = (run: SimulatedRun): ValidatorSummary[] =>
  validatorsOf(run).map(({ node_id, node_type }) => ({
    ...blanks.ValidatorSummary,
    node_id,
    kind: validatorKind(node_type),
    label: labelOf(run, node_id),
    status: 'unavailable',
    reason: UNMEASURED,
  }));

/** A run at a glance: the figures that need no measuring. */
export function overviewOf(world: World, run: SimulatedRun): RunOverview {
  const { id, status, created_at, started_at, completed_at, error, definition } = run;
  const { audio_ms, characters } = usageOf(run);
  const metrics = [
    figure('lines_delivered', 'Lines', deliveredLines(run).length),
    figure('total_duration', 'Duration', audio_ms),
    figure('characters', 'Characters', characters),
    figure('credits', 'Credits', creditsUsed(run)),
  ];
  const links = `${world.options.baseUrl}/api/v1/workflows/${run.workflow_id}/runs/${id}`;
  return {
    ...blanks.RunOverview,
    workflow: { id: run.workflow_id, name: world.workflows.get(run.workflow_id)?.name ?? '' },
    run: {
      id,
      status,
      created_at,
      started_at,
      completed_at,
      has_export: hasExport(run),
      ...errorFields(error),
    },
    workflow_snapshot: { definition, node_states: nodeStates(world, run) },
    metric_sections: [{ key: 'audio', layout: 'grid', title: 'Audio', metrics }],
    readings: run.started_at === null ? [] : readingsOf(world, definition),
    audio_by_language: audioByLanguage(run),
    validators: validators(run),
    capabilities: { ...blanks.RunOverview.capabilities, persisted_aggregates: hasEnded(run) },
    future_links: { validator_drilldown: `${links}/validators`, live_trace: `${links}/trace` },
  };
}
