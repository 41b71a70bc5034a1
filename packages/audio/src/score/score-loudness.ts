import { decimalsToDistinguish } from '../measure/digits-apart.ts';
import type { LoudnessMethod } from '../measure/loudness.ts';
import { createFinding, judge, limitScore, roundAndClampScore, type Score, unscored } from './score.ts';

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

/** Points that a distance of one tolerance from the target costs. */
const POINTS_PER_TOLERANCE = 15;
/** So far over its limit, a true peak scores 0. */
const PEAK_DB_TO_ZERO = 4;
/** Meters agree to about this much; a file limited to -1 dBTP must not fail a limit of -1 dBTP. */
const PEAK_RESOLUTION_DB = 0.1;

/**
 * Loudness: 100 on the target, minus 15 points per tolerance of distance (so 85 at the edge of the tolerance).
 * True peak: 100 up to its limit, 80 just over it, 0 at 4 dB over it. The lower one is the score.
 */
export function scoreLoudness(measure: LoudnessMeasure, config: LoudnessConfig): Score {
  const { lufs, true_peak_dbtp, peak_at_ms } = measure;
  const { target_lufs, tolerance_lu, max_true_peak_dbtp: peakLimit } = config;
  const evidence = { lufs, true_peak_dbtp, target_lufs, tolerance_lu };
  if (lufs === null)
    return unscored('The speech is too short or too quiet for its loudness to be measured.', evidence);

  const distance = Math.abs(lufs - target_lufs);
  const digits = decimalsToDistinguish(distance, tolerance_lu);
  // Within the tolerance, a distance costs points but is not a defect.
  const loudness = createFinding(
    distance > tolerance_lu ? 0 : 100,
    `${lufs.toFixed(digits)} LUFS is ${distance.toFixed(digits)} LU away from ${target_lufs} LUFS.`,
    {
      metric: 'loudness',
      unit: 'LUFS',
      value: lufs,
      min: target_lufs - tolerance_lu,
      max: target_lufs + tolerance_lu,
    },
  );
  loudness.score = roundAndClampScore(100 - (POINTS_PER_TOLERANCE * distance) / tolerance_lu);

  let peakScore = 100;
  if (true_peak_dbtp !== null && true_peak_dbtp > peakLimit + PEAK_RESOLUTION_DB)
    peakScore = limitScore(true_peak_dbtp, peakLimit, peakLimit + PEAK_DB_TO_ZERO);
  const peakText = true_peak_dbtp?.toFixed(decimalsToDistinguish(true_peak_dbtp, peakLimit));
  const peak = createFinding(peakScore, `The true peak of ${peakText} dBTP is over ${peakLimit} dBTP.`, {
    metric: 'true_peak',
    unit: 'dBTP',
    value: true_peak_dbtp,
    max: peakLimit,
    range: [peak_at_ms, peak_at_ms],
  });
  return judge([loudness, peak], config.threshold, { ...evidence, distance_lu: lufs - target_lufs });
}
