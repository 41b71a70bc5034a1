import { expect, test } from 'vitest';
import { measureMetrics } from '../src/measure/metrics.ts';
import { join, mono, noise, silence, speechLike, tone } from './support/signals.ts';

const RATE = 22_050;
const voice = (seconds: number, dbfs = -12) => tone({ hz: 300, dbfs, seconds }, RATE);
const measure = (...parts: Float32Array[]) => measureMetrics(mono(join(...parts), RATE));

test('silence before, inside and after the speech is measured within 10 ms', () => {
  const metrics = measure(silence(0.5, RATE), voice(1), silence(0.7, RATE), voice(1), silence(0.25, RATE));
  expect(metrics.duration_ms).toBe(3450);
  expect(Math.abs(metrics.lead_silence_ms - 500)).toBeLessThanOrEqual(10);
  expect(Math.abs(metrics.longest_inner_silence_ms - 700)).toBeLessThanOrEqual(10);
  expect(Math.abs(metrics.tail_silence_ms - 250)).toBeLessThanOrEqual(10);
  expect(Math.abs(metrics.speech_ms - 2000)).toBeLessThanOrEqual(20);
  expect(metrics.silence_ratio).toBeCloseTo(1.45 / 3.45, 1);
  expect(metrics.silent).toBe(false);
});

test('a quiet voice is not detected as silence', () => {
  const metrics = measure(silence(0.5, RATE), voice(1, -45), silence(0.5, RATE));
  expect(Math.abs(metrics.speech_end_ms - metrics.speech_start_ms - 1000)).toBeLessThanOrEqual(20);
});

test('short gaps belong to the speech, pauses do not', () => {
  expect(measure(voice(0.5), silence(0.1, RATE), voice(0.5)).speech_ms).toBe(1100);
  expect(measure(voice(0.5), silence(0.3, RATE), voice(0.5)).speech_ms).toBeCloseTo(1000, -2);
});

test('clipping is counted in runs, and a single peak at full scale is not clipping', () => {
  const clipped = voice(0.5, 0).map((value) => Math.max(-1, Math.min(1, value * 1.5)));
  expect(measure(clipped).clipped_runs).toBe(300);
  const touching = voice(0.5);
  touching[1000] = 1;
  touching[1001] = 1;
  expect(measure(touching).clipped_runs).toBe(0);
});

test('the noise floor is the level of the quiet parts', () => {
  const hiss = noise(3, RATE).map((value) => value * 10 ** (-50 / 20));
  const metrics = measure(
    join(silence(1, RATE), voice(1), silence(1, RATE)).map((value, i) => value + hiss[i]!),
  );
  // Uniform noise has an RMS of 4.8 dB below its peak.
  expect(metrics.noise_floor_dbfs).toBeCloseTo(-54.8, 0);
});

test('digital silence has no noise floor', () => {
  expect(measure(silence(1, RATE), voice(1)).noise_floor_dbfs).toBeNull();
});

test('audio that ends at speech level may be cut off', () => {
  expect(measure(speechLike(2.35, RATE)).truncated_end).toBe(true);
  expect(measure(speechLike(2.35, RATE), silence(0.1, RATE)).truncated_end).toBe(false);
});

test('audio without speech is silent from start to end', () => {
  const metrics = measure(silence(1, RATE));
  expect(metrics).toMatchObject({ silent: true, speech_ms: 0, lead_silence_ms: 1000, tail_silence_ms: 1000 });
  expect(metrics).toMatchObject({ silence_ratio: 1, speech_level_dbfs: null, sample_peak_dbfs: null });
});

test('audio shorter than one frame is measured without an error', () => {
  expect(measure(voice(0.004))).toMatchObject({ duration_ms: 4, silent: true, clipped_runs: 0 });
});
