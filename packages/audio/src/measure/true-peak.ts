import { bytesToPlace, withKernelMemory } from '../kernel.ts';
import { measureOnce, toDecibels } from '../pcm.ts';
import { kaiser, sinc } from '../signal/kaiser.ts';

/** Samples on each side of the point between two samples. */
const REACH = 6;
/** Samples that each point between two samples is computed from. */
const LENGTH = 2 * REACH;

/** Interpolators for the points at 1/4, 1/2 and 3/4 between two samples (4x oversampling, 48 taps in all). */
const FILTERS = [1 / 4, 1 / 2, 3 / 4].map((offset) => {
  const taps = new Float64Array(LENGTH);
  for (let index = 0; index < LENGTH; index++) {
    const distance = index - (REACH - 1) - offset;
    taps[index] = sinc(distance) * kaiser(distance / REACH, 4);
  }
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
});
const TAPS = Float64Array.from(FILTERS.flatMap((taps) => [...taps]));

/** No interpolated point can exceed the largest sample around it by more than this factor. */
const MAX_OVERSHOOT = Math.max(...FILTERS.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));

/** True peak in dBTP by ITU-R BS.1770-4, annex 2; null for digital silence. */
export const measureTruePeak = measureOnce((pcm): number | null => {
  let peak = 0;
  for (const channel of pcm.channels) {
    peak = withKernelMemory(peaksRoom(channel), (kernel) => {
      const address = kernel.place(channel);
      const largest = Math.max(peak, kernel.largest(address, channel.length));
      return kernel.peaksOver(address, channel.length, largest, kernel.place(TAPS), MAX_OVERSHOOT, 0);
    });
  }
  return toDecibels(peak);
});

/** Lowers the gains of the samples around each peak over the limit so that it comes down to the limit. Returns whether there is one. */
export function lowerAtPeaks(gains: Float32Array, channel: Float32Array, limit: number): boolean {
  return withKernelMemory(peaksRoom(channel), ({ place, peaksOver }) => {
    const taps = place(TAPS);
    return peaksOver(place(channel), channel.length, limit, taps, MAX_OVERSHOOT, place(gains)) > limit;
  });
}

/** The room in the kernel for a channel and the filters. */
const peaksRoom = (channel: Float32Array): number => bytesToPlace(channel) + bytesToPlace(TAPS);
