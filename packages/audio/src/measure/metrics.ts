import { decibels, durationMs, type Pcm, sampleCount, samplePeak, samplesOf } from '../pcm.ts';
import {
  DIGITAL_SILENCE_DBFS,
  FRAME_MS,
  type FrameLevels,
  frameEdge,
  frameLevels,
  meanPower,
  percentile,
  powerLevel,
  type SpeechSpan,
} from '../signal/frames.ts';
import { rounded, roundedOrNull } from '../signal/rounding.ts';
import { findSounds } from './clicks.ts';
import { pitchTrack } from './pitch.ts';

export type AudioMetrics = {
  duration_ms: number;
  /** From the first to the last speech, including pauses. Both are 0 if everything is silent. */
  speech_start_ms: number;
  speech_end_ms: number;
  /** Speech without its pauses (gaps of 150 ms and more). */
  speech_ms: number;
  lead_silence_ms: number;
  tail_silence_ms: number;
  longest_inner_silence_ms: number;
  /** Where the longest pause begins; null without one. */
  longest_inner_silence_start_ms: number | null;
  /** The share of the whole audio that is silent, 0 to 1. */
  silence_ratio: number;
  /** Level of the loud parts (95th percentile of 10 ms frames). */
  speech_level_dbfs: number | null;
  /** Level of the quiet parts (5th percentile); null if they are digital silence. */
  noise_floor_dbfs: number | null;
  sample_peak_dbfs: number | null;
  /** Where the largest sample is; null for digital silence. */
  sample_peak_at_ms: number | null;
  /** Runs of three or more samples at full scale. */
  clipped_runs: number;
  /** From the first to the last clipped run; null without one. */
  clipped_from_ms: number | null;
  clipped_to_ms: number | null;
  /** Short bursts of sound that are not speech, with silence on both sides. */
  clicks: number;
  /** From the first to the last click; null without one. */
  clicks_from_ms: number | null;
  clicks_to_ms: number | null;
  /** The median of the voiced parts; null without any. */
  pitch_median_hz: number | null;
  /**
   * Whether the last 10 ms are within 30 dB of the speech level. Only a suspicion, because some engines always end like
   * this.
   */
  truncated_end: boolean;
  silent: boolean;
};

const FULL_SCALE = 0.9995;
const CLIPPED_RUN = 3;
/** The last part of the audio, which shows whether its end was cut off. */
export const END_MS = 10;
const END_RANGE_DB = 30;
/** Shorter gaps are stop consonants, not pauses. */
const PAUSE_MS = 150;
/** Dithered or decoded zeros stay below this. */
const NO_NOISE_DBFS = -100;

/** Enough windows for a median. */
const PITCH_HOP_MS = 100;

export function measureMetrics(pcm: Pcm): AudioMetrics {
  const frames = frameLevels(pcm);
  const { span, clicks } = findSounds(frames);
  const duration_ms = durationMs(pcm);
  const start = (span?.start ?? 0) * FRAME_MS;
  const end = span ? speechEndMs(span, frames, duration_ms) : 0;
  const gaps = span ? innerGaps(frames, span) : [];
  const longest = gaps.reduce<Gap | null>((most, gap) => (gap.ms > (most?.ms ?? 0) ? gap : most), null);
  const floor = percentile(frames.levels, 0.05);
  return {
    duration_ms,
    speech_start_ms: start,
    speech_end_ms: end,
    speech_ms: end - start - sum(gaps.map(({ ms }) => ms).filter((ms) => ms >= PAUSE_MS)),
    lead_silence_ms: span ? start : duration_ms,
    tail_silence_ms: span ? duration_ms - end : duration_ms,
    longest_inner_silence_ms: longest?.ms ?? 0,
    longest_inner_silence_start_ms: longest?.start_ms ?? null,
    silence_ratio: silenceRatio(frames),
    speech_level_dbfs: frames.loud > DIGITAL_SILENCE_DBFS ? rounded(frames.loud) : null,
    noise_floor_dbfs: floor > NO_NOISE_DBFS ? rounded(floor) : null,
    ...peakOf(pcm),
    ...clippingOf(pcm),
    ...placesOf(clicks),
    pitch_median_hz: span ? medianPitch(pcm, span) : null,
    truncated_end: span !== null && endLevel(pcm) - frames.loud > -END_RANGE_DB,
    silent: span === null,
  };
}

