import { decimalsToDistinguish } from '../measure/digits-apart.ts';
import type { LoudnessMethod } from '../measure/loudness.ts';
import { clampScore, type Finding, finding, judged, limitScore, type Score, unscored } from './score.ts';

export type LoudnessConfig = {
  threshold: number;
  target_lufs: number;
  tolerance_lu: number;
  max_true_peak_dbtp: number;
};

export type LoudnessMeasure = {
  lufs: number | null;
  loudness_method: LoudnessMethod;
  true_peak_dbtp: number | null;
  /** The position of the largest sample, and thus of the peak. */
  peak_at_ms?: number | null;
};

const POINTS_PER_TOLERANCE = 15;
const PEAK_DB_TO_ZERO = 4;
/** Meters agree to about this much; a file limited to -1 dBTP must not fail a limit of -1 dBTP. */
const PEAK_RESOLUTION_DB = 0.1;

/**
 * Loudness: 100 on the target, minus 15 points per tolerance of distance (so 85 at the edge of the tolerance).
 * True peak: 100 up to its limit, 80 just over it, 0 at 4 dB over it. The lower one is the score.
 */
export function scoreLoudness(measure: LoudnessMeasure, config: LoudnessConfig): Score {
  const { lufs, true_peak_dbtp } = measure;
  const { target_lufs, tolerance_lu } = config;
  const evidence = { lufs, true_peak_dbtp, target_lufs, tolerance_lu };
  if (lufs === null)
    return unscored('The speech is too short or too quiet for its loudness to be measured.', evidence);
  return judged([distance(lufs, config), truePeak(measure, config)], config.threshold, {
    ...evidence,
    distance_lu: lufs - target_lufs,
  });
}

function distance(lufs: number, { target_lufs, tolerance_lu }: LoudnessConfig): Finding {
  const away = Math.abs(lufs - target_lufs);
  const fact = { metric: 'loudness', unit: 'LUFS', value: lufs };
  const limits = { min: target_lufs - tolerance_lu, max: target_lufs + tolerance_lu };
  const digits = decimalsToDistinguish(away, tolerance_lu);
  const reason = `${lufs.toFixed(digits)} LUFS is ${away.toFixed(digits)} LU away from ${target_lufs} LUFS.`;
  // Within the tolerance, a distance costs points but is not a defect.
  const result = finding(away > tolerance_lu ? 0 : 100, reason, { ...fact, ...limits });
  return {
    score: clampScore(100 - (POINTS_PER_TOLERANCE * away) / tolerance_lu),
    reason: away > tolerance_lu ? reason : null,
    measured: result.measured,
  };
}

function truePeak({ true_peak_dbtp: value, peak_at_ms }: LoudnessMeasure, config: LoudnessConfig): Finding {
  const { max_true_peak_dbtp: limit } = config;
  const isOver = value !== null && value > limit + PEAK_RESOLUTION_DB;
  const text = value?.toFixed(decimalsToDistinguish(value, limit));
  return finding(
    isOver ? limitScore(value, limit, limit + PEAK_DB_TO_ZERO) : 100,
    `The true peak of ${text} dBTP is over ${limit} dBTP.`,
    { metric: 'true_peak', unit: 'dBTP', value, max: limit, range: [peak_at_ms, peak_at_ms] },
  );
}
