import type { AudioFormat } from '../codecs/formats.ts';
import { type Band, bandLimit } from '../measure/band.ts';
import { findSounds } from '../measure/clicks.ts';
import {
  convertChannels,
  durationMs,
  mapChannels,
  type Pcm,
  padPcm,
  sampleCount,
  samplesOf,
  slicePcm,
} from '../pcm.ts';
import { frameEdge, frameLevels } from '../signal/frames.ts';
import { resample } from '../signal/resample.ts';
import { rounded } from '../signal/rounding.ts';
import { fitDuration } from './fit.ts';
import type { LevelReport, LevelSettings } from './level.ts';

/** Kept around the speech, so that soft beginnings and endings stay whole. */
const KEEP_BEFORE_MS = 10;
const KEEP_AFTER_MS = 30;

type ShapeSettings = Partial<Band> & {
  trim_silence: boolean;
  /** Silence before the speech, and after it unless `tail_padding_ms` is set. */
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
  /** The destination requires the silence at both ends, so `max_duration_ms` does not shorten it. */
  keep_padding?: boolean;
};

export type MasterSettings = ShapeSettings &
  LevelSettings & {
    format: AudioFormat;
    /** For mp3 and ogg; null takes the default of the format. */
    bitrate_kbps: number | null;
    /** Level of a quiet noise under the whole file; null adds none. */
    room_tone_dbfs?: number | null;
  };

/** Converts times of the source to times of the result: `ms * stretch + shift_ms`. */
export type TimeMap = { stretch: number; shift_ms: number };

export type ShapeReport = { trimmed_ms: number; time_map: TimeMap; reason?: string };
export type MasterReport = LevelReport & ShapeReport;
export type Shaped = { pcm: Pcm; report: ShapeReport };

/** Fades come before the padding: they smooth the cut edges, and inside silence they would do nothing. */
export function shape(pcm: Pcm, settings: ShapeSettings): Shaped {
  const range = settings.trim_silence ? speechSamples(pcm) : { from: 0, to: sampleCount(pcm) };
  const trimmed = slicePcm(pcm, range.from, range.to);
  const requestedPadding = {
    before: settings.padding_ms,
    after: settings.tail_padding_ms ?? settings.padding_ms,
  };
  const { max_stretch_percent = 0, max_duration_ms = null, keep_padding = false } = settings;
  const required = keep_padding ? requestedPadding.before + requestedPadding.after : 0;
  const fitted = fitDuration(trimmed, { max_stretch_percent, max_duration_ms }, required);
  const room = max_duration_ms === null ? Number.POSITIVE_INFINITY : max_duration_ms - durationMs(fitted.pcm);
  const padding = keep_padding ? requestedPadding : paddingWithin(requestedPadding, room);
  const trimmed_ms = durationMs(pcm) - durationMs(trimmed);
  const shift_ms = rounded(padding.before - (range.from / pcm.sampleRate) * 1000 * fitted.stretch);
  const report: ShapeReport = { trimmed_ms, time_map: { stretch: fitted.stretch, shift_ms } };
  const tooMuch =
    `The preset requires ${required} ms of silence at the ends: ` +
    `with it the line lasts longer than its limit of ${max_duration_ms} ms.`;
  const reasons = [fitted.reason, required > Math.max(0, room) ? tooMuch : undefined].filter(Boolean);
  return {
    pcm: finish(fitted.pcm, settings, padding),
    report: reasons.length === 0 ? report : { ...report, reason: reasons.join(' ') },
  };
}

/** Shortens the silence rather than the speech. One millisecond less, because every later step rounds. */
function paddingWithin(padding: Padding, room: number): Padding {
  const total = padding.before + padding.after;
  if (total <= room) return padding;
  // Speech without any room has no silence. The quotient would be NaN if none is requested either.
  if (room <= 1) return { before: 0, after: 0 };
  const share = (room - 1) / total;
  return { before: Math.floor(padding.before * share), after: Math.floor(padding.after * share) };
}

type Padding = { before: number; after: number };

/** Filters run at the final rate and over the padding, so that their decay after the speech is not cut off. */
function finish(pcm: Pcm, settings: ShapeSettings, { before, after }: Padding): Pcm {
  const { fade_ms, channels, sample_rate, high_pass_hz = null, low_pass_hz = null } = settings;
  const rate = pcm.sampleRate;
  const padded = padPcm(fadeEdges(pcm, fade_ms), samplesOf(before, rate), samplesOf(after, rate));
  const mixed = channels === null ? padded : convertChannels(padded, channels);
  const resampled = sample_rate === null ? mixed : resample(mixed, sample_rate);
  return bandLimit(resampled, { high_pass_hz, low_pass_hz });
}

/** The samples after trimming: the speech without silence and clicks around it. Without speech, all samples. */
export function speechSamples(pcm: Pcm): { from: number; to: number } {
  const { span } = findSounds(frameLevels(pcm));
  if (!span) return { from: 0, to: sampleCount(pcm) };
  const from = frameEdge(span.start, pcm.sampleRate) - samplesOf(KEEP_BEFORE_MS, pcm.sampleRate);
  const to = frameEdge(span.end, pcm.sampleRate) + samplesOf(KEEP_AFTER_MS, pcm.sampleRate);
  return { from: Math.max(0, from), to: Math.min(sampleCount(pcm), to) };
}

/** Raised-cosine fades at both ends, never longer than half of the audio each. */
export function fadeEdges(pcm: Pcm, fadeMs: number): Pcm {
  const length = Math.min(samplesOf(fadeMs, pcm.sampleRate), Math.floor(sampleCount(pcm) / 2));
  if (length === 0) return pcm;
  return mapChannels(pcm, (channel) => {
    const faded = channel.slice();
    for (let i = 0; i < length; i++) {
      const gain = 0.5 - 0.5 * Math.cos((Math.PI * i) / length);
      const mirrored = faded.length - 1 - i;
      faded[i] = (faded[i] ?? 0) * gain;
      faded[mirrored] = (faded[mirrored] ?? 0) * gain;
    }
    return faded;
  });
}
