import type { Availability, Metric, MetricSection, ValidatorSummary } from '@voiceloom/contract';
import { MOST_COMPARED_LINES, type OutlierCount } from './aggregates.ts';
import type { RunRow } from './queries.ts';
import { hasEnded } from './view.ts';

interface MetricSource {
  run: RunRow;
  delivered_ms: number;
  validators: readonly ValidatorSummary[];
  /** The mean score of all scored verdicts of all validators. */
  average_score: number | null;
  outliers: OutlierCount;
  /** Lines over a limit of the script. */
  too_long: number;
  now: Date;
}

export function metricSections(source: MetricSource): MetricSection[] {
  return [
    { key: 'audio', layout: 'grid', title: 'Audio', metrics: audioMetrics(source) },
    { key: 'quality', layout: 'grid', title: 'Quality', metrics: qualityMetrics(source) },
    { key: 'timing', layout: 'list', title: 'Timing', metrics: timingMetrics(source) },
  ];
}

type Missing = { status: Availability; reason: string };

interface Display {
  unit?: string;
  emphasis?: 'primary' | 'secondary';
  /** Why the figure has no value. */
  missing?: Missing;
}

/** Creates a kind of figure with a display variant and a format. */
function defineMetric(variant: Metric['display']['variant'], format: (value: number) => string) {
  return (
    key: Metric['key'],
    label: string,
    value: number | null,
    { unit, emphasis = 'secondary', missing }: Display = {},
  ): Metric => ({
    key,
    label,
    formatted_value: value === null ? '–' : format(value),
    status: value === null ? (missing?.status ?? 'unavailable') : 'available',
    display: { variant, emphasis },
    value,
    unit: unit ?? null,
    reason: value === null ? (missing?.reason ?? null) : null,
  });
}

/** The status of a missing figure: an active run may still get it, an ended run cannot. */
function lacking(run: RunRow, reason: string): Missing {
  return { status: hasEnded(run) ? 'unavailable' : 'not_ready', reason };
}

function audioMetrics({ run, delivered_ms }: MetricSource): Metric[] {
  const { lines_delivered: lines, characters, credits } = run;
  const average = lines === 0 ? null : Math.round(delivered_ms / lines);
  const missing = lacking(run, 'No line was delivered.');
  return [
    count('lines_delivered', 'Lines delivered', lines, { unit: 'lines', emphasis: 'primary' }),
    duration('total_duration', 'Total duration', delivered_ms, { unit: 'ms', emphasis: 'primary' }),
    duration('average_duration', 'Average duration', average, { unit: 'ms', missing }),
    count('characters', 'Characters spoken', characters, { unit: 'characters' }),
    count('credits', 'Credits', credits, { unit: 'credits' }),
  ];
}

function qualityMetrics({ run, validators, average_score, outliers, too_long }: MetricSource): Metric[] {
  const passCount = validators.reduce((sum, validator) => sum + validator.pass_count, 0);
  const scored = validators.reduce((sum, validator) => sum + validator.pass_count + validator.fail_count, 0);
  const missing: Missing =
    validators.length === 0
      ? { status: 'unsupported', reason: 'The workflow has no checks.' }
      : lacking(run, 'No take was scored.');
  const passRate = scored === 0 ? null : passCount / scored;
  const maxLines = formatCount(MOST_COMPARED_LINES);
  const outlierMissing: Missing = hasEnded(run)
    ? {
        status: 'unsupported',
        reason: `The run delivered more than ${maxLines} lines, which is too many to compare here. The report in the export lists the outliers.`,
      }
    : { status: 'not_ready', reason: 'Lines are compared once the run has ended.' };
  return [
    percent('pass_rate', 'Checks passed', passRate, { emphasis: 'primary', missing }),
    score('average_score', 'Average score', average_score, { unit: 'points', missing }),
    count('retries', 'Retries', run.retries, { unit: 'takes' }),
    count('dropped_lines', 'Dropped lines', run.lines_dropped, { unit: 'lines' }),
    count('skipped_lines', 'Skipped lines', run.lines_skipped, { unit: 'lines' }),
    count('too_long_lines', 'Too long', too_long, { unit: 'lines' }),
    count('outlier_lines', 'Outliers', outliers, { unit: 'lines', missing: outlierMissing }),
  ];
}

function timingMetrics({ run, delivered_ms, now }: MetricSource): Metric[] {
  const { started_at, first_audio_at, completed_at } = run;
  const firstAudio = started_at && first_audio_at ? first_audio_at.getTime() - started_at.getTime() : null;
  const elapsed = started_at ? Math.max(0, (completed_at ?? now).getTime() - started_at.getTime()) : null;
  const factor = elapsed && delivered_ms > 0 ? delivered_ms / elapsed : null;
  const missing = lacking(run, 'There is no audio.');
  return [
    duration('time_to_first_audio', 'Time to first audio', firstAudio, { unit: 'ms', missing }),
    duration('run_duration', 'Run duration', elapsed, {
      unit: 'ms',
      emphasis: 'primary',
      missing: lacking(run, 'The run has not started.'),
    }),
    ratio('realtime_factor', 'Audio per run time', factor, { missing }),
  ];
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function formatCount(value: number): string {
  return whole.format(value);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Formats with three digits at most: `480 ms`, `12.3 s`, `3 min 04 s`, `2 h 05 min`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${whole.format(ms)} ms`;
  if (ms < MINUTE) return `${tenths.format(Math.floor(ms / 100) / 10)} s`;
  const [large, small] = ms < HOUR ? [MINUTE, SECOND] : [HOUR, MINUTE];
  const rest = String(Math.floor((ms % large) / small)).padStart(2, '0');
  const units = ms < HOUR ? ['min', 's'] : ['h', 'min'];
  return `${whole.format(Math.floor(ms / large))} ${units[0]} ${rest} ${units[1]}`;
}

const count = defineMetric('number', formatCount);
const duration = defineMetric('duration', formatDuration);
const score = defineMetric('score', (value) => tenths.format(value));
const percent = defineMetric('percent', (fraction) => `${tenths.format(fraction * 100)} %`);
const ratio = defineMetric('ratio', (value) => `${tenths.format(value)}×`);
