import { describe, expect, test } from 'vitest';
import { measureTruePeak } from '../src/index.ts';
import { fadeEdges } from '../src/master/master.ts';
import { mono, silence, stereo, tone } from './support/signals.ts';

// EBU Tech 3341 (2023), table 1, test signals 15 to 19: true peak within +0.2 / -0.4 dB.
const CASES = [
  { name: '15', divisor: 4, phaseDegrees: 0, amplitude: 0.5, dbtp: -6 },
  { name: '16', divisor: 4, phaseDegrees: 45, amplitude: 0.5, dbtp: -6 },
  { name: '17', divisor: 6, phaseDegrees: 60, amplitude: 0.5, dbtp: -6 },
  { name: '18', divisor: 8, phaseDegrees: 67.5, amplitude: 0.5, dbtp: -6 },
  { name: '19', divisor: 4, phaseDegrees: 45, amplitude: 1.41, dbtp: 3 },
];

describe.each([48_000, 44_100, 24_000, 22_050, 16_000, 8_000])('at %i Hz', (sampleRate) => {
  test.each(CASES)(
    'EBU Tech 3341 case $name measures $dbtp dBTP',
    ({ divisor, phaseDegrees, amplitude, dbtp }) => {
      const dbfs = 20 * Math.log10(amplitude);
      const signal = tone({ hz: sampleRate / divisor, dbfs, seconds: 1, phaseDegrees }, sampleRate);
      // Faded, because a tone that starts in the middle of a cycle begins with a step, which overshoots.
      const peak = measureTruePeak(fadeEdges(stereo(signal, sampleRate), 20)) ?? 0;
      expect(peak).toBeLessThanOrEqual(dbtp + 0.2);
      expect(peak).toBeGreaterThanOrEqual(dbtp - 0.4);
    },
  );

  test.each([0, 1, 2, 3])(
    'a short swell between samples measures 0 dBTP, as in EBU Tech 3341 cases 20 to 23, at offset %i',
    (offset) => {
      const peak = measureTruePeak(mono(swell(sampleRate, offset), sampleRate)) ?? 0;
      expect(peak).toBeLessThanOrEqual(0.2);
      expect(peak).toBeGreaterThanOrEqual(-0.4);
    },
  );
});

/**
 * A sine of a sixth of the sample rate at half scale, which rises to full scale for a moment. Every fourth
 * sample of a signal at four times the rate is kept. With offset 2, the peak lies exactly between two
 * samples.
 */
function swell(sampleRate: number, offset: number): Float32Array {
  const crest = sampleRate * 2;
  return Float32Array.from({ length: sampleRate }, (_, i) => {
    const distance = i * 4 + offset - crest;
    const level = 0.5 + 0.5 * Math.exp(-((distance / 160) ** 2));
    return level * Math.cos((2 * Math.PI * distance) / 24);
  });
}

test('the true peak is never below the largest sample', () => {
  const click = silence(0.1, 16_000);
  click[800] = 0.7;
  expect(measureTruePeak(mono(click, 16_000))).toBeGreaterThanOrEqual(20 * Math.log10(0.7) - 1e-6);
});

test('a peak between two samples measures the same at every position in a file', () => {
  const places = Array.from({ length: 60 }, (_, place) => {
    const pair = new Float32Array(61);
    pair.fill(0.5, place, place + 2);
    return measureTruePeak(mono(pair, 16_000)) ?? 0;
  });
  for (const peak of places) expect(peak).toBeCloseTo(places[30] ?? 0, 9);
  expect(places[30]).toBeGreaterThan(20 * Math.log10(0.6));
});

test('digital silence has no peak', () => {
  expect(measureTruePeak(mono(silence(1, 16_000), 16_000))).toBeNull();
});
