import type { Pcm } from '../pcm.ts';
import { sumFrames } from '../signal/frames.ts';

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/**
 * The two filters of ITU-R BS.1770-4 for any sample rate. The standard prints coefficients for 48 kHz only;
 * these analog corner values, put through the bilinear transform, give the printed ones at 48 kHz.
 */
export function kWeightingFilters(sampleRate: number): [shelf: Biquad, highPass: Biquad] {
  return [shelfFilter(sampleRate), highPassFilter(sampleRate)];
}

/** The first filter, which raises high frequencies. Its constants are the quality, the corner and the gain in decibels. */
function shelfFilter(sampleRate: number): Biquad {
  const q = 0.7071752369554196;
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** The second filter, which removes low frequencies. Its constants are the quality and the corner. */
function highPassFilter(sampleRate: number): Biquad {
  const q = 0.5003270373238773;
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

/** Surround channels count more, and the low-frequency channel does not count (BS.1770-4, table 3). */
const SURROUND = 1.41;
const WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  5: [1, 1, 1, SURROUND, SURROUND],
  6: [1, 1, 1, 0, SURROUND, SURROUND],
};

/** How much each channel counts. */
export const channelWeights = (count: number): readonly number[] =>
  WEIGHTS[count] ?? Array.from({ length: count }, () => 1);

/** Sum of squares of the weighted signal in each 10 ms frame, all channels added. */
export function weightedEnergy({ channels, sampleRate }: Pcm, frames: number): Float64Array {
  const [shelf, highPass] = kWeightingFilters(sampleRate);
  const { b0, b1, b2, a1, a2 } = shelf;
  const table = Float64Array.of(b0, b1, b2, a1, a2, highPass.a1, highPass.a2);
  const weights = channelWeights(channels.length);
  return sumFrames(channels, { frames, table }, (kernel, { channel, table: filters, sums }, index) =>
    kernel.addWeighted(channel, sampleRate, frames, filters, weights[index] ?? 1, sums),
  );
}
