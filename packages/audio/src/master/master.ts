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
import { frameEdge, frameLevels } from '../signal/frames.ts';
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
  const { max_stretch_percent = 0, max_duration_ms = null, keep_padding = false } = settings;
  const { high_pass_hz = null, low_pass_hz = null } = settings;
  let range = { from: 0, to: sampleCount(pcm) };
  if (settings.trim_silence) range = findSpeechSamples(pcm, settings.pauses);
  const speech = slicePcm(pcm, range.from, range.to);
  const padding = { before: settings.padding_ms, after: settings.tail_padding_ms ?? settings.padding_ms };
  const requestedPaddingMs = padding.before + padding.after;
  const minPaddingMs = keep_padding ? requestedPaddingMs : 0;
  const fittedSpeech = fitDuration(speech, { max_stretch_percent, max_duration_ms }, minPaddingMs);
  const room = (max_duration_ms ?? Number.POSITIVE_INFINITY) - durationMs(fittedSpeech.pcm);
  if (!keep_padding && requestedPaddingMs > room) {
    // Shortens the silence rather than the speech. One millisecond less, because every later step rounds.
    const share = Math.max(0, (room - 1) / requestedPaddingMs);
    padding.before = Math.floor(padding.before * share);
    padding.after = Math.floor(padding.after * share);
  }

  const rate = pcm.sampleRate;
  const fadedSpeech = fadeEdges(fittedSpeech.pcm, settings.fade_ms);
  let shaped = padPcm(fadedSpeech, toSamples(padding.before, rate), toSamples(padding.after, rate));
  if (settings.channels !== null) shaped = convertChannels(shaped, settings.channels);
  if (settings.sample_rate !== null) shaped = resample(shaped, settings.sample_rate);
  shaped = bandLimit(shaped, { high_pass_hz, low_pass_hz });

  // A time of the source, times the stretch, plus this shift is its time in the result.
  const shift_ms = round(padding.before - (range.from / rate) * 1000 * fittedSpeech.stretch);
  const report: ShapeReport = {
    trimmed_ms: durationMs(pcm) - durationMs(speech),
    time_map: { stretch: fittedSpeech.stretch, shift_ms },
  };
  const reasons: string[] = [];
  if (fittedSpeech.reason !== undefined) reasons.push(fittedSpeech.reason);
  if (minPaddingMs > Math.max(0, room))
    reasons.push(
      `The preset requires ${minPaddingMs} ms of silence at the ends: ` +
        `with it the line lasts longer than its limit of ${max_duration_ms} ms.`,
    );
  if (reasons.length > 0) report.reason = reasons.join(' ');
  return { pcm: shaped, report };
}

/**
 * The samples after trimming: the speech without silence and clicks around it, but with its breaks. Without speech, all
 * samples.
 */
export function findSpeechSamples(
  pcm: Pcm,
  { lead_ms, tail_ms } = { lead_ms: 0, tail_ms: 0 },
): { from: number; to: number } {
  const { span } = findSounds(frameLevels(pcm));
  if (!span) return { from: 0, to: sampleCount(pcm) };
  const start = frameEdge(span.start, pcm.sampleRate) - toSamples(KEEP_BEFORE_MS + lead_ms, pcm.sampleRate);
  const end = frameEdge(span.end, pcm.sampleRate) + toSamples(KEEP_AFTER_MS + tail_ms, pcm.sampleRate);
  return { from: Math.max(0, start), to: Math.min(sampleCount(pcm), end) };
}

/** Raised-cosine fades at both ends, never longer than half of the audio each. */
export function fadeEdges(pcm: Pcm, fadeMs: number): Pcm {
  const length = Math.min(toSamples(fadeMs, pcm.sampleRate), Math.floor(sampleCount(pcm) / 2));
  if (length === 0) return pcm;
  return mapChannels(pcm, (channel) => {
    const samples = channel.slice();
    for (let index = 0; index < length; index++) {
      const gain = 0.5 - 0.5 * Math.cos((Math.PI * index) / length);
      const indexFromEnd = samples.length - 1 - index;
      samples[index] = (samples[index] ?? 0) * gain;
      samples[indexFromEnd] = (samples[indexFromEnd] ?? 0) * gain;
    }
    return samples;
  });
}
