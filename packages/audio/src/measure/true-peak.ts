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

/** A part of a channel of a stream, between samples of its neighbors. */
export interface ChannelWindow {
  samples: Float32Array;
  /** The part in the samples. */
  from: number;
  to: number;
}

/**
 * The true peak of a part of a channel, at least `peak`. With `gains` for the samples of the part, lowers them like
 * `lowerAtPeaks` with `peak` as the limit.
 */
export function findPeak({ samples, from, to }: ChannelWindow, peak: number, gains?: Float32Array): number {
  const room = peaksRoom(samples) + (gains ? bytesToPlace(gains) : 0);
  return withKernelMemory(room, (kernel) => {
    const address = kernel.place(samples) + 4 * from;
    const limit = gains ? peak : Math.max(peak, kernel.largest(address, to - from));
    let gainsAddress = 0;
    if (gains) gainsAddress = kernel.place(gains);
    const taps = kernel.place(TAPS);
    const highest = kernel.peaksOver(address, to - from, limit, taps, MAX_OVERSHOOT, gainsAddress);
    // The gains were copied into the kernel.
    if (gains) gains.set(new Float32Array(kernel.memory.buffer, gainsAddress, gains.length));
    return highest;
  });
}

/** The room in the kernel for a channel and the filters. */
const peaksRoom = (channel: Float32Array): number => bytesToPlace(channel) + bytesToPlace(TAPS);
