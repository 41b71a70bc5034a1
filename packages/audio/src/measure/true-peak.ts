import { kaiser, sinc } from '../master/kaiser.ts';
import { decibels, measuredOnce, samplePeak } from '../pcm.ts';

/** Samples on each side of the point between two samples. */
const REACH = 6;
const TAPS = 2 * REACH;
/** At least `REACH` samples: the points in a block depend on it and on its neighbors. */
const BLOCK = 8;

/** Interpolators for the points at 1/4, 1/2 and 3/4 between two samples (4x oversampling, 48 taps in all). */
const EARLY = kernel(1 / 4);
const MIDDLE = kernel(1 / 2);
const LATE = kernel(3 / 4);

/** No interpolated point can exceed the largest sample around it by more than this factor. */
const MAX_OVERSHOOT = Math.max(
  ...[EARLY, MIDDLE, LATE].map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)),
);

function kernel(offset: number): Float64Array {
  const taps = new Float64Array(TAPS);
  for (let i = 0; i < TAPS; i++) {
    const distance = i - (REACH - 1) - offset;
    taps[i] = sinc(distance) * kaiser(distance / REACH, 4);
  }
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
}

/** True peak in dBTP by ITU-R BS.1770-4, annex 2; null for digital silence. */
export const measureTruePeak = measuredOnce((pcm): number | null => {
  let peak = samplePeak(pcm);
  const raise = (higher: number): number => {
    peak = higher;
    return higher;
  };
  for (const channel of pcm.channels) eachPeakOver(channel, peak, raise);
  return decibels(peak);
});

/** A multiple of `BLOCK`, small enough for the nearest cache. */
const WINDOW = 2_048;
/** A part of a channel with a block on each side of it. */
const samples = new Float64Array(BLOCK + WINDOW + BLOCK);
/** The largest amplitude in each of its blocks. */
const levels = new Float64Array(samples.length / BLOCK);

/**
 * Calls `visit` with each sample where it, or a point before the next sample, exceeds the limit; `visit` returns the
 * limit from then on. Blocks that cannot exceed it are skipped, and most cannot.
 */
export function eachPeakOver(
  channel: Float32Array,
  limit: number,
  visit: (peak: number, index: number) => number,
): void {
  let most = limit;
  for (let start = -BLOCK; start < channel.length; start += WINDOW) {
    loadWindow(channel, start - BLOCK);
    const end = Math.min(BLOCK + WINDOW, BLOCK + channel.length - start);
    for (let block = 1; block * BLOCK < end; block++) {
      const around = Math.max(levels[block - 1] ?? 0, levels[block] ?? 0, levels[block + 1] ?? 0);
      if (around * MAX_OVERSHOOT <= most) continue;
      for (let at = block * BLOCK; at < Math.min((block + 1) * BLOCK, end); at++) {
        const peak = peakFrom(at);
        if (peak > most) most = visit(peak, start - BLOCK + at);
      }
    }
  }
}

/** There is silence before and behind the channel. */
function loadWindow(channel: Float32Array, from: number): void {
  const part = channel.subarray(Math.max(0, from), Math.max(0, from + samples.length));
  const before = Math.max(0, -from);
  samples.fill(0, 0, before);
  samples.set(part, before);
  samples.fill(0, before + part.length);
  for (let block = 0; block < levels.length; block++) {
    let most = 0;
    for (let at = block * BLOCK; at < (block + 1) * BLOCK; at++) {
      const level = Math.abs(samples[at] ?? 0);
      if (level > most) most = level;
    }
    levels[block] = most;
  }
}

/** The largest of a sample and the three points between it and the next. */
function peakFrom(at: number): number {
  const first = at - REACH + 1;
  let early = 0;
  let middle = 0;
  let late = 0;
  for (let k = 0; k < TAPS; k++) {
    const sample = samples[first + k] ?? 0;
    early += (EARLY[k] ?? 0) * sample;
    middle += (MIDDLE[k] ?? 0) * sample;
    late += (LATE[k] ?? 0) * sample;
  }
  let peak = Math.abs(samples[at] ?? 0);
  if (Math.abs(early) > peak) peak = Math.abs(early);
  if (Math.abs(middle) > peak) peak = Math.abs(middle);
  if (Math.abs(late) > peak) peak = Math.abs(late);
  return peak;
}
