import { fadeEdges } from './fade.ts';
import type { AudioFormat } from './formats.ts';
import { applyGain } from './gain.ts';
import { limitTruePeak } from './limiter.ts';
import { measureLoudness } from './loudness.ts';
import { convertChannels, durationMs, type Pcm, padPcm, samplesOf } from './pcm.ts';
import { resample } from './resample.ts';
import { trimSilence } from './trim.ts';
import { measureTruePeak } from './true-peak.ts';

export type MasterSettings = {
  trim_silence: boolean;
  /** Silence put before and after the speech. */
  padding_ms: number;
  /** null leaves the loudness alone; the peak ceiling still holds. */
  loudness_lufs: number | null;
  true_peak_dbtp: number;
  fade_ms: number;
  /** null keeps the rate of the source. */
  sample_rate: number | null;
  /** null keeps the channels of the source. */
  channels: 1 | 2 | null;
  format: AudioFormat;
  /** For mp3 and ogg; null takes the default of the format. */
  bitrate_kbps: number | null;
};

export type MasterReport = {
  /** null where the speech is too short or too quiet to be measured. */
  lufs_before: number | null;
  lufs_after: number | null;
  true_peak_dbtp: number | null;
  /** Gain before the limiter. */
  gain_db: number;
  limited: boolean;
  trimmed_ms: number;
  /** Why the loudness target was not reached; absent when it was. */
  reason?: string;
};

export type ShapeSettings = Pick<
  MasterSettings,
  'trim_silence' | 'padding_ms' | 'fade_ms' | 'sample_rate' | 'channels'
>;
export type LevelSettings = Pick<MasterSettings, 'loudness_lufs' | 'true_peak_dbtp'>;
type LevelReport = Omit<MasterReport, 'trimmed_ms'>;

/** The limiter takes at most this off a peak: beyond, speech starts to pump. */
const MAX_LIMITING_DB = 12;
/** More gain would lift hiss and hum rather than speech. */
const MAX_GAIN_DB = 40;
const CLOSE_ENOUGH_LU = 0.1;
/** A target counts as reached within this distance. */
export const TARGET_TOLERANCE_LU = 0.3;
const MAX_PASSES = 6;

export function master(
  pcm: Pcm,
  settings: ShapeSettings & LevelSettings,
): { pcm: Pcm; report: MasterReport } {
  const shaped = shape(pcm, settings);
  const leveled = level(shaped.pcm, settings);
  return { pcm: leveled.pcm, report: { ...leveled.report, trimmed_ms: shaped.trimmed_ms } };
}

/** Fades come before the padding: they smooth the cut edges, and inside silence they would do nothing. */
export function shape(pcm: Pcm, settings: ShapeSettings): { pcm: Pcm; trimmed_ms: number } {
  const trimmed = settings.trim_silence ? trimSilence(pcm) : pcm;
  const padding = samplesOf(settings.padding_ms, pcm.sampleRate);
  const padded = padPcm(fadeEdges(trimmed, settings.fade_ms), padding, padding);
  const mixed = settings.channels === null ? padded : convertChannels(padded, settings.channels);
  return {
    pcm: settings.sample_rate === null ? mixed : resample(mixed, settings.sample_rate),
    trimmed_ms: durationMs(pcm) - durationMs(trimmed),
  };
}

/** Brings the loudness to its target as far as the peak ceiling allows. */
export function level(pcm: Pcm, settings: LevelSettings): { pcm: Pcm; report: LevelReport } {
  const before = { lufs: measureLoudness(pcm).lufs, peak: measureTruePeak(pcm) };
  const target = settings.loudness_lufs;
  if (target === null || before.lufs === null || before.peak === null) {
    const limited = limitTruePeak(pcm, settings.true_peak_dbtp);
    const reason =
      target === null ? undefined : 'The speech is too short or too quiet to measure its loudness.';
    return described(limited, { lufs: before.lufs, gain: 0, limited: limited !== pcm, reason });
  }
  const maxGain = Math.min(MAX_GAIN_DB, settings.true_peak_dbtp + MAX_LIMITING_DB - before.peak);
  const found = findGain(pcm, { before: before.lufs, target, ceiling: settings.true_peak_dbtp, maxGain });
  const facts = { target, maxGain, ceiling: settings.true_peak_dbtp };
  return described(found.pcm, { ...found, lufs: before.lufs, reason: missReason(found, facts) });
}

type Goal = { before: number; target: number; ceiling: number; maxGain: number };
type Attempt = { pcm: Pcm; gain: number; limited: boolean; lufs_after: number | null };

/** Limiting costs loudness, and how much is only known afterwards: measure, correct, try again. */
function findGain(pcm: Pcm, { before, target, ceiling, maxGain }: Goal): Attempt {
  let previous = { gain: 0, lufs: before };
  let attempt = tryGain(pcm, Math.min(target - before, maxGain), ceiling);
  for (let pass = 1; pass < MAX_PASSES; pass++) {
    const lufs = attempt.lufs_after ?? target;
    const gain = Math.min(
      attempt.gain + (target - lufs) / slope(previous, { gain: attempt.gain, lufs }),
      maxGain,
    );
    if (Math.abs(target - lufs) <= CLOSE_ENOUGH_LU || gain === attempt.gain) break;
    previous = { gain: attempt.gain, lufs };
    attempt = tryGain(pcm, gain, ceiling);
  }
  return attempt;
}

type Point = { gain: number; lufs: number };

/** How much loudness a decibel of gain brought last time; bounded, so that one odd pass cannot jump away. */
function slope(from: Point, to: Point): number {
  if (to.gain === from.gain) return 1;
  return Math.min(1, Math.max(0.25, (to.lufs - from.lufs) / (to.gain - from.gain)));
}

function tryGain(pcm: Pcm, gain: number, ceiling: number): Attempt {
  const louder = applyGain(pcm, gain);
  const limited = limitTruePeak(louder, ceiling);
  return { pcm: limited, gain, limited: limited !== louder, lufs_after: measureLoudness(limited).lufs };
}

function missReason(
  { gain, lufs_after }: Attempt,
  { target, maxGain, ceiling }: { target: number; maxGain: number; ceiling: number },
): string | undefined {
  if (lufs_after === null)
    return 'After mastering the speech is too short or too quiet to measure its loudness.';
  if (Math.abs(target - lufs_after) <= TARGET_TOLERANCE_LU) return undefined;
  const reached = `The line reaches ${lufs_after.toFixed(1)} LUFS instead of ${target} LUFS`;
  if (gain < maxGain) return `${reached}: the peak ceiling of ${ceiling} dBTP does not allow more.`;
  if (maxGain === MAX_GAIN_DB)
    return `${reached}: it is so quiet that over ${MAX_GAIN_DB} dB of gain were needed.`;
  return `${reached}: under a ceiling of ${ceiling} dBTP it would need over ${MAX_LIMITING_DB} dB of limiting.`;
}

type Outcome = {
  lufs: number | null;
  gain: number;
  limited: boolean;
  lufs_after?: number | null;
  reason?: string;
};

function described(pcm: Pcm, outcome: Outcome): { pcm: Pcm; report: LevelReport } {
  const after = outcome.lufs_after === undefined ? measureLoudness(pcm).lufs : outcome.lufs_after;
  const report: LevelReport = {
    lufs_before: outcome.lufs,
    lufs_after: after,
    true_peak_dbtp: measureTruePeak(pcm),
    gain_db: outcome.gain,
    limited: outcome.limited,
  };
  return { pcm, report: outcome.reason === undefined ? report : { ...report, reason: outcome.reason } };
}
