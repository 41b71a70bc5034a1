import type { Pcm } from '../../src/index.ts';
import { resample } from '../../src/signal/resample.ts';

/**
 * A second meter, written only from ITU-R BS.1770-4: everything at 48 kHz with the coefficients of the
 * standard, and blocks cut by samples. It shares no code with the meter that mastering uses.
 */
const SHELF = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
};
const HIGH_PASS = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] };

export function integratedLufs(pcm: Pcm): number {
  const { channels } = resample(pcm, 48_000);
  const weighted = channels.map((channel) => biquad(biquad(Float64Array.from(channel), SHELF), HIGH_PASS));
  const powers: number[] = [];
  const length = channels[0]?.length ?? 0;
  for (let start = 0; start + 19_200 <= length; start += 4_800) {
    powers.push(
      weighted.reduce((sum, channel) => sum + meanSquare(channel.subarray(start, start + 19_200)), 0),
    );
  }
  const loud = powers.filter((power) => loudnessOf(power) > -70);
  const gate = loudnessOf(mean(loud)) - 10;
  return loudnessOf(mean(loud.filter((power) => loudnessOf(power) > gate)));
}

/** The mean loudness between the first and the last sample over -50 dBFS, without any gate. */
export function ungatedLufs(pcm: Pcm): number {
  const { channels } = resample(pcm, 48_000);
  const [first = new Float32Array(0)] = channels;
  const isLoud = (value: number) => Math.abs(value) > 10 ** (-50 / 20);
  const [from, to] = [first.findIndex(isLoud), first.findLastIndex(isLoud) + 1];
  const powers = channels.map((channel) =>
    meanSquare(biquad(biquad(Float64Array.from(channel), SHELF), HIGH_PASS).subarray(from, to)),
  );
  return loudnessOf(powers.reduce((sum, power) => sum + power, 0));
}

function biquad(input: Float64Array, { b, a }: { b: number[]; a: number[] }): Float64Array {
  const [b0 = 0, b1 = 0, b2 = 0] = b;
  const [a1 = 0, a2 = 0] = a;
  const output = new Float64Array(input.length);
  for (let i = 0; i < input.length; i++) {
    output[i] =
      b0 * (input[i] ?? 0) +
      b1 * (input[i - 1] ?? 0) +
      b2 * (input[i - 2] ?? 0) -
      a1 * (output[i - 1] ?? 0) -
      a2 * (output[i - 2] ?? 0);
  }
  return output;
}

const loudnessOf = (power: number) => -0.691 + 10 * Math.log10(power);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function meanSquare(samples: Float32Array | Float64Array): number {
  let sum = 0;
  for (const value of samples) sum += value * value;
  return sum / samples.length;
}

const PIECE = 2_048;
/** More samples than the filters reach, so that the ends of a piece are the same as in the whole signal. */
const AROUND = 128;

/**
 * The highest point of a wave after 8x oversampling with long filters. Between samples, speech rises by a few
 * dB, so pieces that stay 12 dB below the loudest sample are skipped.
 */
export function oversampledPeak({ channels, sampleRate }: Pcm): number {
  const peakOf = (samples: Float32Array) =>
    samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  const loudest = Math.max(...channels.map(peakOf));
  let peak = loudest;
  for (const channel of channels) {
    for (let start = 0; start < channel.length; start += PIECE) {
      if (peakOf(channel.subarray(start, start + PIECE)) < loudest / 4) continue;
      const piece = new Float32Array(PIECE + 2 * AROUND);
      const from = Math.max(0, start - AROUND);
      piece.set(channel.subarray(from, start + PIECE + AROUND), from - start + AROUND);
      const { channels: fine } = resample({ channels: [piece], sampleRate }, 8 * sampleRate);
      peak = Math.max(peak, ...fine.map((drawn) => peakOf(drawn.subarray(8 * AROUND, -8 * AROUND))));
    }
  }
  return 20 * Math.log10(peak);
}

export function rmsDbfs({ channels }: Pcm): number {
  return 10 * Math.log10(mean(channels.map(meanSquare)));
}

/** The level of the quietest half second, which is how audiobook platforms measure the noise floor. */
export function quietestDbfs({ channels, sampleRate }: Pcm): number {
  const [channel = new Float32Array(0)] = channels;
  const length = sampleRate / 2;
  let floor = 0;
  for (let start = 0; start + length <= channel.length; start += length / 10) {
    floor = Math.min(floor, 10 * Math.log10(meanSquare(channel.subarray(start, start + length))));
  }
  return floor;
}
