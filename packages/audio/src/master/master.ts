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
  slicePcm,
  toSamples,
} from '../pcm.ts';
import { type FrameLevels, frameEdge, frameLevels } from '../signal/frames.ts';
import { resample } from '../signal/resample.ts';
import { round } from '../signal/rounding.ts';
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
  /** The breaks before and after the speech, which are no silence to trim. */
  pauses?: { lead_ms: number; tail_ms: number };
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
export type ShapeResult = { pcm: Pcm; report: ShapeReport };

/**
 * Trims, speeds up, fades, pads, converts and filters audio, in this order. Fades come before the padding: they smooth the cut edges, and inside silence they would do nothing. Filters run at the
 * final rate and over the padding, so that their decay after the speech is not cut off.
 */
export function shape(pcm: Pcm, settings: ShapeSettings): ShapeResult {
  const { high_pass_hz = null, low_pass_hz = null } = settings;
  let range = { from: 0, to: sampleCount(pcm) };
  if (settings.trim_silence) range = findSpeechSamples(pcm, settings.pauses);
  const speech = slicePcm(pcm, range.from, range.to);
  const fittedSpeech = fitDuration(speech, toFitSettings(settings), minPadding(settings));
  const rate = pcm.sampleRate;
  const { padding, report } = planPadding(settings, {
    sampleRate: rate,
    from: range.from,
    source_ms: durationMs(pcm),
    speech_ms: durationMs(speech),
    fitted_ms: durationMs(fittedSpeech.pcm),
    fit: fittedSpeech,
  });
  const fadedSpeech = fadeEdges(fittedSpeech.pcm, settings.fade_ms);
  let shaped = padPcm(fadedSpeech, toSamples(padding.before, rate), toSamples(padding.after, rate));
  if (settings.channels !== null) shaped = convertChannels(shaped, settings.channels);
  if (settings.sample_rate !== null) shaped = resample(shaped, settings.sample_rate);
  shaped = bandLimit(shaped, { high_pass_hz, low_pass_hz });
  return { pcm: shaped, report };
}

export const toFitSettings = ({ max_stretch_percent = 0, max_duration_ms = null }: ShapeSettings) => ({
  max_stretch_percent,
  max_duration_ms,
});

const requestedPadding = ({ padding_ms, tail_padding_ms }: ShapeSettings) => ({
  before: padding_ms,
  after: tail_padding_ms ?? padding_ms,
});

/** The silence in milliseconds that the destination requires. */
export function minPadding(settings: ShapeSettings): number {
  if (!settings.keep_padding) return 0;
  const { before, after } = requestedPadding(settings);
  return before + after;
}

/** What the padding and the report depend on: where the speech begins, and durations before and after each step. */
interface ShapePlan {
  sampleRate: number;
  from: number;
  source_ms: number;
  speech_ms: number;
  fitted_ms: number;
  fit: { stretch: number; reason?: string };
}

/** The silence at both ends in milliseconds, and the report. */
export function planPadding(settings: ShapeSettings, plan: ShapePlan) {
  const { max_duration_ms = null, keep_padding = false } = settings;
  const { sampleRate, from, source_ms, speech_ms, fitted_ms, fit } = plan;
  const padding = requestedPadding(settings);
  const requestedPaddingMs = padding.before + padding.after;
  const room = (max_duration_ms ?? Number.POSITIVE_INFINITY) - fitted_ms;
  if (!keep_padding && requestedPaddingMs > room) {
    // Shortens the silence rather than the speech. One millisecond less, because every later step rounds.
    const share = Math.max(0, (room - 1) / requestedPaddingMs);
    padding.before = Math.floor(padding.before * share);
    padding.after = Math.floor(padding.after * share);
  }
  // A time of the source, times the stretch, plus this shift is its time in the result.
  const shift_ms = round(padding.before - (from / sampleRate) * 1000 * fit.stretch);
  const report: ShapeReport = {
    trimmed_ms: source_ms - speech_ms,
    time_map: { stretch: fit.stretch, shift_ms },
  };
  const reasons: string[] = [];
  if (fit.reason !== undefined) reasons.push(fit.reason);
  if (minPadding(settings) > Math.max(0, room))
    reasons.push(
      `The preset requires ${minPadding(settings)} ms of silence at the ends: ` +
        `with it the line lasts longer than its limit of ${max_duration_ms} ms.`,
    );
  if (reasons.length > 0) report.reason = reasons.join(' ');
  return { padding, report };
}

/**
 * The samples after trimming: the speech without silence and clicks around it, but with its breaks. Without speech, all
 * samples.
 */
export function findSpeechSamples(
  pcm: Pcm,
  { lead_ms, tail_ms } = { lead_ms: 0, tail_ms: 0 },
): { from: number; to: number } {
  const source = { frames: frameLevels(pcm), sampleRate: pcm.sampleRate, length: sampleCount(pcm) };
  return findSpeechRange(source, { lead_ms, tail_ms });
}

/** Like `findSpeechSamples`, for audio with these levels. */
export function findSpeechRange(
  { frames, sampleRate, length }: { frames: FrameLevels; sampleRate: number; length: number },
  { lead_ms, tail_ms } = { lead_ms: 0, tail_ms: 0 },
): { from: number; to: number } {
  const { span } = findSounds(frames);
  if (!span) return { from: 0, to: length };
  const start = frameEdge(span.start, sampleRate) - toSamples(KEEP_BEFORE_MS + lead_ms, sampleRate);
  const end = frameEdge(span.end, sampleRate) + toSamples(KEEP_AFTER_MS + tail_ms, sampleRate);
  return { from: Math.max(0, start), to: Math.min(length, end) };
}

/** Raised-cosine fades at both ends, never longer than half of the audio each. */
export function fadeEdges(pcm: Pcm, fadeMs: number): Pcm {
  const length = sampleCount(pcm);
  const fade = fadeLength(length, toSamples(fadeMs, pcm.sampleRate));
  if (fade === 0) return pcm;
  return mapChannels(pcm, (channel) => {
    const samples = channel.slice();
    fadePart(samples, { at: 0, length, fade });
    return samples;
  });
}

/** The length of the fades at both ends of audio, in samples. */
export const fadeLength = (length: number, fade: number): number => Math.min(fade, Math.floor(length / 2));

/** Fades a part of audio of `length` samples, which begins at `at`, in place. */
export function fadePart(
  samples: Float32Array,
  { at, length, fade }: { at: number; length: number; fade: number },
): void {
  const fadeSample = (index: number, step: number): void => {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * step) / fade);
    samples[index] = (samples[index] ?? 0) * gain;
  };
  for (let index = 0; index < Math.min(samples.length, fade - at); index++) fadeSample(index, at + index);
  const lastStep = length - 1 - at;
  for (let index = Math.max(0, length - fade - at); index < samples.length; index++)
    fadeSample(index, lastStep - index);
}
