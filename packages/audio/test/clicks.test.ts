import { expect, test } from 'vitest';
import { measureLoudness, scoreNoise } from '../src/index.ts';
import { findSpeechSamples } from '../src/master/master.ts';
import { measureMetrics } from '../src/measure/metrics.ts';
import { join, mono, noise, silence, speechLike, tone } from './support/signals.ts';

const RATE = 22_050;
const CONFIG = {
  ...{ threshold: 85, noise_floor_max_dbfs: -50, max_clipped_runs: 0, max_silence_ratio: 0.5 },
  ...{ max_lead_silence_ms: 1_000, max_tail_silence_ms: 1_500, max_inner_silence_ms: 2_000 },
  ...{ check_truncated_end: true, check_clicks: true },
};

const voice = join(speechLike(1.4, RATE), silence(0.1, RATE));
const burst = (ms: number, dbfs: number) => tone({ hz: 1_000, dbfs, seconds: ms / 1_000 }, RATE);
const gap = (ms: number) => silence(ms / 1_000, RATE);
const audio = (...parts: Float32Array[]) => mono(join(...parts), RATE);
const score = (...parts: Float32Array[]) => scoreNoise(measureMetrics(audio(...parts)), CONFIG);

test('a click of 20 ms, silence and then speech fail the noise check, which names the place', () => {
  const judge = score(burst(20, -4), gap(360), voice);
  expect(judge).toMatchObject({
    score: 60,
    status: 'fail',
    reason: 'A click is audible beside the speech.',
  });
  const [found] = judge.findings.filter(({ metric }) => metric === 'clicks');
  expect(found).toMatchObject({ value: 1, max: 0, passed: false, start_ms: 0 });
  expect(found?.end_ms).toBeGreaterThanOrEqual(20);
  expect(found?.end_ms).toBeLessThanOrEqual(30);
});

const pop = new Float32Array(20).fill(0.9);
const hiss = noise(0.02, RATE).map((value) => value * 0.3);
const PLACES: [string, Float32Array[]][] = [
  ['before the speech, softly', [gap(100), burst(10, -28), gap(200), voice]],
  ['before the speech, of one millisecond', [gap(50), pop, gap(300), voice]],
  ['before the speech, as noise', [gap(50), hiss, gap(300), voice]],
  ['shortly before the speech, loudly', [burst(20, -2), gap(80), voice]],
  ['after the speech', [voice, gap(300), burst(20, -10), gap(100)]],
  ['at the end of the file', [voice, gap(300), burst(20, -10)]],
  ['in a pause', [voice, gap(300), burst(20, -10), gap(300), voice]],
];

test.each(PLACES)('a click is seen %s', (_, parts) => {
  expect(score(...parts)).toMatchObject({ status: 'fail', evidence: { clicks: 1 } });
});

test('each click counts', () => {
  const twice = [burst(20, -10), gap(300), burst(20, -10), gap(300)];
  expect(score(...twice, voice)).toMatchObject({ score: 20, evidence: { clicks: 2 } });
});

test.each<[string, Float32Array[]]>([
  ['speech', [gap(100), voice]],
  ['a soft breath before it', [burst(40, -45), gap(300), voice]],
  ['a short word before a pause', [gap(50), burst(90, -14), gap(400), voice]],
  ['a released consonant at its end', [voice.subarray(0, 1.2 * RATE), gap(110), burst(20, -24), gap(100)]],
  ['an ejective at its beginning', [gap(50), burst(20, -20), gap(90), voice]],
  ['only a short sound', [gap(50), burst(30, -10), gap(200)]],
  ['silence', [gap(500)]],
])('%s is no click', (_, parts) => {
  expect(measureMetrics(audio(...parts)).clicks).toBe(0);
});

test.each(PLACES.slice(0, 6))('trimming removes a click %s', (_, parts) => {
  const pcm = audio(...parts);
  const { from, to } = findSpeechSamples(pcm);
  const rest = pcm.channels[0]?.slice(from, to) ?? new Float32Array();
  expect(measureMetrics(mono(rest, RATE)).clicks).toBe(0);
  expect((to - from) / RATE).toBeGreaterThan(1.2);
  expect((to - from) / RATE).toBeLessThan(1.56);
});

test('a click does not count as speech: neither its place nor its loudness', () => {
  const plain = audio(gap(380), voice);
  const clicked = audio(burst(20, -4), gap(360), voice);
  const [before, after] = [measureMetrics(plain), measureMetrics(clicked)];
  expect(after.speech_start_ms).toBe(before.speech_start_ms);
  expect(after.speech_ms).toBe(before.speech_ms);
  expect(measureLoudness(clicked).lufs).toBeCloseTo(measureLoudness(plain).lufs ?? Number.NaN, 1);
});
