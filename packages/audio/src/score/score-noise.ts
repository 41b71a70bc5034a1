import { decimalsToDistinguish } from '../measure/digits-apart.ts';
import { type AudioMetrics, END_MS } from '../measure/metrics.ts';
import { clampScore, type Evidence, type Finding, finding, judged, limitScore, type Score } from './score.ts';

export type NoiseConfig = {
  threshold: number;
  noise_floor_max_dbfs: number;
  max_clipped_runs: number;
  max_silence_ratio: number;
  max_lead_silence_ms: number;
  max_tail_silence_ms: number;
  max_inner_silence_ms: number;
  check_truncated_end: boolean;
  check_clicks: boolean;
};

/** The distance from a limit at which its check scores 0. */
const CLIPPED_RUNS_TO_ZERO = 20;
const NOISE_DB_TO_ZERO = 20;
const SILENCE_MS_TO_ZERO = 1_000;
/** In a one-word take, half a second of silence is a large share but no defect. */
const SHARE_JUDGED_FROM_MS = 1_000;
/** The score of one click. Each further click takes as many points again. */
const CLICK_SCORE = 60;
/** An abrupt end is only suspicious: some engines add no pause at the end, and their takes look the same. */
const TRUNCATED_SCORE = 50;

/** Evidence of a transcript about a suspected cut: the number of missing words at the end of the script. */
export type TranscribedEnd = { missing_words: number };

/**
 * The lowest check is the score. Each check scores 100 within its limit and falls to 0 at this value:
 *
 * - clipping: limit + 20 runs
 * - noise floor: limit + 20 dB
 * - each silence: 2 × limit + 1 s
 * - share of silence: 100%; it counts only if the silence lasts at least one second
 *
 * A click beside the speech scores 60, and each further one 40 less. A suspected cut scores 50. It scores 0 if the transcript
 * lacks the last words, and does not count if the transcript has them. Silent audio scores 0.
 */
export function scoreNoise(metrics: AudioMetrics, config: NoiseConfig, heardEnd?: TranscribedEnd): Score {
  const evidence = { ...evidenceOf(metrics), missing_end_words: heardEnd?.missing_words ?? null };
  if (metrics.silent) {
    const all = [0, metrics.duration_ms] as const;
    const fact = {
      metric: 'silence_ratio',
      unit: null,
      value: 1,
      max: config.max_silence_ratio,
      range: all,
    };
    return judged([finding(0, 'The audio is silent.', fact)], config.threshold, evidence);
  }
  const checks = [clipping, clicks, noiseFloor, leadSilence, tailSilence, longestPause, silenceShare].map(
    (check) => check(metrics, config),
  );
  return judged([...checks, truncatedEnd(metrics, config, heardEnd)], config.threshold, evidence);
}

function clipping(metrics: AudioMetrics, { max_clipped_runs: limit }: NoiseConfig): Finding {
  const { clipped_runs: value, clipped_from_ms, clipped_to_ms } = metrics;
  return finding(
    limitScore(value, limit, limit + CLIPPED_RUNS_TO_ZERO),
    `Clipped in ${value === 1 ? '1 place' : `${value} places`} (allowed: ${limit}).`,
    { metric: 'clipped_runs', unit: null, value, max: limit, range: [clipped_from_ms, clipped_to_ms] },
  );
}

function clicks(metrics: AudioMetrics, { check_clicks }: NoiseConfig): Finding {
  const { clicks: value, clicks_from_ms, clicks_to_ms } = metrics;
  const score = clampScore(100 - value * (100 - CLICK_SCORE));
  return finding(
    check_clicks ? score : 100,
    `${value === 1 ? 'A click is' : `${value} clicks are`} audible beside the speech.`,
    {
      ...{ metric: 'clicks', unit: null, value: check_clicks ? value : null, max: 0 },
      range: [clicks_from_ms, clicks_to_ms],
    },
  );
}

