import { frameEdge } from '../codecs/frames.ts';
import type { Pcm } from '../pcm.ts';

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/**
 * The two filters of ITU-R BS.1770-4 for any sample rate. The standard prints coefficients for 48 kHz only;
 * these analog corner values, put through the bilinear transform, give the printed ones at 48 kHz.
 */
export function kWeightingFilters(sampleRate: number): [shelf: Biquad, highPass: Biquad] {
  return [shelfFilter(sampleRate), highPassFilter(sampleRate)];
}

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

function highPassFilter(sampleRate: number): Biquad {
  const q = 0.5003270373238773;
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

/** Surround channels count more, the one of low frequencies not at all: BS.1770-4, table 3. */
const SURROUND = 1.41;
const WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  5: [1, 1, 1, SURROUND, SURROUND],
  6: [1, 1, 1, 0, SURROUND, SURROUND],
};

/** Sum of squares of the weighted signal in each 10 ms frame, all channels added. */
export function weightedEnergy(pcm: Pcm, frames: number): Float64Array {
  const energy = new Float64Array(frames);
  const filters = kWeightingFilters(pcm.sampleRate);
  const weights = WEIGHTS[pcm.channels.length];
  pcm.channels.forEach((channel, index) => {
    addChannel(energy, channel, { filters, sampleRate: pcm.sampleRate, weight: weights?.[index] ?? 1 });
  });
  return energy;
}

type ChannelFilter = { filters: [Biquad, Biquad]; sampleRate: number; weight: number };

function addChannel(
  energy: Float64Array,
  channel: Float32Array,
  { filters, sampleRate, weight }: ChannelFilter,
): void {
  const [shelf, highPass] = filters;
  // Direct form II: two states per filter, kept in locals because this loop sees every sample.
  let s1 = 0;
  let s2 = 0;
  let h1 = 0;
  let h2 = 0;
  for (let frame = 0; frame < energy.length; frame++) {
    const end = frameEdge(frame + 1, sampleRate);
    let sum = 0;
    for (let i = frameEdge(frame, sampleRate); i < end; i++) {
      const s0 = (channel[i] ?? 0) - shelf.a1 * s1 - shelf.a2 * s2;
      const shelved = shelf.b0 * s0 + shelf.b1 * s1 + shelf.b2 * s2;
      s2 = s1;
      s1 = s0;
      const h0 = shelved - highPass.a1 * h1 - highPass.a2 * h2;
      const weighted = h0 - 2 * h1 + h2;
      h2 = h1;
      h1 = h0;
      sum += weighted * weighted;
    }
    energy[frame] = (energy[frame] ?? 0) + weight * sum;
  }
}
