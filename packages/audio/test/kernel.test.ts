import { describe, expect, test } from 'vitest';
import { toInt16 } from '../src/codecs/wav/wav-encode.ts';
import { measureLoudness } from '../src/index.ts';
import { bytesToReserve, withKernelMemory } from '../src/kernel.ts';
import * as plain from './support/plain-loops.ts';
import { speechLike } from './support/signals.ts';

/** Lengths close to the block sizes of the kernel, and one second of speech. */
const LENGTHS = [1, 2, 7, 8, 9, 31, 441, 22_053];
const ROOM = 8 * bytesToReserve(400_000);
const speech = speechLike(2, 22_050);

const part = (length: number): Float32Array => speech.slice(3_000, 3_000 + length);
/** Pseudo-random numbers. */
const table = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => Math.sin(7 * i * i + 1));

describe.each(LENGTHS)('with %i samples, the kernel matches a plain loop bit by bit', (length) => {
  const channel = part(length);

  test('when it doubles the sample rate', () => {
    const [even, odd] = [table(80), table(80).reverse()];
    const output = withKernelMemory(ROOM, (kernel) => {
      const taps = kernel.place(Float64Array.from({ length: 160 }, (_, i) => (i % 2 ? odd : even)[i >> 1]!));
      const doubled = kernel.floats(2 * length + 16);
      const padded = kernel.place(kernel.doubles(length + 168));
      kernel.doubleRate(kernel.place(channel), length, padded, taps, 80, kernel.place(doubled));
      return doubled.slice(0, 2 * length);
    });
    expect(output).toEqual(plain.doubleRate(channel, even, odd));
  });

  test('when it finds the highest true peak, and all true peaks over a limit', () => {
    const taps = table(36);
    const overshoot = 12;
    const peaks = plain.peaksFrom(channel, taps);
    const limit = peaks.reduce((most, peak) => Math.max(most, peak), 0) / 2;
    const needed = new Float32Array(length).fill(1);
    peaks.forEach((peak, at) => {
      if (peak <= limit) return;
      for (const near of [at - 8, Math.max(0, at - 7)])
        if (near >= 0 && near < length) needed[near] = Math.min(needed[near]!, limit / peak);
    });
    withKernelMemory(ROOM, (kernel) => {
      const [at, table] = [kernel.place(channel), kernel.place(taps)];
      expect(kernel.largest(at, length)).toBe(plain.largest(channel));
      expect(kernel.peaksOver(at, length, 0, table, overshoot, 0)).toBe(2 * limit);
      const gains = kernel.floats(length).fill(1);
      kernel.peaksOver(at, length, limit, table, overshoot, kernel.place(gains));
      expect(gains.slice()).toEqual(needed);
    });
  });

  test('when it smooths and applies gains', () => {
    const needed = channel.map((value) => Math.min(1, 0.1 / Math.abs(value)));
    const expected = plain.smoothGains(needed, 176, 0.001);
    withKernelMemory(ROOM, (kernel) => {
      const [smooth, made] = [kernel.floats(length), kernel.floats(length)];
      kernel.smoothGains(kernel.place(needed), length, 176, 0.001, kernel.place(smooth));
      expect(smooth.slice()).toEqual(expected);
      made.set(channel);
      kernel.multiply(kernel.place(made), length, kernel.place(smooth));
      expect(made.slice()).toEqual(channel.map((value, i) => value * expected[i]!));
      kernel.scale(kernel.place(made), length, 1.2345);
      expect(made.slice()).toEqual(channel.map((value, i) => Math.fround(value * expected[i]!) * 1.2345));
    });
  });

  test('when it rounds to 16 bits', () => {
    const loud = channel.map((value) => 40 * value);
    const shorts = withKernelMemory(ROOM, (kernel) => {
      const output = kernel.place(kernel.floats(length + 8));
      kernel.toInt16(kernel.place(loud), length, output, 4);
      return new Int16Array(kernel.memory.buffer, output, 2 * length).filter((_, i) => i % 2 === 0);
    });
    expect([...shorts]).toEqual([...loud].map(toInt16));
  });
});

test.each([22_050, 44_100, 8_000])('at %i Hz, the frame sums match a plain loop bit by bit', (sampleRate) => {
  const frames = Math.floor((100 * speech.length) / sampleRate) - 1;
  const filters = Float64Array.of(1.5, -2.7, 1.2, -1.6, 0.7, -1.99, 0.99);
  withKernelMemory(ROOM, (kernel) => {
    const channel = kernel.place(speech);
    const sums = kernel.doubles(frames).fill(0);
    kernel.addSquares(channel, sampleRate, frames, kernel.place(sums));
    expect(sums.slice()).toEqual(plain.squares(speech, sampleRate, frames));
    sums.fill(0);
    kernel.addWeighted(channel, sampleRate, frames, kernel.place(filters), 1, kernel.place(sums));
    expect(sums.slice()).toEqual(plain.weighted(speech, { sampleRate, frames, filters }));
  });
});

test('the pitch sums match a plain loop bit by bit', () => {
  withKernelMemory(ROOM, (kernel) => {
    const means = kernel.doubles(2_000);
    kernel.decimate(kernel.place(speech), 2_000, 5, kernel.place(means));
    const expected = Float64Array.from({ length: 2_000 }, (_, i) => {
      return speech.subarray(5 * i, 5 * i + 5).reduce((sum, value) => sum + value, 0) / 5;
    });
    expect(means.slice()).toEqual(expected);
    const sums = kernel.doubles(40);
    kernel.correlate(kernel.place(means), 400, 22, 27, kernel.place(sums));
    const lags = Array.from({ length: 27 }, (_, i) => 22 + i);
    expect([...sums.slice(0, 27)]).toEqual(plain.correlations(expected, 400, lags));
  });
});

test('an inner call that does not fit into memory fails, and the outer call keeps its arrays', () => {
  const outer = withKernelMemory(bytesToReserve(4_000), (kernel) => {
    const kept = kernel.floats(1_000).fill(1);
    expect(() => withKernelMemory(2 ** 29, () => undefined)).toThrow('no room');
    return kept.slice();
  });
  expect(outer).toEqual(new Float32Array(1_000).fill(1));
});

test('a call cannot allocate more memory than it requested', () => {
  withKernelMemory(bytesToReserve(4_000), (kernel) => {
    kernel.floats(1_000);
    expect(() => kernel.floats(1)).toThrow('no room');
  });
});

test('audio that exactly fills newly allocated memory pages is measured', () => {
  withKernelMemory(2 ** 27, () => undefined);
  const pcm = { channels: [new Float32Array(48_784).fill(0.1)], sampleRate: 48_000 };
  expect(measureLoudness(pcm).lufs).toBeLessThan(0);
});

test('the memory for long audio is released', () => {
  const before = withKernelMemory(0, ({ memory }) => memory.buffer.byteLength);
  withKernelMemory(2 ** 27, () => undefined);
  expect(withKernelMemory(0, ({ memory }) => memory.buffer.byteLength)).toBeLessThanOrEqual(before);
});
