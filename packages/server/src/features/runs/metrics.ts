import type { Availability, Metric, MetricSection, ValidatorSummary } from '@voiceloom/contract';
import { MAX_COMPARED_LINES } from './aggregates.ts';
import type { RunRow } from './queries.ts';
import { divide, hasEnded } from './view.ts';

interface MetricSource {
  run: RunRow;
  delivered_ms: number;
  validators: readonly ValidatorSummary[];
  /** The mean score of all scored verdicts of all validators. */
  average_score: number | null;
  outliers: number | null;
  /** Lines over a limit of the script. */
  too_long: number;
  now: Date;
}

/** The figures of a run in the order of the page. */
export function buildMetricSections(source: MetricSource): MetricSection[] {
  return [buildAudioSection(source), buildQualitySection(source), buildTimingSection(source)];
}

/** An active run may still get a missing figure, an ended run cannot. */
function explainMissing(run: RunRow, reason: string): MissingFigure {
  return { status: hasEnded(run) ? 'unavailable' : 'not_ready', reason };
}

/** How much audio there is, and what it cost. */
function buildAudioSection({ run, delivered_ms }: MetricSource): MetricSection {
  const meanDuration = divide(delivered_ms, run.lines_delivered);
  return {
    key: 'audio',
    layout: 'grid',
    title: 'Audio',
    metrics: [
      count('lines_delivered', 'Lines delivered', run.lines_delivered, {
        unit: 'lines',
        emphasis: 'primary',
      }),
      duration('total_duration', 'Total duration', delivered_ms, { unit: 'ms', emphasis: 'primary' }),
      duration('average_duration', 'Average duration', meanDuration && Math.round(meanDuration), {
        unit: 'ms',
        missing: explainMissing(run, 'No line was delivered.'),
      }),
      count('characters', 'Characters spoken', run.characters, { unit: 'characters' }),
      count('credits', 'Credits', run.credits, { unit: 'credits' }),
    ],
  };
}

/** The results of the checks, and the lines that need attention. */
function buildQualitySection(source: MetricSource): MetricSection {
  const { run, validators } = source;
  const passCount = validators.reduce((sum, validator) => sum + validator.pass_count, 0);
  const failCount = validators.reduce((sum, validator) => sum + validator.fail_count, 0);
  let noScore = explainMissing(run, 'No take was scored.');
  if (validators.length === 0) noScore = { status: 'unsupported', reason: 'The workflow has no checks.' };
  let noOutliers: MissingFigure = {
    status: 'not_ready',
    reason: 'Lines are compared once the run has ended.',
  };
  if (hasEnded(run))
    noOutliers = {
      status: 'unsupported',
      reason: `The run delivered more than ${formatCount(MAX_COMPARED_LINES)} lines, which is too many to compare here. The report in the export lists the outliers.`,
    };
  return {
    key: 'quality',
    layout: 'grid',
    title: 'Quality',
    metrics: [
      percent('pass_rate', 'Checks passed', divide(passCount, passCount + failCount), {
        emphasis: 'primary',
        missing: noScore,
      }),
      score('average_score', 'Average score', source.average_score, { unit: 'points', missing: noScore }),
      count('retries', 'Retries', run.retries, { unit: 'takes' }),
      count('dropped_lines', 'Dropped lines', run.lines_dropped, { unit: 'lines' }),
      count('skipped_lines', 'Skipped lines', run.lines_skipped, { unit: 'lines' }),
      count('too_long_lines', 'Too long', source.too_long, { unit: 'lines' }),
      count('outlier_lines', 'Outliers', source.outliers, { unit: 'lines', missing: noOutliers }),
    ],
  };
}

/** How long the run takes, compared with its audio. */
function buildTimingSection({ run, delivered_ms, now }: MetricSource): MetricSection {
  const { started_at, first_audio_at } = run;
  let timeToFirstAudio: number | null = null;
  let elapsed: number | null = null;
  let realtimeFactor: number | null = null;
  if (started_at) {
    if (first_audio_at) timeToFirstAudio = first_audio_at.getTime() - started_at.getTime();
    elapsed = Math.max(0, (run.completed_at ?? now).getTime() - started_at.getTime());
    if (delivered_ms > 0) realtimeFactor = divide(delivered_ms, elapsed);
  }
  const noAudio = explainMissing(run, 'There is no audio.');
  return {
    key: 'timing',
    layout: 'list',
    title: 'Timing',
    metrics: [
      duration('time_to_first_audio', 'Time to first audio', timeToFirstAudio, {
        unit: 'ms',
        missing: noAudio,
      }),
      duration('run_duration', 'Run duration', elapsed, {
        unit: 'ms',
        emphasis: 'primary',
        missing: explainMissing(run, 'The run has not started.'),
      }),
      ratio('realtime_factor', 'Audio per run time', realtimeFactor, { missing: noAudio }),
    ],
  };
}

/** Why a figure has no value. */
interface MissingFigure {
  status: Availability;
  reason: string;
}

interface Display {
  unit?: string;
  emphasis?: 'primary' | 'secondary';
  missing?: MissingFigure;
}

/** Creates a kind of figure with a display variant and a format. */
function defineMetric(variant: Metric['display']['variant'], format: (value: number) => string) {
  return (key: Metric['key'], label: string, value: number | null, display: Display = {}): Metric => {
    const { unit = null, emphasis = 'secondary', missing } = display;
    let formatted_value = '–';
    let status = missing?.status ?? 'unavailable';
    let reason = missing?.reason ?? null;
    if (value !== null) {
      formatted_value = format(value);
      status = 'available';
      reason = null;
    }
    return { key, label, formatted_value, status, display: { variant, emphasis }, value, unit, reason };
  };
}

const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function formatCount(value: number): string {
  return wholeNumber.format(value);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Formats with three digits at most: `480 ms`, `12.3 s`, `3 min 04 s`, `2 h 05 min`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${wholeNumber.format(ms)} ms`;
  if (ms < MINUTE) return `${tenths.format(Math.floor(ms / 100) / 10)} s`;
  if (ms < HOUR) {
    const seconds = Math.floor((ms % MINUTE) / SECOND);
    return `${Math.floor(ms / MINUTE)} min ${String(seconds).padStart(2, '0')} s`;
  }
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  return `${wholeNumber.format(Math.floor(ms / HOUR))} h ${String(minutes).padStart(2, '0')} min`;
}

const count = defineMetric('number', formatCount);
const duration = defineMetric('duration', formatDuration);
const score = defineMetric('score', (value) => tenths.format(value));
const percent = defineMetric('percent', (fraction) => `${tenths.format(fraction * 100)} %`);
const ratio = defineMetric('ratio', (value) => `${tenths.format(value)}×`);
