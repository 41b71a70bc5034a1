import {
  DIGITAL_SILENCE_DBFS,
  FRAME_MS,
  type FrameLevels,
  frameLevels,
  meanPower,
  percentile,
  powerLevel,
  type SpeechSpan,
  speechSpan,
} from './frames.ts';
import { decibels, durationMs, type Pcm, sampleCount, samplePeak, samplesOf } from './pcm.ts';
import { rounded, roundedOrNull } from './rounding.ts';

export type AudioMetrics = {
  duration_ms: number;
  /** First to last speech, pauses inside included; both 0 when all is silent. */
  speech_start_ms: number;
  speech_end_ms: number;
  /** Speech without its pauses (gaps of 150 ms and more). */
  speech_ms: number;
  lead_silence_ms: number;
  tail_silence_ms: number;
  longest_inner_silence_ms: number;
  /** Share of the whole that is silent, 0 to 1. */
  silence_ratio: number;
  /** Level of the loud parts (95th percentile of 10 ms frames). */
  speech_level_dbfs: number | null;
  /** Level of the quiet parts (5th percentile); null where they are digital silence, which has no floor. */
  noise_floor_dbfs: number | null;
  sample_peak_dbfs: number | null;
  /** Runs of three or more samples at full scale. */
  clipped_runs: number;
  /** The last 10 ms are within 30 dB of the speech level: a suspicion, engines without a tail do it too. */
  truncated_end: boolean;
  silent: boolean;
};

const FULL_SCALE = 0.9995;
const CLIPPED_RUN = 3;
const END_MS = 10;
const END_RANGE_DB = 30;
/** Shorter gaps are stop consonants, not pauses. */
const PAUSE_MS = 150;
/** Dithered or decoded zeros stay below this. */
const NO_NOISE_DBFS = -100;

export function measureMetrics(pcm: Pcm, frames: FrameLevels = frameLevels(pcm)): AudioMetrics {
  const span = speechSpan(frames);
  const duration_ms = durationMs(pcm);
  const start = (span?.start ?? 0) * FRAME_MS;
  const end = span ? speechEndMs(span, frames, duration_ms) : 0;
  const gaps = span ? innerGapsMs(frames, span) : [];
  const floor = percentile(frames.levels, 0.05);
  return {
    duration_ms,
    speech_start_ms: start,
    speech_end_ms: end,
    speech_ms: end - start - sum(gaps.filter((gap) => gap >= PAUSE_MS)),
    lead_silence_ms: span ? start : duration_ms,
    tail_silence_ms: span ? duration_ms - end : duration_ms,
    longest_inner_silence_ms: Math.max(0, ...gaps),
    silence_ratio: silenceRatio(frames),
    speech_level_dbfs: frames.loud > DIGITAL_SILENCE_DBFS ? rounded(frames.loud) : null,
    noise_floor_dbfs: floor > NO_NOISE_DBFS ? rounded(floor) : null,
    sample_peak_dbfs: roundedOrNull(decibels(samplePeak(pcm))),
    clipped_runs: sum(pcm.channels.map(countClippedRuns)),
    truncated_end: span !== null && endLevel(pcm) - frames.loud > -END_RANGE_DB,
    silent: span === null,
  };
}

/** The rest of less than a frame at the very end belongs to the last frame. */
function speechEndMs(span: SpeechSpan, { levels }: FrameLevels, durationMs: number): number {
  return span.end === levels.length ? durationMs : span.end * FRAME_MS;
}

function innerGapsMs({ levels, threshold }: FrameLevels, { start, end }: SpeechSpan): number[] {
  const gaps: number[] = [];
  let gap = 0;
  for (let frame = start; frame < end; frame++) {
    if ((levels[frame] ?? 0) > threshold) {
      if (gap > 0) gaps.push(gap * FRAME_MS);
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

function countClippedRuns(channel: Float32Array): number {
  let runs = 0;
  let length = 0;
  for (let i = 0; i < channel.length; i++) {
    const clipped = Math.abs(channel[i] ?? 0) >= FULL_SCALE;
    length = clipped ? length + 1 : 0;
    if (length === CLIPPED_RUN) runs++;
  }
  return runs;
}

function endLevel(pcm: Pcm): number {
  const end = sampleCount(pcm);
  return powerLevel(meanPower(pcm, Math.max(0, end - samplesOf(END_MS, pcm.sampleRate)), end));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
