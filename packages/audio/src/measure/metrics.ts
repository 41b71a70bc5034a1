import { durationMs, type Pcm, sampleCount, samplePeak, toDecibels, toSamples } from '../pcm.ts';
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
import { round, roundOrNull } from '../signal/rounding.ts';
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

/** Samples from this level count as the highest possible one. */
export const FULL_SCALE = 0.9995;
/** So many samples in a row at full scale are clipping. */
export const CLIPPED_RUN = 3;
/** The last part of the audio, which shows whether its end was cut off. */
export const END_MS = 10;
const END_RANGE_DB = 30;
/** Shorter gaps are stop consonants, not pauses. */
const PAUSE_MS = 150;
/** Dithered or decoded zeros stay below this. */
const NO_NOISE_DBFS = -100;

/** Enough windows for a median. */
export const PITCH_HOP_MS = 100;

/** What the metrics of audio are computed from. */
export interface MetricParts {
  frames: FrameLevels;
  duration_ms: number;
  /** The mean power of the last 10 ms. */
  end_power: number;
  /** The largest sample of all channels, and where it is first. */
  peak: { amplitude: number; at_ms: number | null };
  clipping: Pick<AudioMetrics, 'clipped_runs' | 'clipped_from_ms' | 'clipped_to_ms'>;
  /** The pitches of the windows of the speech, in any order. */
  listPitches(span: SpeechSpan): number[];
}

/** Measures the speech, pauses, noise, peaks, clipping, clicks and pitch of a file. */
export function measureMetrics(pcm: Pcm): AudioMetrics {
  const { sampleRate } = pcm;
  const length = sampleCount(pcm);
  return computeMetrics({
    frames: frameLevels(pcm),
    duration_ms: durationMs(pcm),
    end_power: meanPower(pcm, Math.max(0, length - toSamples(END_MS, sampleRate)), length),
    peak: measurePeak(pcm),
    clipping: measureClipping(pcm),
    listPitches(span) {
      const [samples = new Float32Array(0)] = pcm.channels;
      const speech = samples.subarray(frameEdge(span.start, sampleRate), frameEdge(span.end, sampleRate));
      return pitchTrack(speech, sampleRate, PITCH_HOP_MS);
    },
  });
}

/** The metrics of audio with these measurements. */
export function computeMetrics(parts: MetricParts): AudioMetrics {
  const { frames, duration_ms, end_power, peak, clipping, listPitches } = parts;
  const { levels, loud, threshold } = frames;
  const { span, clicks } = findSounds(frames);
  const start = (span?.start ?? 0) * FRAME_MS;
  let end = (span?.end ?? 0) * FRAME_MS;
  // A remainder shorter than a frame at the end belongs to the last frame.
  if (span?.end === levels.length) end = duration_ms;
  const gaps = span ? findGaps(frames, span) : [];
  const [longestGap] = gaps.toSorted((one, other) => other.ms - one.ms);
  const pauses = gaps.filter(({ ms }) => ms >= PAUSE_MS);
  const silentFrames = levels.filter((level) => level <= threshold).length;
  const floor = percentile(levels, 0.05);
  const [firstClick] = clicks;
  const lastClick = clicks.at(-1);
  const pitches = span ? Float64Array.from(listPitches(span)) : new Float64Array();
  return {
    duration_ms,
    speech_start_ms: start,
    speech_end_ms: end,
    speech_ms: end - start - pauses.reduce((total, { ms }) => total + ms, 0),
    lead_silence_ms: span ? start : duration_ms,
    tail_silence_ms: duration_ms - end,
    longest_inner_silence_ms: longestGap?.ms ?? 0,
    longest_inner_silence_start_ms: longestGap?.start_ms ?? null,
    silence_ratio: levels.length === 0 ? 1 : Math.round((silentFrames / levels.length) * 1000) / 1000,
    speech_level_dbfs: loud > DIGITAL_SILENCE_DBFS ? round(loud) : null,
    noise_floor_dbfs: floor > NO_NOISE_DBFS ? round(floor) : null,
    sample_peak_dbfs: roundOrNull(toDecibels(peak.amplitude)),
    sample_peak_at_ms: peak.at_ms,
    ...clipping,
    clicks: clicks.length,
    clicks_from_ms: firstClick ? firstClick.start * FRAME_MS : null,
    clicks_to_ms: lastClick ? lastClick.end * FRAME_MS : null,
    pitch_median_hz: pitches.length > 0 ? round(percentile(pitches, 0.5)) : null,
    truncated_end: span !== null && powerLevel(end_power) - loud > -END_RANGE_DB,
    silent: span === null,
  };
}

type Gap = { start_ms: number; ms: number };

/** The parts between the first and the last speech that are not speech. */
function findGaps(frames: FrameLevels, span: SpeechSpan): Gap[] {
  const gaps: Gap[] = [];
  let gap = 0;
  for (let frame = span.start; frame < span.end; frame++) {
    if ((frames.levels[frame] ?? 0) > frames.threshold) {
      if (gap > 0) gaps.push({ start_ms: (frame - gap) * FRAME_MS, ms: gap * FRAME_MS });
      gap = 0;
    } else {
      gap++;
    }
  }
  return gaps;
}

function measurePeak(pcm: Pcm): MetricParts['peak'] {
  const amplitude = samplePeak(pcm);
  if (amplitude === 0) return { amplitude, at_ms: null };
  const positions = pcm.channels.flatMap((channel) => [
    channel.indexOf(amplitude),
    channel.indexOf(-amplitude),
  ]);
  const firstPosition = Math.min(...positions.filter((position) => position !== -1));
  return { amplitude, at_ms: toMs(firstPosition, pcm.sampleRate) };
}

/** The runs of samples at full scale, and from where to where they begin. */
function measureClipping(pcm: Pcm) {
  const noClipping = { clipped_runs: 0, clipped_from_ms: null, clipped_to_ms: null };
  if (samplePeak(pcm) < FULL_SCALE) return noClipping;
  let runs = 0;
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (const channel of pcm.channels) {
    let runLength = 0;
    for (let index = 0; index < channel.length; index++) {
      const isClipped = Math.abs(channel[index] ?? 0) >= FULL_SCALE;
      runLength = isClipped ? runLength + 1 : 0;
      // Counts each run once, when it reaches the minimum.
      if (runLength !== CLIPPED_RUN) continue;
      const start = index - CLIPPED_RUN + 1;
      runs++;
      from = Math.min(from, start);
      to = Math.max(to, start);
    }
  }
  if (runs === 0) return noClipping;
  return {
    clipped_runs: runs,
    clipped_from_ms: toMs(from, pcm.sampleRate),
    clipped_to_ms: toMs(to, pcm.sampleRate),
  };
}

/** The time of a position in samples. */
export function toMs(samples: number, sampleRate: number): number {
  return Math.round((samples * 1000) / sampleRate);
}
