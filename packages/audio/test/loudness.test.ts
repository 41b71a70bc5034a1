import { describe, expect, test } from 'vitest';
import { measureLoudness } from '../src/index.ts';
import { kWeightingFilters } from '../src/measure/k-weighting.ts';
import { join, mono, silence, stereo, type Tone, tone } from './support/signals.ts';

// EBU Tech 3341 (2023), table 1, test signals 1 to 5: stereo sines of 1000 Hz, integrated loudness +-0.1 LU.
const step = (dbfs: number, seconds: number): Tone => ({ hz: 1000, dbfs, seconds });
const CASES: { name: string; steps: Tone[]; lufs: number }[] = [
  { name: '1', steps: [step(-23, 20)], lufs: -23 },
  { name: '2', steps: [step(-33, 20)], lufs: -33 },
  { name: '3', steps: [step(-36, 10), step(-23, 60), step(-36, 10)], lufs: -23 },
  {
    name: '4',
    steps: [step(-72, 10), step(-36, 10), step(-23, 60), step(-36, 10), step(-72, 10)],
    lufs: -23,
  },
  { name: '5', steps: [step(-26, 20), step(-20, 20.1), step(-26, 20)], lufs: -23 },
];

describe.each([48_000, 44_100, 24_000, 22_050, 16_000, 8_000])('at %i Hz', (sampleRate) => {
  test.each(CASES)('EBU Tech 3341 case $name measures $lufs LUFS within 0.1 LU', ({ steps, lufs }) => {
    const signal = stereo(join(...steps.map((part) => tone(part, sampleRate))), sampleRate);
    const loudness = measureLoudness(signal);
    expect(loudness.method).toBe('integrated');
    expect(Math.abs((loudness.lufs ?? 0) - lufs)).toBeLessThanOrEqual(0.1);
  });

  // Cases 7 and 8 are recordings, and 9 to 14 test momentary meters. This test can use neither.
  test.each([
    { layout: '5.0', levels: [-28, -28, -24, -30, -30] },
    { layout: '5.1 with a silent low channel', levels: [-28, -28, -24, -200, -30, -30] },
  ])('EBU Tech 3341 case 6 in $layout measures -23 LUFS within 0.1 LU', ({ levels }) => {
    const channels = levels.map((dbfs) => tone(step(dbfs, 20), sampleRate));
    const { lufs } = measureLoudness({ channels, sampleRate });
    expect(Math.abs((lufs ?? 0) + 23)).toBeLessThanOrEqual(0.1);
  });
});

test('the filters at 48 kHz match those printed in ITU-R BS.1770-4, tables 1 and 2', () => {
  const [shelf, highPass] = kWeightingFilters(48_000);
  expect(shelf.b0).toBeCloseTo(1.53512485958697, 8);
  expect(shelf.b1).toBeCloseTo(-2.69169618940638, 8);
  expect(shelf.b2).toBeCloseTo(1.19839281085285, 8);
  expect(shelf.a1).toBeCloseTo(-1.69065929318241, 8);
  expect(shelf.a2).toBeCloseTo(0.73248077421585, 8);
  expect(highPass.a1).toBeCloseTo(-1.99004745483398, 8);
  expect(highPass.a2).toBeCloseTo(0.99007225036621, 8);
});

test('speech under 3 seconds is measured without the gate, without the silence around it', () => {
  const clip = join(silence(2, 48_000), tone(step(-20, 1.5), 48_000), silence(2, 48_000));
  const loudness = measureLoudness(mono(clip, 48_000));
  expect(loudness.method).toBe('ungated');
  // A mono sine of 1 kHz reads 3.01 LU below its peak level.
  expect(loudness.lufs).toBeCloseTo(-23.01, 1);
  // Half-silent blocks stay above the gates, so a meter shows less.
  expect(loudness.integrated_lufs).toBeGreaterThan(-26);
  expect(loudness.integrated_lufs).toBeLessThan(-23.3);
});

test('speech under 0.4 seconds has no loudness except the one that a meter shows for the whole file', () => {
  const clip = join(silence(1, 16_000), tone(step(-20, 0.3), 16_000), silence(1, 16_000));
  expect(measureLoudness(mono(clip, 16_000))).toEqual({
    // Six blocks hold a quarter to three quarters of the tone, one half of its power on average.
    ...{ lufs: null, method: 'none' },
    integrated_lufs: expect.closeTo(-26, 0),
  });
});

test('silence has no loudness', () => {
  const none = { lufs: null, method: 'none', integrated_lufs: null };
  expect(measureLoudness(mono(silence(5, 16_000), 16_000))).toEqual(none);
  expect(measureLoudness(mono(new Float32Array(0), 16_000))).toEqual(none);
});

test('long pauses do not lower the gated loudness', () => {
  const voice = tone(step(-20, 4), 24_000);
  const dense = measureLoudness(mono(join(voice, voice), 24_000));
  const sparse = measureLoudness(mono(join(voice, silence(20, 24_000), voice), 24_000));
  expect(Math.abs((dense.lufs ?? 0) - (sparse.lufs ?? 0))).toBeLessThan(0.3);
});
