import type { AudioMetrics } from './metrics.ts';
import { type Evidence, type Finding, judged, limitScore, type Score } from './score.ts';

export type NoiseConfig = {
  threshold: number;
  noise_floor_max_dbfs: number;
  max_clipped_runs: number;
  max_silence_ratio: number;
  max_lead_silence_ms: number;
  max_tail_silence_ms: number;
  max_inner_silence_ms: number;
  check_truncated_end: boolean;
};

/** Where a broken limit scores 0, as a distance from it. */
const CLIPPED_RUNS_TO_ZERO = 20;
const NOISE_DB_TO_ZERO = 20;
const SILENCE_MS_TO_ZERO = 1_000;
/** In a one-word take half a second of silence is a large share and no defect. */
const SHARE_JUDGED_FROM_MS = 1_000;
/** A cut end is a suspicion, not a proof: engines that end without a pause look the same. */
const TRUNCATED_SCORE = 50;

/**
 * Clipping, noise floor, silence and cut ends. Each check scores 100 within its limit and falls to 0 at: limit
 * + 20 clipped runs, limit + 20 dB of noise, twice the limit + 1 s of silence, all of the audio silent. A
 * suspected cut scores 50, silence throughout 0. The share of silence counts from one second of it on. The lowest
 * check is the score.
 */
export function scoreNoise(metrics: AudioMetrics, config: NoiseConfig): Score {
  const evidence = evidenceOf(metrics);
  if (metrics.silent) {
    return judged([{ score: 0, reason: 'The audio is silent.' }], config.threshold, evidence);
  }
  const findings = [
    clipping(metrics, config),
    noiseFloor(metrics, config),
    silence('The silence before the speech', metrics.lead_silence_ms, config.max_lead_silence_ms),
    silence('The silence after the speech', metrics.tail_silence_ms, config.max_tail_silence_ms),
    silence('The longest pause', metrics.longest_inner_silence_ms, config.max_inner_silence_ms),
    silenceShare(metrics, config),
    truncatedEnd(metrics, config),
  ];
  return judged(findings, config.threshold, evidence);
}

function clipping({ clipped_runs }: AudioMetrics, { max_clipped_runs: limit }: NoiseConfig): Finding {
  const score = limitScore(clipped_runs, limit, limit + CLIPPED_RUNS_TO_ZERO);
  return { score, reason: score < 100 ? `Clipped in ${clipped_runs} places (allowed: ${limit}).` : null };
}

/** Digital silence has no floor to judge. */
function noiseFloor(
  { noise_floor_dbfs: floor }: AudioMetrics,
  { noise_floor_max_dbfs }: NoiseConfig,
): Finding {
  if (floor === null) return { score: 100, reason: null };
  const score = limitScore(floor, noise_floor_max_dbfs, noise_floor_max_dbfs + NOISE_DB_TO_ZERO);
  const reason = `The noise floor of ${floor.toFixed(1)} dBFS is over ${noise_floor_max_dbfs} dBFS.`;
  return { score, reason: score < 100 ? reason : null };
}

function silence(what: string, ms: number, limit: number): Finding {
  const score = limitScore(ms, limit, 2 * limit + SILENCE_MS_TO_ZERO);
  return { score, reason: score < 100 ? `${what} lasts ${ms} ms (allowed: ${limit} ms).` : null };
}

function silenceShare(metrics: AudioMetrics, { max_silence_ratio }: NoiseConfig): Finding {
  const share = metrics.silence_ratio;
  if (share * metrics.duration_ms < SHARE_JUDGED_FROM_MS) return { score: 100, reason: null };
  const score = limitScore(share, max_silence_ratio, 1);
  const reason = `${percent(share)} of the audio is silence (allowed: ${percent(max_silence_ratio)}).`;
  return { score, reason: score < 100 ? reason : null };
}

function truncatedEnd({ truncated_end }: AudioMetrics, { check_truncated_end }: NoiseConfig): Finding {
  if (!truncated_end || !check_truncated_end) return { score: 100, reason: null };
  return { score: TRUNCATED_SCORE, reason: 'The audio stops at speech level: its end may be cut off.' };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function evidenceOf(metrics: AudioMetrics): Evidence {
  return {
    clipped_runs: metrics.clipped_runs,
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
