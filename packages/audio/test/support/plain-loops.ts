/** The loops of the kernel in plain TypeScript. The kernel must return the same bits. */

export function doubleRate(input: Float32Array, even: Float64Array, odd: Float64Array): Float32Array {
  const reach = even.length / 2 - 1;
  return Float32Array.from({ length: 2 * input.length }, (_, i) => {
    const taps = i % 2 ? odd : even;
    let sum = 0;
    for (let k = 0; k < taps.length; k++) sum += taps[k]! * (input[(i >> 1) + k - reach] ?? 0);
    return sum;
  });
}

export function largest(channel: Float32Array): number {
  return channel.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/**
 * For each sample, from 8 before the first: the maximum of the sample and the three points between it and the
 * next.
 */
export function peaksFrom(channel: Float32Array, taps: Float64Array): Float64Array {
  return Float64Array.from({ length: channel.length + 8 }, (_, at) => {
    const points = [0, 12, 24].map((filter) => {
      let sum = 0;
      for (let k = 0; k < 12; k++) sum += taps[filter + k]! * (channel[at - 8 - 5 + k] ?? 0);
      return Math.abs(sum);
    });
    return Math.max(Math.abs(channel[at - 8] ?? 0), ...points);
  });
}

export function smoothGains(needed: Float32Array, ahead: number, release: number): Float32Array {
  const least = needed.map((_, i) => Math.min(...needed.subarray(i, i + ahead + 1)));
  const first = least[0]!;
  let gain = first;
  let sum = first * (ahead + 1);
  const gains = new Float32Array(needed.length);
  return needed.map((_, i) => {
    if (i > 0) gain = Math.fround(gain + (1 - gain) * release);
    gain = Math.min(gain, least[i]!);
    gains[i] = gain;
    sum += gain - (i > ahead ? gains[i - ahead - 1]! : first);
    return sum / (ahead + 1);
  });
}

const edge = (frame: number, sampleRate: number): number => Math.round((frame * sampleRate) / 100);

export function squares(channel: Float32Array, sampleRate: number, frames: number): Float64Array {
  return Float64Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (const value of channel.subarray(edge(frame, sampleRate), edge(frame + 1, sampleRate)))
      sum += value * value;
    return sum;
  });
}

export function weighted(
  channel: Float32Array,
  { sampleRate, frames, filters }: { sampleRate: number; frames: number; filters: Float64Array },
): Float64Array {
  const [b0 = 0, b1 = 0, b2 = 0, a1 = 0, a2 = 0, c1 = 0, c2 = 0] = filters;
  let [s1, s2, h1, h2] = [0, 0, 0, 0];
  return Float64Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (const value of channel.subarray(edge(frame, sampleRate), edge(frame + 1, sampleRate))) {
      const s0 = value - a1 * s1 - a2 * s2;
      const shelved = b0 * s0 + b1 * s1 + b2 * s2;
      const h0 = shelved - c1 * h1 - c2 * h2;
      const output = h0 - 2 * h1 + h2;
      [s2, s1, h2, h1] = [s1, s0, h1, h0];
      sum += output * output;
    }
    return sum;
  });
}

export function correlations(signal: Float64Array, length: number, lags: readonly number[]): number[] {
  return lags.map((lag) => {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += signal[i]! * signal[i + lag]!;
    return sum;
  });
}
