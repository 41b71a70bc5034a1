import type { Availability, Metric, MetricSection, ValidatorSummary } from '@voiceloom/contract';
import type { RunRow } from '../queries.ts';
import { hasEnded } from '../view.ts';
import { formatCount, formatDuration, formatFactor, formatPercent, formatScore } from './format.ts';
import { MOST_COMPARED_LINES, type OutlierCount } from './outliers.ts';

/** The data for the figures of a run. */
export interface MetricSource {
  run: RunRow;
  delivered_ms: number;
  validators: readonly ValidatorSummary[];
  /** The mean of all verdicts with a score, over all validators. */
  average_score: number | null;
  outliers: OutlierCount;
  now: Date;
}

export function metricSections(source: MetricSource): MetricSection[] {
  return [
    { key: 'audio', layout: 'grid', title: 'Audio', metrics: audioMetrics(source) },
    { key: 'quality', layout: 'grid', title: 'Quality', metrics: qualityMetrics(source) },
    { key: 'timing', layout: 'list', title: 'Timing', metrics: timingMetrics(source) },
  ];
}

interface Figure {
  key: Metric['key'];
  label: string;
  unit: string | null;
  variant: Metric['display']['variant'];
  emphasis?: 'primary';
  value: number | null;
  format: (value: number) => string;
  /** Why there is no value. */
  missing?: { status: Availability; reason: string };
}

function metric({ key, label, unit, variant, emphasis, value, format, missing }: Figure): Metric {
  return {
    key,
    label,
    formatted_value: value === null ? '–' : format(value),
    status: value === null ? (missing?.status ?? 'unavailable') : 'available',
    display: { variant, emphasis: emphasis ?? 'secondary' },
    value,
    unit,
    reason: value === null ? (missing?.reason ?? null) : null,
  };
}

/** The status of a figure that an active run may still get, and an ended run never will. */
function lacking(run: RunRow, reason: string): Figure['missing'] {
  return { status: hasEnded(run) ? 'unavailable' : 'not_ready', reason };
}

const count = { variant: 'number', format: formatCount } as const;
const duration = { variant: 'duration', unit: 'ms', format: formatDuration } as const;

function audioMetrics({ run, delivered_ms }: MetricSource): Metric[] {
  const { lines_delivered: lines, characters, credits } = run;
  const average = {
    value: lines === 0 ? null : Math.round(delivered_ms / lines),
    missing: lacking(run, 'No line was delivered.'),
  };
  return [
    metric({
      ...count,
      key: 'lines_delivered',
      label: 'Lines delivered',
      unit: 'lines',
      emphasis: 'primary',
      value: lines,
    }),
    metric({
      ...duration,
      key: 'total_duration',
      label: 'Total duration',
      emphasis: 'primary',
      value: delivered_ms,
    }),
    metric({ ...duration, key: 'average_duration', label: 'Average duration', ...average }),
    metric({
      ...count,
      key: 'characters',
      label: 'Characters spoken',
      unit: 'characters',
      value: characters,
    }),
    metric({ ...count, key: 'credits', label: 'Credits', unit: 'credits', value: credits }),
  ];
}

function qualityMetrics({ run, validators, average_score, outliers }: MetricSource): Metric[] {
  const passed = validators.reduce((sum, validator) => sum + validator.pass_count, 0);
  const scored = validators.reduce((sum, validator) => sum + validator.pass_count + validator.fail_count, 0);
  const missing: Figure['missing'] =
    validators.length === 0
      ? { status: 'unsupported', reason: 'The workflow has no checks.' }
      : lacking(run, 'No take was scored.');
  const passRate = { value: scored === 0 ? null : passed / scored, missing };
  const score = { value: average_score, missing };
  return [
    metric({
      key: 'pass_rate',
      label: 'Checks passed',
      unit: null,
      variant: 'percent',
      emphasis: 'primary',
      format: formatPercent,
      ...passRate,
    }),
    metric({
      key: 'average_score',
      label: 'Average score',
      unit: 'points',
      variant: 'score',
      format: formatScore,
      ...score,
    }),
    metric({ ...count, key: 'retries', label: 'Retries', unit: 'takes', value: run.retries }),
    metric({
      ...count,
      key: 'dropped_lines',
      label: 'Dropped lines',
      unit: 'lines',
      value: run.lines_dropped,
    }),
    metric({
      ...count,
      key: 'skipped_lines',
      label: 'Skipped lines',
      unit: 'lines',
      value: run.lines_skipped,
    }),
    outlierMetric(run, outliers),
  ];
}

/** Lines that do not sound like the others of their voice. */
function outlierMetric(run: RunRow, value: OutlierCount): Metric {
  const most = formatCount(MOST_COMPARED_LINES);
  const missing: Figure['missing'] = hasEnded(run)
    ? {
        status: 'unsupported',
        reason: `The run has over ${most} lines: the report of the export lists the outliers.`,
      }
    : { status: 'not_ready', reason: 'Lines are compared once the run has ended.' };
  return metric({ ...count, key: 'outlier_lines', label: 'Outliers', unit: 'lines', value, missing });
}

function timingMetrics({ run, delivered_ms, now }: MetricSource): Metric[] {
  const { started_at, first_audio_at, completed_at } = run;
  const firstAudio = started_at && first_audio_at ? first_audio_at.getTime() - started_at.getTime() : null;
  const elapsed = started_at ? Math.max(0, (completed_at ?? now).getTime() - started_at.getTime()) : null;
  const factor = elapsed && delivered_ms > 0 ? delivered_ms / elapsed : null;
  const notStarted = lacking(run, 'The run has not started.');
  const noAudio = lacking(run, 'There is no audio.');
  return [
    metric({
      ...duration,
      key: 'time_to_first_audio',
      label: 'Time to first audio',
      value: firstAudio,
      missing: noAudio,
    }),
    metric({
      ...duration,
      key: 'run_duration',
      label: 'Run duration',
      emphasis: 'primary',
      value: elapsed,
      missing: notStarted,
    }),
    metric({
      key: 'realtime_factor',
      label: 'Audio per run time',
      unit: null,
      variant: 'ratio',
      format: formatFactor,
      value: factor,
      missing: noAudio,
    }),
  ];
}
