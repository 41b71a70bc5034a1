import { describe, expect, test } from 'vitest';
import { cutAtPauses } from '../src/pieces.ts';

const RATE = 1_000;
const limits = { sample_rate: RATE, max_seconds: 28 };

/** Loud speech with silence at some seconds. */
function speech(seconds: number, pauses: readonly [from: number, to: number][] = []): Int16Array {
  const samples = Int16Array.from({ length: seconds * RATE }, (_, index) => (index % 2 ? 9_000 : -9_000));
  for (const [from, to] of pauses) samples.fill(0, from * RATE, to * RATE);
  return samples;
}

describe('cutAtPauses', () => {
  test('leaves short speech whole', () => {
    for (const seconds of [0, 5, 28])
      expect(cutAtPauses(speech(seconds), limits).map((piece) => piece.samples.length)).toEqual([
        seconds * RATE,
      ]);
  });

  test('cuts inside of the pauses near the ends of pieces', () => {
    const pauses: [number, number][] = [
      [10, 10.5],
      [24, 24.5],
      [45, 45.4],
    ];
    const starts = cutAtPauses(speech(60, pauses), limits).map(({ start }) => start / RATE);
    expect(starts).toHaveLength(3);
    expect(starts[1]).toBeGreaterThanOrEqual(24);
    expect(starts[1]).toBeLessThanOrEqual(24.5);
    expect(starts[2]).toBeGreaterThanOrEqual(45);
    expect(starts[2]).toBeLessThanOrEqual(45.4);
  });

  test.each([0, 1, 29, 61, 300])('loses no sample of %s seconds, and makes no piece too long', (seconds) => {
    const samples = Int16Array.from(speech(seconds), (sample, index) => sample + (index % 97));
    const pieces = cutAtPauses(samples, limits);
    let next = 0;
    for (const piece of pieces) {
      expect(piece.start).toBe(next);
      expect(piece.samples.length).toBeLessThanOrEqual(28 * RATE);
      next += piece.samples.length;
    }
    expect(next).toBe(samples.length);
    expect(pieces.flatMap((piece) => [...piece.samples])).toEqual([...samples]);
  });

  test('makes few pieces of silence', () => {
    expect(cutAtPauses(new Int16Array(56 * RATE), limits).length).toBeLessThanOrEqual(3);
  });
});
