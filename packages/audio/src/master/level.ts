import { withKernelMemory } from '../kernel.ts';
import { estimateLoudness, measureLoudness } from '../measure/loudness.ts';
import { measureTruePeak } from '../measure/true-peak.ts';
import { type Pcm, sampleCount, toAmplitude } from '../pcm.ts';
import { meanPower } from '../signal/frames.ts';
import { copyIn, copyOut, scaleInPlace } from '../signal/gain.ts';
import { bytesToLimit, limitInPlace, limitTruePeak } from './limiter.ts';

export type LevelSettings = {
  /** null keeps the loudness. The peak ceiling still applies. */
  loudness_lufs: number | null;
  /**
   * The target for the mean level of the whole file, including silence, instead of the loudness. Not used if null or
   * missing.
   */
  rms_dbfs?: number | null;
  true_peak_dbtp: number;
};

export type LevelReport = {
  /** null if the speech is too short or too quiet to be measured. */
  lufs_before: number | null;
  lufs_after: number | null;
  true_peak_dbtp: number | null;
  /** Gain before the limiter. */
  gain_db: number;
  limited: boolean;
  /** Why the loudness target was not reached or cannot be measured; absent if it was reached. */
  reason?: string;
};

type LevelResult = { pcm: Pcm; report: LevelReport };
type Meter = (pcm: Pcm) => number | null;

/** The maximum amount by which the limiter lowers a peak. With more, speech starts to pump. */
const MAX_LIMITING_DB = 12;
/** More gain would lift hiss and hum rather than speech. */
const MAX_GAIN_DB = 40;
const CLOSE_ENOUGH_LU = 0.1;
/** A target counts as reached within this distance. */
const TARGET_TOLERANCE_LU = 0.3;
const MAX_PASSES = 6;

const measureLufs: Meter = (pcm) => measureLoudness(pcm).lufs;
/** Root mean square of all samples in dBFS; null for digital silence. */
export const measureRms: Meter = (pcm) => {
  const power = meanPower(pcm, 0, sampleCount(pcm));
  if (power > 0) return 10 * Math.log10(power);
  return null;
};

/** Brings the loudness, or the mean level, to its target as far as the peak ceiling allows. */
export function level(pcm: Pcm, settings: LevelSettings): LevelResult {
  const { loudness_lufs, rms_dbfs, true_peak_dbtp: ceiling } = settings;
  if (typeof rms_dbfs === 'number') {
    const rms = measureRms(pcm);
    if (rms === null) return keepLevel(pcm, ceiling, 'The audio is silent, so its level cannot be set.');
    const goal = { target: rms_dbfs, unit: 'dBFS RMS', ceiling, meter: measureRms };
    const { pcm: leveled, report } = reachTarget(pcm, rms, goal);
    return {
      pcm: leveled,
      report: { ...report, lufs_before: measureLufs(pcm), lufs_after: measureLufs(leveled) },
    };
  }
  if (loudness_lufs === null) return keepLevel(pcm, ceiling);
  const goal = { target: loudness_lufs, unit: 'LUFS', ceiling };
  const lufs = measureLufs(pcm);
  if (lufs !== null) return reachTarget(pcm, lufs, { ...goal, meter: measureLufs });
  const estimate = estimateLoudness(pcm);
  if (estimate === null) return keepLevel(pcm, ceiling, 'There is no speech to measure the loudness of.');
  const { pcm: leveled, report } = reachTarget(pcm, estimate, { ...goal, meter: estimateLoudness });
  const reason = 'The speech is too short to measure its loudness. Its level was set by its mean power.';
  return { pcm: leveled, report: { ...report, lufs_before: null, lufs_after: measureLufs(leveled), reason } };
}

