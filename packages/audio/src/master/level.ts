import { inKernel } from '../kernel.ts';
import { estimateLoudness, measureLoudness } from '../measure/loudness.ts';
import { measureTruePeak } from '../measure/true-peak.ts';
import { amplitudeOf, type Pcm, sampleCount } from '../pcm.ts';
import { meanPower } from '../signal/frames.ts';
import { copyIn, copyOut, scaleInPlace } from '../signal/gain.ts';
import { limiterRoom, limitInPlace, limitTruePeak } from './limiter.ts';

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

type Leveled = { pcm: Pcm; report: LevelReport };
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
export function level(pcm: Pcm, settings: LevelSettings): Leveled {
  if (typeof settings.rms_dbfs === 'number') return levelByRms(pcm, settings, settings.rms_dbfs);
  if (settings.loudness_lufs === null) return unchanged(pcm, settings);
  const goal = { target: settings.loudness_lufs, unit: 'LUFS', ceiling: settings.true_peak_dbtp };
  const lufs = measureLufs(pcm);
  if (lufs !== null) return toTarget(pcm, lufs, { ...goal, meter: measureLufs });
  const estimate = estimateLoudness(pcm);
  if (estimate === null) return unchanged(pcm, settings, 'There is no speech to measure the loudness of.');
  const { pcm: leveled, report } = toTarget(pcm, estimate, { ...goal, meter: estimateLoudness });
  const reason = 'The speech is too short to measure its loudness. Its level was set by its mean power.';
  return { pcm: leveled, report: { ...report, lufs_before: null, lufs_after: measureLufs(leveled), reason } };
}

function levelByRms(pcm: Pcm, settings: LevelSettings, target: number): Leveled {
  const rms = measureRms(pcm);
  if (rms === null) return unchanged(pcm, settings, 'The audio is silent, so its level cannot be set.');
  const goal = { target, unit: 'dBFS RMS', ceiling: settings.true_peak_dbtp, meter: measureRms };
  const { pcm: leveled, report } = toTarget(pcm, rms, goal);
  return {
    pcm: leveled,
    report: { ...report, lufs_before: measureLufs(pcm), lufs_after: measureLufs(leveled) },
  };
}

function unchanged(pcm: Pcm, { true_peak_dbtp }: LevelSettings, reason?: string): Leveled {
  const limited = limitTruePeak(pcm, true_peak_dbtp);
  const report = {
    lufs_before: measureLufs(pcm),
    lufs_after: measureLufs(limited),
    true_peak_dbtp: measureTruePeak(limited),
    gain_db: 0,
    limited: limited !== pcm,
  };
  return { pcm: limited, report: reason === undefined ? report : { ...report, reason } };
}

type Goal = { target: number; unit: string; ceiling: number; meter: Meter };

/** `before` is what the meter reads, in the unit of the target. */
function toTarget(pcm: Pcm, before: number, goal: Goal): Leveled {
  const peak = measureTruePeak(pcm) ?? goal.ceiling;
  const maxGain = Math.min(MAX_GAIN_DB, goal.ceiling + MAX_LIMITING_DB - peak);
  return inKernel(limiterRoom(pcm), (kernel) => {
    const best = findGain({ pcm, copy: copyIn(kernel, pcm) }, goal, { before, maxGain });
    const reason = missReason(best, goal, maxGain);
    const report = {
      lufs_before: before,
      lufs_after: best.lufs,
      true_peak_dbtp: measureTruePeak(best.pcm),
      gain_db: best.gain,
      limited: best.limited,
    };
    return { pcm: copyOut(best.pcm), report: reason === undefined ? report : { ...report, reason } };
  });
}

/** The audio, and a copy in the memory of the kernel that becomes each attempt. */
type Source = { pcm: Pcm; copy: Pcm };
type Attempt = { pcm: Pcm; gain: number; limited: boolean; lufs: number | null };

/** Limiting lowers the loudness by an amount that is only known afterwards, so this measures, corrects and repeats. */
function findGain(
  source: Source,
  goal: Goal,
  { before, maxGain }: { before: number; maxGain: number },
): Attempt {
  const { target } = goal;
  let previous: Point = { gain: 0, lufs: before };
  let attempt = tryGain(source, Math.min(target - before, maxGain), goal);
  for (let pass = 1; pass < MAX_PASSES; pass++) {
    const point = { gain: attempt.gain, lufs: attempt.lufs ?? target };
    const missing = target - point.lufs;
    const gain = Math.min(point.gain + missing / slope(previous, point), maxGain);
    if (Math.abs(missing) <= CLOSE_ENOUGH_LU || gain === point.gain) break;
    previous = point;
    attempt = tryGain(source, gain, goal);
  }
  return attempt;
}

type Point = { gain: number; lufs: number };

/**
 * The change in loudness per decibel of gain in the last pass. Bounded, so that one unusual pass causes no large jump.
 */
function slope(from: Point, to: Point): number {
  if (to.gain === from.gain) return 1;
  return Math.min(1, Math.max(0.25, (to.lufs - from.lufs) / (to.gain - from.gain)));
}

function tryGain({ pcm, copy }: Source, gain: number, { meter, ceiling }: Goal): Attempt {
  for (const [index, channel] of pcm.channels.entries()) copy.channels[index]?.set(channel);
  const louder = { ...copy };
  if (gain !== 0) scaleInPlace(louder, amplitudeOf(gain));
  const limited = limitInPlace(louder, ceiling);
  return { pcm: limited, gain, limited: limited !== louder, lufs: meter(limited) };
}

function missReason(
  { gain, lufs }: Attempt,
  { target, unit, ceiling }: Goal,
  maxGain: number,
): string | undefined {
  if (lufs === null)
    return 'After mastering, the speech is too short or too quiet for its loudness to be measured.';
  if (Math.abs(target - lufs) <= TARGET_TOLERANCE_LU) return undefined;
  const reached = `The line reaches ${lufs.toFixed(1)} ${unit} instead of ${target} ${unit}`;
  if (gain < maxGain) return `${reached}: the peak ceiling of ${ceiling} dBTP does not allow more.`;
  if (maxGain === MAX_GAIN_DB) {
    return `${reached}: the line is so quiet that it would need more than ${MAX_GAIN_DB} dB of gain.`;
  }
  return `${reached}: under a ceiling of ${ceiling} dBTP it would need over ${MAX_LIMITING_DB} dB of limiting.`;
}
