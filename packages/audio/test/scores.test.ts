import { describe, expect, test } from 'vitest';
import { type AudioMetrics, scoreLoudness, scoreNoise, scorePacing } from '../src/index.ts';
import { measureMetrics } from '../src/measure/metrics.ts';
import type { PacingMeasure } from '../src/score/score-pacing.ts';
import { join, mono, silence, speechLike } from './support/signals.ts';

describe('noise', () => {
  const config = {
    threshold: 85,
    noise_floor_max_dbfs: -50,
    max_clipped_runs: 0,
    max_silence_ratio: 0.5,
    max_lead_silence_ms: 1000,
    max_tail_silence_ms: 1500,
    max_inner_silence_ms: 2000,
    check_truncated_end: true,
    check_clicks: true,
  };
  const clean = measureMetrics(mono(join(speechLike(3, 16_000), silence(0.1, 16_000)), 16_000));
  const scored = (change: Partial<AudioMetrics>, configChange = {}) =>
    scoreNoise({ ...clean, ...change }, { ...config, ...configChange });

  test('clean speech scores 100, with its measurements', () => {
    const result = scored({});
    expect(result).toMatchObject({ score: 100, status: 'pass', reason: null });
    expect(result.evidence).toMatchObject({ clipped_runs: 0, truncated_end: 0 });
    expect(result.evidence).not.toHaveProperty('noise_floor_dbfs');
  });

  const defects: [string, Partial<AudioMetrics>, number, string][] = [
    ['one clipped place', { clipped_runs: 1 }, 76, 'Clipped in 1'],
    ['many clipped places', { clipped_runs: 50 }, 0, 'Clipped in 50'],
    ['a click', { clicks: 1, clicks_from_ms: 0, clicks_to_ms: 20 }, 60, 'A click is audible'],
    ['three clicks', { clicks: 3 }, 0, '3 clicks are audible'],
    ['a noise floor 10 dB too high', { noise_floor_dbfs: -40 }, 40, 'noise floor of -40.0'],
    ['a late start', { lead_silence_ms: 2000 }, 40, 'before the speech'],
    ['a long tail', { tail_silence_ms: 4000 }, 0, 'after the speech'],
    ['a long pause', { longest_inner_silence_ms: 2300 }, 72, 'longest pause'],
    ['mostly silence', { silence_ratio: 0.75 }, 40, '75 %'],
    ['a cut end', { truncated_end: true }, 50, 'cut off'],
    ['silence throughout', { silent: true }, 0, 'silent'],
  ];
  test.each(defects)('%s fails with its documented score', (_name, change, score, reason) => {
    const result = scored(change);
    expect(result.status).toBe('fail');
    expect(result.score).toBeCloseTo(score, 1);
    expect(result.reason).toContain(reason);
  });

  test('the worst defect decides the score, and the reason names every defect', () => {
    const result = scored({ clipped_runs: 1, truncated_end: true });
    expect(result.score).toBe(50);
    expect(result.reason).toMatch(/Clipped.*cut off/);
  });

  test('a value exactly at its limit costs nothing', () => {
    expect(scored({ lead_silence_ms: 1000, noise_floor_dbfs: -50, silence_ratio: 0.5 }).score).toBe(100);
  });

  test('up to half of a short take may be silence', () => {
    expect(scored({ silence_ratio: 0.6, duration_ms: 700 }).score).toBe(100);
  });

  test('clicks of a check that ignores them cost nothing', () => {
    expect(scored({ clicks: 2 }, { check_clicks: false })).toMatchObject({ score: 100, reason: null });
  });

  test('the check for cut-off ends can be disabled', () => {
    expect(scored({ truncated_end: true }, { check_truncated_end: false }).status).toBe('pass');
  });

  test('a suspected cut-off counts unless the last words were transcribed', () => {
    const cut = { ...clean, truncated_end: true };
    expect(scoreNoise(cut, config, { missing_words: 0 })).toMatchObject({ score: 100, reason: null });
    const confirmed = scoreNoise(cut, config, { missing_words: 2 });
    expect(confirmed).toMatchObject({ score: 0, status: 'fail', evidence: { missing_end_words: 2 } });
    expect(confirmed.reason).toBe(
      'The audio stops at speech level and its last 2 words were not transcribed: its end is cut off.',
    );
    // A missing end that no check suspected does not lower the noise score.
    expect(scoreNoise(clean, config, { missing_words: 2 }).score).toBe(100);
  });

  test('a lower threshold passes a small defect but still reports it', () => {
    expect(scored({ clipped_runs: 1 }, { threshold: 70 })).toMatchObject({
      status: 'pass',
      reason: expect.stringContaining('Clipped'),
    });
  });
});

