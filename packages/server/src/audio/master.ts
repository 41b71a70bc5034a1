import { type Band, bandLimit } from './band.ts';
import { fadeEdges } from './fade.ts';
import { fitDuration } from './fit.ts';
import type { AudioFormat } from './formats.ts';
import { type LevelReport, type LevelSettings, level } from './level.ts';
import { convertChannels, durationMs, type Pcm, padPcm, sampleCount, samplesOf, slicePcm } from './pcm.ts';
import { resample } from './resample.ts';
import { rounded } from './rounding.ts';
import { speechSamples } from './trim.ts';

type ShapeSettings = Partial<Band> & {
  trim_silence: boolean;
  /** Silence put before the speech, and after it unless `tail_padding_ms` says otherwise. */
  padding_ms: number;
  tail_padding_ms?: number | null;
  fade_ms: number;
  /** null keeps the rate of the source. */
  sample_rate: number | null;
  /** null keeps the channels of the source. */
  channels: 1 | 2 | null;
  /** How much faster the speech may be made to keep `max_duration_ms`, in percent. */
  max_stretch_percent?: number;
  max_duration_ms?: number | null;
};

export type MasterSettings = ShapeSettings &
  LevelSettings & {
    format: AudioFormat;
    /** For mp3 and ogg; null takes the default of the format. */
    bitrate_kbps: number | null;
    /** Level of a quiet noise under the whole file; null is none. */
    room_tone_dbfs?: number | null;
  };

/** How times of the source become times of the result: `ms * stretch + shift_ms`. */
export type TimeMap = { stretch: number; shift_ms: number };

export type ShapeReport = { trimmed_ms: number; time_map: TimeMap; reason?: string };
export type MasterReport = LevelReport & ShapeReport;
export type Shaped = { pcm: Pcm; report: ShapeReport };

export function master(
  pcm: Pcm,
  settings: ShapeSettings & LevelSettings,
): { pcm: Pcm; report: MasterReport } {
  const shaped = shape(pcm, settings);
  const leveled = level(shaped.pcm, settings);
  return { pcm: leveled.pcm, report: { ...shaped.report, ...leveled.report } };
}

/** Fades come before the padding: they smooth the cut edges, and inside silence they would do nothing. */
export function shape(pcm: Pcm, settings: ShapeSettings): Shaped {
  const kept = settings.trim_silence ? speechSamples(pcm) : { from: 0, to: sampleCount(pcm) };
  const trimmed = slicePcm(pcm, kept.from, kept.to);
  const before = settings.padding_ms;
  const after = settings.tail_padding_ms ?? before;
  const { max_stretch_percent = 0, max_duration_ms = null } = settings;
  const fitted = fitDuration(trimmed, { max_stretch_percent, max_duration_ms }, before + after);
  const trimmed_ms = durationMs(pcm) - durationMs(trimmed);
  const shift_ms = rounded(before - (kept.from / pcm.sampleRate) * 1000 * fitted.stretch);
  const report: ShapeReport = { trimmed_ms, time_map: { stretch: fitted.stretch, shift_ms } };
  return {
    pcm: finish(fitted.pcm, settings, { before, after }),
    report: fitted.reason === undefined ? report : { ...report, reason: fitted.reason },
  };
}

type Padding = { before: number; after: number };

/** Filters run at the final rate, over the padding too, so that what rings on after the speech has its room. */
function finish(pcm: Pcm, settings: ShapeSettings, { before, after }: Padding): Pcm {
  const { fade_ms, channels, sample_rate, high_pass_hz = null, low_pass_hz = null } = settings;
  const rate = pcm.sampleRate;
  const padded = padPcm(fadeEdges(pcm, fade_ms), samplesOf(before, rate), samplesOf(after, rate));
  const mixed = channels === null ? padded : convertChannels(padded, channels);
  const resampled = sample_rate === null ? mixed : resample(mixed, sample_rate);
  return bandLimit(resampled, { high_pass_hz, low_pass_hz });
}
