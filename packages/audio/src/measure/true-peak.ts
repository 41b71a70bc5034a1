import { kaiser, sinc } from '../master/kaiser.ts';
import { decibels, largest, type Pcm, samplePeak } from '../pcm.ts';

/** Samples on each side of the point between two samples. */
export const REACH = 6;
const TAPS = 2 * REACH;
const PHASES = 3;
const BLOCK = 32;

/** Interpolators for the points at 1/4, 1/2 and 3/4 between two samples (4x oversampling, 48 taps in all). */
const kernels: Float64Array[] = Array.from({ length: PHASES }, (_, i) => kernel((i + 1) / 4));

/** No interpolated point can exceed the largest sample around it by more than this factor. */
export const MAX_OVERSHOOT = Math.max(
  ...kernels.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)),
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
export function measureTruePeak(pcm: Pcm): number | null {
  let peak = samplePeak(pcm);
  for (const channel of pcm.channels) peak = channelPeak(channel, peak);
  return decibels(peak);
}

/** Skips blocks that cannot exceed the peak so far, even between their samples. Most cannot. */
function channelPeak(channel: Float32Array, floor: number): number {
  let peak = floor;
  for (let start = -REACH; start < channel.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, channel.length);
    if (largest(channel, start - REACH, end + REACH) * MAX_OVERSHOOT <= peak) continue;
    for (let i = start; i < end; i++) peak = Math.max(peak, peakAfter(channel, i));
  }
  return peak;
}

/** The largest of the three points between sample `index` and the next. */
export function peakAfter(channel: Float32Array, index: number): number {
  const first = index - REACH + 1;
  let peak = 0;
  for (const taps of kernels) {
    let sum = 0;
    for (let k = 0; k < TAPS; k++) sum += (taps[k] ?? 0) * (channel[first + k] ?? 0);
    const level = Math.abs(sum);
    if (level > peak) peak = level;
  }
  return peak;
}
