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

type LevelResult<Audio> = { pcm: Audio; report: LevelReport };
type Meter<Audio> = (audio: Audio) => number | null;

/** A louder version of audio, with its peaks below the ceiling. */
export type LouderAudio<Audio> = { pcm: Audio; limited: boolean };

/** How to measure and change audio: in memory, or as a stream. */
export interface Leveling<Audio> {
  lufs: Meter<Audio>;
  /** Like `lufs`, also for speech that is too short. */
  estimate: Meter<Audio>;
  rms: Meter<Audio>;
  truePeak: Meter<Audio>;
  /** The audio with its peaks below the ceiling. Undefined if they already are. */
  limit(audio: Audio, ceiling: number): Audio | undefined;
  /** Calls `work` with a function that makes the audio louder, which may overwrite its last result. Returns the last one. */
  tryGains(
    audio: Audio,
    ceiling: number,
    work: (makeLouder: (gainDb: number) => LouderAudio<Audio>) => LevelReport,
  ): LevelResult<Audio>;
}

/** The maximum amount by which the limiter lowers a peak. With more, speech starts to pump. */
const MAX_LIMITING_DB = 12;
/** More gain would lift hiss and hum rather than speech. */
const MAX_GAIN_DB = 40;
const CLOSE_ENOUGH_LU = 0.1;
/** A target counts as reached within this distance. */
const TARGET_TOLERANCE_LU = 0.3;
const MAX_PASSES = 6;

/** The level of a mean power in dBFS; null for digital silence. */
export const powerToLevel = (power: number): number | null => {
  if (power > 0) return 10 * Math.log10(power);
  return null;
};

/** Root mean square of all samples in dBFS; null for digital silence. */
export const measureRms = (pcm: Pcm): number | null => powerToLevel(meanPower(pcm, 0, sampleCount(pcm)));

const IN_MEMORY: Leveling<Pcm> = {
  lufs: (pcm) => measureLoudness(pcm).lufs,
  estimate: estimateLoudness,
  rms: measureRms,
  truePeak: measureTruePeak,
  limit(pcm, ceiling) {
    const limited = limitTruePeak(pcm, ceiling);
    return limited === pcm ? undefined : limited;
  },
  tryGains: (pcm, ceiling, work) =>
    withKernelMemory(bytesToLimit(pcm), (kernel) => {
      // Becomes each attempt.
      const copy = copyIn(kernel, pcm);
      let lastAudio: Pcm = pcm;
      const report = work((gainDb) => {
        for (const [index, channel] of pcm.channels.entries()) copy.channels[index]?.set(channel);
        // A new object, because measurements are cached by object.
        const louder = { ...copy };
        if (gainDb !== 0) scaleInPlace(louder, toAmplitude(gainDb));
        const limited = limitInPlace(louder, ceiling);
        lastAudio = limited ?? louder;
        return { pcm: lastAudio, limited: limited !== undefined };
      });
      return { pcm: copyOut(lastAudio), report };
    }),
};

/** Like `levelAudio`, in memory. */
export const level = (pcm: Pcm, settings: LevelSettings): LevelResult<Pcm> =>
  levelAudio(pcm, settings, IN_MEMORY);

/** Brings the loudness, or the mean level, to its target as far as the peak ceiling allows. */
export function levelAudio<Audio>(
  pcm: Audio,
  settings: LevelSettings,
  leveling: Leveling<Audio>,
): LevelResult<Audio> {
  const { loudness_lufs, rms_dbfs, true_peak_dbtp: ceiling } = settings;
  if (typeof rms_dbfs === 'number') {
    const rms = leveling.rms(pcm);
    if (rms === null)
      return keepLevel(pcm, ceiling, leveling, 'The audio is silent, so its level cannot be set.');
    const goal = { target: rms_dbfs, unit: 'dBFS RMS', ceiling, meter: leveling.rms };
    const { pcm: leveled, report } = reachTarget(pcm, rms, goal, leveling);
    return {
      pcm: leveled,
      report: { ...report, lufs_before: leveling.lufs(pcm), lufs_after: leveling.lufs(leveled) },
    };
  }
  if (loudness_lufs === null) return keepLevel(pcm, ceiling, leveling);
  const goal = { target: loudness_lufs, unit: 'LUFS', ceiling };
  const lufs = leveling.lufs(pcm);
  if (lufs !== null) return reachTarget(pcm, lufs, { ...goal, meter: leveling.lufs }, leveling);
  const estimate = leveling.estimate(pcm);
  if (estimate === null)
    return keepLevel(pcm, ceiling, leveling, 'There is no speech to measure the loudness of.');
  const estimateGoal = { ...goal, meter: leveling.estimate };
  const { pcm: leveled, report } = reachTarget(pcm, estimate, estimateGoal, leveling);
  const reason = 'The speech is too short to measure its loudness. Its level was set by its mean power.';
  return {
    pcm: leveled,
    report: { ...report, lufs_before: null, lufs_after: leveling.lufs(leveled), reason },
  };
}

/** The audio at its own level, with its peaks below the ceiling. `reason`: why the level is not set. */
function keepLevel<Audio>(
  pcm: Audio,
  ceiling: number,
  leveling: Leveling<Audio>,
  reason?: string,
): LevelResult<Audio> {
  const limited = leveling.limit(pcm, ceiling);
  const result = limited ?? pcm;
  const report: LevelReport = {
    lufs_before: leveling.lufs(pcm),
    lufs_after: leveling.lufs(result),
    true_peak_dbtp: leveling.truePeak(result),
    gain_db: 0,
    limited: limited !== undefined,
  };
  if (reason !== undefined) report.reason = reason;
  return { pcm: result, report };
}

type Goal<Audio> = { target: number; unit: string; ceiling: number; meter: Meter<Audio> };
type Attempt<Audio> = LouderAudio<Audio> & { gain: number; measuredLevel: number | null };

/**
 * Limiting lowers the loudness by an amount that is only known afterwards, so this measures, corrects and repeats.
 * `measuredLevel` is what the meter reads before, in the unit of the target.
 */
function reachTarget<Audio>(
  pcm: Audio,
  measuredLevel: number,
  goal: Goal<Audio>,
  leveling: Leveling<Audio>,
): LevelResult<Audio> {
  const { target, ceiling, meter } = goal;
  const peak = leveling.truePeak(pcm) ?? ceiling;
  const maxGain = Math.min(MAX_GAIN_DB, ceiling + MAX_LIMITING_DB - peak);
  return leveling.tryGains(pcm, ceiling, (makeLouder) => {
    const tryGain = (gain: number): Attempt<Audio> => {
      const louder = makeLouder(gain);
      return { ...louder, gain, measuredLevel: meter(louder.pcm) };
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
      true_peak_dbtp: leveling.truePeak(attempt.pcm),
      gain_db: attempt.gain,
      limited: attempt.limited,
    };
    const reason = explainMiss(attempt, goal, maxGain);
    if (reason !== undefined) report.reason = reason;
    return report;
  });
}

/** Why the result is not on the target; undefined if it is. */
function explainMiss(
  { gain, measuredLevel }: Pick<Attempt<unknown>, 'gain' | 'measuredLevel'>,
  { target, unit, ceiling }: Pick<Goal<never>, 'target' | 'unit' | 'ceiling'>,
  maxGain: number,
): string | undefined {
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
