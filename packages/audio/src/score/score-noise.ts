import { decimalsToDistinguish } from '../measure/digits-apart.ts';
import { type AudioMetrics, END_MS } from '../measure/metrics.ts';
import { createFinding, type Finding, judge, limitScore, roundAndClampScore, type Score } from './score.ts';

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
/** So far over its limit, noise scores 0. */
const NOISE_DB_TO_ZERO = 20;
/** So far over its limit, silence scores 0. */
const SILENCE_MS_TO_ZERO = 1_000;
/** In a one-word take, half a second of silence is a large share but no defect. */
const MIN_SHARED_SILENCE_MS = 1_000;
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
export function scoreNoise(
  metrics: AudioMetrics,
  config: NoiseConfig,
  transcribedEnd?: TranscribedEnd,
): Score {
  const missingWords = transcribedEnd?.missing_words;
  const evidence = {
    clipped_runs: metrics.clipped_runs,
    clicks: metrics.clicks,
    noise_floor_dbfs: metrics.noise_floor_dbfs,
    speech_level_dbfs: metrics.speech_level_dbfs,
    sample_peak_dbfs: metrics.sample_peak_dbfs,
    lead_silence_ms: metrics.lead_silence_ms,
    tail_silence_ms: metrics.tail_silence_ms,
    longest_inner_silence_ms: metrics.longest_inner_silence_ms,
    silence_ratio: metrics.silence_ratio,
    truncated_end: Number(metrics.truncated_end),
    missing_end_words: missingWords ?? null,
  };
  let findings: Finding[];
  if (metrics.silent)
    findings = [
      createFinding(0, 'The audio is silent.', {
        metric: 'silence_ratio',
        unit: null,
        value: 1,
        max: config.max_silence_ratio,
        range: [0, metrics.duration_ms],
      }),
    ];
  else {
    findings = [...checkSignal(metrics, config), ...checkSilences(metrics, config)];
    if (config.check_truncated_end) findings.push(checkEnd(metrics, missingWords));
  }
  return judge(findings, config.threshold, evidence);
}

/** Clipping, clicks and the noise floor. */
function checkSignal(metrics: AudioMetrics, config: NoiseConfig): Finding[] {
  const { clipped_runs, clicks, noise_floor_dbfs } = metrics;
  const { max_clipped_runs, check_clicks, noise_floor_max_dbfs: noiseLimit } = config;
  const findings = [
    createFinding(
      limitScore(clipped_runs, max_clipped_runs, max_clipped_runs + CLIPPED_RUNS_TO_ZERO),
      `Clipped in ${clipped_runs === 1 ? '1 place' : `${clipped_runs} places`} (allowed: ${max_clipped_runs}).`,
      {
        metric: 'clipped_runs',
        unit: null,
        value: clipped_runs,
        max: max_clipped_runs,
        range: [metrics.clipped_from_ms, metrics.clipped_to_ms],
      },
    ),
  ];
  if (check_clicks)
    findings.push(
      createFinding(
        roundAndClampScore(100 - clicks * (100 - CLICK_SCORE)),
        `${clicks === 1 ? 'A click is' : `${clicks} clicks are`} audible beside the speech.`,
        {
          metric: 'clicks',
          unit: null,
          value: clicks,
          max: 0,
          range: [metrics.clicks_from_ms, metrics.clicks_to_ms],
        },
      ),
    );
  // Digital silence has no noise floor.
  if (noise_floor_dbfs !== null) {
    const text = noise_floor_dbfs.toFixed(decimalsToDistinguish(noise_floor_dbfs, noiseLimit));
    findings.push(
      createFinding(
        limitScore(noise_floor_dbfs, noiseLimit, noiseLimit + NOISE_DB_TO_ZERO),
        `The noise floor of ${text} dBFS is over ${noiseLimit} dBFS.`,
        { metric: 'noise_floor', unit: 'dBFS', value: noise_floor_dbfs, max: noiseLimit },
      ),
    );
  }
  return findings;
}

/** The silence at both ends, the longest pause, and the share of silence. */
function checkSilences(metrics: AudioMetrics, config: NoiseConfig): Finding[] {
  const { duration_ms, lead_silence_ms, tail_silence_ms, silence_ratio: ratio } = metrics;
  const { longest_inner_silence_ms: pauseMs, longest_inner_silence_start_ms: pauseStart } = metrics;
  const silences = [
    {
      metric: 'lead_silence',
      text: 'The silence before the speech',
      value: lead_silence_ms,
      max: config.max_lead_silence_ms,
      range: [0, lead_silence_ms] as const,
    },
    {
      metric: 'tail_silence',
      text: 'The silence after the speech',
      value: tail_silence_ms,
      max: config.max_tail_silence_ms,
      range: [duration_ms - tail_silence_ms, duration_ms] as const,
    },
    {
      metric: 'longest_pause',
      text: 'The longest pause',
      value: pauseMs,
      max: config.max_inner_silence_ms,
      range: [pauseStart, pauseStart === null ? null : pauseStart + pauseMs] as const,
    },
  ];
  const findings = silences.map(({ metric, text, value, max, range }) =>
    createFinding(
      limitScore(value, max, 2 * max + SILENCE_MS_TO_ZERO),
      `${text} lasts ${value} ms (allowed: ${max} ms).`,
      { metric, unit: 'ms', value, max, range },
    ),
  );
  const max = config.max_silence_ratio;
  const isShort = ratio * duration_ms < MIN_SHARED_SILENCE_MS;
  const digits = decimalsToDistinguish(100 * ratio, 100 * max, 0);
  const [percent, maxPercent] = [ratio, max].map((share) => `${(share * 100).toFixed(digits)} %`);
  findings.push(
    createFinding(
      isShort ? 100 : limitScore(ratio, max, 1),
      `${percent} of the audio is silence (allowed: ${maxPercent}).`,
      { metric: 'silence_ratio', unit: null, value: ratio, max },
    ),
  );
  return findings;
}

/** Whether the end is cut off. `missingWords` is undefined without a transcript. */
function checkEnd(metrics: AudioMetrics, missingWords: number | undefined): Finding {
  const { truncated_end, duration_ms } = metrics;
  const measurement = { metric: 'truncated_end', unit: null, max: 0 };
  if (!truncated_end || missingWords === 0) return createFinding(100, '', { ...measurement, value: 0 });
  let score = TRUNCATED_SCORE;
  let reason = 'The audio stops at speech level: its end may be cut off.';
  if (missingWords) {
    const words = missingWords === 1 ? 'word was' : `${missingWords} words were`;
    score = 0;
    reason = `The audio stops at speech level and its last ${words} not transcribed: its end is cut off.`;
  }
  const range = [Math.max(0, duration_ms - END_MS), duration_ms] as const;
  return createFinding(score, reason, { ...measurement, value: 1, range });
}