/** The audio at its own level, with its peaks below the ceiling. `reason`: why the level is not set. */
function keepLevel(pcm: Pcm, ceiling: number, reason?: string): LevelResult {
  const limited = limitTruePeak(pcm, ceiling);
  const report: LevelReport = {
    lufs_before: measureLufs(pcm),
    lufs_after: measureLufs(limited),
    true_peak_dbtp: measureTruePeak(limited),
    gain_db: 0,
    limited: limited !== pcm,
  };
  if (reason !== undefined) report.reason = reason;
  return { pcm: limited, report };
}

type Goal = { target: number; unit: string; ceiling: number; meter: Meter };
type Attempt = { pcm: Pcm; gain: number; limited: boolean; measuredLevel: number | null };

/**
 * Limiting lowers the loudness by an amount that is only known afterwards, so this measures, corrects and repeats.
 * `measuredLevel` is what the meter reads before, in the unit of the target.
 */
function reachTarget(pcm: Pcm, measuredLevel: number, goal: Goal): LevelResult {
  const { target, ceiling, meter } = goal;
  const peak = measureTruePeak(pcm) ?? ceiling;
  const maxGain = Math.min(MAX_GAIN_DB, ceiling + MAX_LIMITING_DB - peak);
  return withKernelMemory(bytesToLimit(pcm), (kernel) => {
    // Becomes each attempt.
    const copy = copyIn(kernel, pcm);
    const tryGain = (gain: number): Attempt => {
      for (const [index, channel] of pcm.channels.entries()) copy.channels[index]?.set(channel);
      // A new object, because measurements are cached by object.
      const louder = { ...copy };
      if (gain !== 0) scaleInPlace(louder, toAmplitude(gain));
      const limited = limitInPlace(louder, ceiling);
      const result = limited ?? louder;
      return { pcm: result, gain, limited: limited !== undefined, measuredLevel: meter(result) };
    };
    let previousPoint = { gain: 0, level: measuredLevel };
    let attempt = tryGain(Math.min(target - measuredLevel, maxGain));
    for (let pass = 1; pass < MAX_PASSES; pass++) {
      const point = { gain: attempt.gain, level: attempt.measuredLevel ?? target };
      // The change per decibel of gain in the last pass. Bounded, so that one unusual pass causes no large jump.
      let slope = 1;
      if (point.gain !== previousPoint.gain) {
        const measuredSlope = (point.level - previousPoint.level) / (point.gain - previousPoint.gain);
        slope = Math.min(1, Math.max(0.25, measuredSlope));
      }
      const difference = target - point.level;
      const gain = Math.min(point.gain + difference / slope, maxGain);
      if (Math.abs(difference) <= CLOSE_ENOUGH_LU || gain === point.gain) break;
      previousPoint = point;
      attempt = tryGain(gain);
    }
    const report: LevelReport = {
      lufs_before: measuredLevel,
      lufs_after: attempt.measuredLevel,
      true_peak_dbtp: measureTruePeak(attempt.pcm),
      gain_db: attempt.gain,
      limited: attempt.limited,
    };
    const reason = explainMiss(attempt, goal, maxGain);
    if (reason !== undefined) report.reason = reason;
    return { pcm: copyOut(attempt.pcm), report };
  });
}

/** Why the result is not on the target; undefined if it is. */
function explainMiss(attempt: Attempt, goal: Goal, maxGain: number): string | undefined {
  const { gain, measuredLevel } = attempt;
  const { target, unit, ceiling } = goal;
  if (measuredLevel === null)
    return 'After mastering, the speech is too short or too quiet for its loudness to be measured.';
  if (Math.abs(target - measuredLevel) <= TARGET_TOLERANCE_LU) return undefined;
  const reached = `The line reaches ${measuredLevel.toFixed(1)} ${unit} instead of ${target} ${unit}`;
  if (gain < maxGain) return `${reached}: the peak ceiling of ${ceiling} dBTP does not allow more.`;
  if (maxGain === MAX_GAIN_DB) {
    return `${reached}: the line is so quiet that it would need more than ${MAX_GAIN_DB} dB of gain.`;
  }
  return `${reached}: under a ceiling of ${ceiling} dBTP it would need over ${MAX_LIMITING_DB} dB of limiting.`;
}