/** Digital silence has no noise floor. */
function noiseFloor(
  { noise_floor_dbfs: value }: AudioMetrics,
  { noise_floor_max_dbfs: limit }: NoiseConfig,
): Finding {
  if (value === null) return { score: 100, reason: null, measured: null };
  return finding(
    limitScore(value, limit, limit + NOISE_DB_TO_ZERO),
    `The noise floor of ${value.toFixed(decimalsToDistinguish(value, limit))} dBFS is over ${limit} dBFS.`,
    { metric: 'noise_floor', unit: 'dBFS', value, max: limit },
  );
}

function leadSilence(metrics: AudioMetrics, { max_lead_silence_ms: limit }: NoiseConfig): Finding {
  const range = [0, metrics.lead_silence_ms] as const;
  return silence('lead_silence', 'The silence before the speech', {
    ms: metrics.lead_silence_ms,
    limit,
    range,
  });
}

function tailSilence(metrics: AudioMetrics, { max_tail_silence_ms: limit }: NoiseConfig): Finding {
  const { duration_ms, tail_silence_ms: ms } = metrics;
  const range = [duration_ms - ms, duration_ms] as const;
  return silence('tail_silence', 'The silence after the speech', { ms, limit, range });
}

function longestPause(metrics: AudioMetrics, { max_inner_silence_ms: limit }: NoiseConfig): Finding {
  const { longest_inner_silence_ms: ms, longest_inner_silence_start_ms: start } = metrics;
  const range = [start, start === null ? null : start + ms] as const;
  return silence('longest_pause', 'The longest pause', { ms, limit, range });
}

type Silence = { ms: number; limit: number; range: readonly [number | null, number | null] };

function silence(metric: string, what: string, { ms, limit, range }: Silence): Finding {
  return finding(
    limitScore(ms, limit, 2 * limit + SILENCE_MS_TO_ZERO),
    `${what} lasts ${ms} ms (allowed: ${limit} ms).`,
    { metric, unit: 'ms', value: ms, max: limit, range },
  );
}

function silenceShare(metrics: AudioMetrics, { max_silence_ratio: limit }: NoiseConfig): Finding {
  const value = metrics.silence_ratio;
  const digits = decimalsToDistinguish(100 * value, 100 * limit, 0);
  const isShort = value * metrics.duration_ms < SHARE_JUDGED_FROM_MS;
  return finding(
    isShort ? 100 : limitScore(value, limit, 1),
    `${percent(value, digits)} of the audio is silence (allowed: ${percent(limit, digits)}).`,
    { metric: 'silence_ratio', unit: null, value, max: limit },
  );
}

function truncatedEnd(
  { truncated_end, duration_ms }: AudioMetrics,
  { check_truncated_end }: NoiseConfig,
  heardEnd: TranscribedEnd | undefined,
): Finding {
  const missing = heardEnd?.missing_words;
  const isCut = truncated_end && missing !== 0;
  const score = missing ? 0 : TRUNCATED_SCORE;
  const reason = missing
    ? `The audio stops at speech level and its last ${missing === 1 ? 'word was' : `${missing} words were`} not transcribed: its end is cut off.`
    : 'The audio stops at speech level: its end may be cut off.';
  return finding(isCut && check_truncated_end ? score : 100, reason, {
    metric: 'truncated_end',
    unit: null,
    value: check_truncated_end ? Number(isCut) : null,
    max: 0,
    range: isCut ? [Math.max(0, duration_ms - END_MS), duration_ms] : [null, null],
  });
}

function percent(share: number, digits: number): string {
  return `${(share * 100).toFixed(digits)} %`;
}

function evidenceOf(metrics: AudioMetrics): Evidence {
  return {
    clipped_runs: metrics.clipped_runs,
    clicks: metrics.clicks,
    noise_floor_dbfs: metrics.noise_floor_dbfs,
    speech_level_dbfs: metrics.speech_level_dbfs,
    sample_peak_dbfs: metrics.sample_peak_dbfs,
    lead_silence_ms: metrics.lead_silence_ms,
    tail_silence_ms: metrics.tail_silence_ms,
    longest_inner_silence_ms: metrics.longest_inner_silence_ms,
    silence_ratio: metrics.silence_ratio,
    truncated_end: metrics.truncated_end ? 1 : 0,
  };
}