describe('loudness', () => {
  const config = { threshold: 85, target_lufs: -16, tolerance_lu: 1, max_true_peak_dbtp: -1 };
  const scored = (lufs: number | null, true_peak_dbtp: number | null = -3) =>
    scoreLoudness({ lufs, true_peak_dbtp, loudness_method: lufs === null ? 'none' : 'integrated' }, config);

  test.each([
    [-16, 100, 'pass'],
    [-15.5, 92.5, 'pass'],
    [-17, 85, 'pass'],
    [-18, 70, 'fail'],
    [-30, 0, 'fail'],
  ])('%f LUFS scores %f: %s', (lufs, score, status) => {
    expect(scored(lufs)).toMatchObject({ score, status });
  });

  test('a peak at its limit passes, and a peak over it fails', () => {
    expect(scored(-16, -0.97)).toMatchObject({ score: 100, status: 'pass' });
    expect(scored(-16, 0)).toMatchObject({
      score: 60,
      status: 'fail',
      reason: expect.stringContaining('0.0 dBTP'),
    });
  });

  test('speech that cannot be measured is unscored with the reason', () => {
    expect(scored(null)).toMatchObject({
      score: null,
      status: 'unscored',
      reason: expect.stringContaining('too short'),
    });
  });
});

describe('pacing', () => {
  const config = {
    threshold: 85,
    min_syllables_per_second: null,
    max_syllables_per_second: null,
    enforce_max_duration: true,
  };
  const line: PacingMeasure = {
    syllables: 20,
    speech_ms: 4000,
    duration_ms: 4500,
    max_duration_ms: null,
    locale: 'en-us',
  };
  const scored = (change: Partial<PacingMeasure>, configChange = {}) =>
    scorePacing({ ...line, ...change }, { ...config, ...configChange });

  test('an ordinary rate scores 100', () => {
    expect(scored({})).toMatchObject({ score: 100, status: 'pass', reason: null });
    expect(scored({}).evidence).toMatchObject({ syllables_per_second: 5, min_syllables_per_second: 4 });
  });

  test('each percent outside of the normal range costs two points', () => {
    expect(scored({ syllables: 26, speech_ms: 3636 })).toMatchObject({ score: 80, status: 'fail' });
    expect(scored({ syllables: 20, speech_ms: 12_000 })).toMatchObject({
      score: 0,
      status: 'fail',
      reason: expect.stringContaining('slower than 4'),
    });
  });

  test('the normal range depends on the language', () => {
    expect(scored({ syllables: 32 }).status).toBe('fail');
    expect(scored({ syllables: 32, locale: 'es-MX' }).status).toBe('pass');
    expect(scored({ syllables: 32, locale: 'ja_jp' }).status).toBe('pass');
  });

  test('the normal range is wider for short lines; a range set in the node is not', () => {
    const short = { syllables: 7, speech_ms: 2100 };
    expect(scored(short)).toMatchObject({ score: 100, evidence: { min_syllables_per_second: 3.2 } });
    expect(scored(short, { min_syllables_per_second: 4 }).status).toBe('fail');
  });

  test('a range set in the node overrides the normal range', () => {
    expect(scored({ syllables: 32 }, { max_syllables_per_second: 9 }).status).toBe('pass');
  });

  test('an unknown language is unscored, unless the node gives a range', () => {
    expect(scored({ locale: 'xh-za' })).toMatchObject({
      score: null,
      status: 'unscored',
      reason: expect.stringContaining('xh-za'),
    });
    expect(scored({ locale: 'xh-za' }, { max_syllables_per_second: 6 })).toMatchObject({ score: 100 });
    expect(scored({ locale: 'constructor' }).status).toBe('unscored');
  });

  test.each([
    ['uncounted syllables', { syllables: null }, 'could not be counted'],
    ['a single word', { syllables: 1, speech_ms: 500 }, 'too short'],
    ['no speech', { speech_ms: 0 }, 'no speech'],
  ])('%s: unscored with the reason', (_name, change, reason) => {
    expect(scored(change)).toMatchObject({
      score: null,
      status: 'unscored',
      reason: expect.stringContaining(reason),
    });
  });

  test('a line over its maximum duration fails, even if the rate is unknown', () => {
    const late = { duration_ms: 5500, max_duration_ms: 5000 };
    expect(scored(late)).toMatchObject({
      score: 60,
      status: 'fail',
      reason: expect.stringContaining('5000 ms'),
    });
    expect(scored({ ...late, syllables: null })).toMatchObject({ score: 60, status: 'fail' });
    expect(scored(late, { enforce_max_duration: false }).status).toBe('pass');
  });
});