function placesOf(
  clicks: readonly SpeechSpan[],
): Pick<AudioMetrics, 'clicks' | 'clicks_from_ms' | 'clicks_to_ms'> {
  const [first] = clicks;
  const last = clicks.at(-1);
  return {
    clicks: clicks.length,
    clicks_from_ms: first ? first.start * FRAME_MS : null,
    clicks_to_ms: last ? last.end * FRAME_MS : null,
  };
}

/** A remainder shorter than a frame at the end belongs to the last frame. */
function speechEndMs(span: SpeechSpan, { levels }: FrameLevels, durationMs: number): number {
  if (span.end === levels.length) return durationMs;
  return span.end * FRAME_MS;
}

type Gap = { start_ms: number; ms: number };

function innerGaps({ levels, threshold }: FrameLevels, { start, end }: SpeechSpan): Gap[] {
  const gaps: Gap[] = [];
  let gap = 0;
  for (let frame = start; frame < end; frame++) {
    if ((levels[frame] ?? 0) > threshold) {
      if (gap > 0) gaps.push({ start_ms: (frame - gap) * FRAME_MS, ms: gap * FRAME_MS });
      gap = 0;
    } else {
      gap++;
    }
  }
  return gaps;
}

function silenceRatio({ levels, threshold }: FrameLevels): number {
  if (levels.length === 0) return 1;
  const silent = levels.reduce((count, level) => count + (level > threshold ? 0 : 1), 0);
  return Math.round((silent / levels.length) * 1000) / 1000;
}

function peakOf(pcm: Pcm): Pick<AudioMetrics, 'sample_peak_dbfs' | 'sample_peak_at_ms'> {
  const peak = samplePeak(pcm);
  if (peak === 0) return { sample_peak_dbfs: null, sample_peak_at_ms: null };
  const places = pcm.channels.flatMap((channel) => [channel.indexOf(peak), channel.indexOf(-peak)]);
  const first = Math.min(...places.filter((place) => place !== -1));
  return { sample_peak_dbfs: roundedOrNull(decibels(peak)), sample_peak_at_ms: msOf(first, pcm.sampleRate) };
}

function msOf(sample: number, sampleRate: number): number {
  return Math.round((sample * 1000) / sampleRate);
}

function clippingOf(pcm: Pcm): Pick<AudioMetrics, 'clipped_runs' | 'clipped_from_ms' | 'clipped_to_ms'> {
  const places = samplePeak(pcm) < FULL_SCALE ? [] : pcm.channels.flatMap(clippedPlaces);
  if (places.length === 0) return { clipped_runs: 0, clipped_from_ms: null, clipped_to_ms: null };
  const [from, to] = places.reduce(
    ([least, most], place) => [Math.min(least, place), Math.max(most, place)] as const,
    [Number.POSITIVE_INFINITY, 0] as readonly [number, number],
  );
  const { sampleRate } = pcm;
  const range = { clipped_from_ms: msOf(from, sampleRate), clipped_to_ms: msOf(to, sampleRate) };
  return { clipped_runs: places.length, ...range };
}

/** Where each clipped run begins. */
function clippedPlaces(channel: Float32Array): number[] {
  const places: number[] = [];
  let length = 0;
  for (let i = 0; i < channel.length; i++) {
    const clipped = Math.abs(channel[i] ?? 0) >= FULL_SCALE;
    length = clipped ? length + 1 : 0;
    if (length === CLIPPED_RUN) places.push(i - CLIPPED_RUN + 1);
  }
  return places;
}

function medianPitch({ channels, sampleRate }: Pcm, { start, end }: SpeechSpan): number | null {
  const [samples = new Float32Array(0)] = channels;
  const speech = samples.subarray(frameEdge(start, sampleRate), frameEdge(end, sampleRate));
  const track = Float64Array.from(pitchTrack(speech, sampleRate, PITCH_HOP_MS));
  if (track.length === 0) return null;
  return rounded(percentile(track, 0.5));
}

function endLevel(pcm: Pcm): number {
  const end = sampleCount(pcm);
  return powerLevel(meanPower(pcm, Math.max(0, end - samplesOf(END_MS, pcm.sampleRate)), end));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
