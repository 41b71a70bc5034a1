import { describe, expect, test } from 'vitest';
import { decimalsToDistinguish, scorePacing } from '../src/index.ts';

test.each([
  [3.94, 4.06, 1],
  [3.94, 3.86, 2],
  [-14.0004, -14, 4],
  [0.30001, 0.3, 5],
  [2, 2, 6],
])('%d next to %d needs %d decimals', (value, limit, digits) => {
  expect(decimalsToDistinguish(value, limit)).toBe(digits);
});

describe('the reason of a check', () => {
  test('never shows the same number for a value and its limit', () => {
    const measure = {
      syllables: 20,
      speech_ms: 5_140,
      duration_ms: 5_200,
      max_duration_ms: null,
      locale: 'en-us',
    };
    const config = {
      ...{ threshold: 100, enforce_max_duration: false },
      ...{ min_syllables_per_second: 3.92, max_syllables_per_second: null },
    };
    const { reason } = scorePacing(measure, config);
    expect(reason).toContain('3.89 syllables per second is slower than 3.92.');
  });
});
