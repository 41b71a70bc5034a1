import { expect, test } from 'vitest';
import { fadeEdges, findSpeechSamples } from '../src/master/master.ts';
import { waveformPeaks } from '../src/measure/waveform.ts';
import { convertChannels, sampleCount } from '../src/pcm.ts';
import { join, mono, silence, stereo, tone } from './support/signals.ts';

const RATE = 24_000;
const voice = tone({ hz: 300, dbfs: -12, seconds: 1 }, RATE);

test('trimming keeps the speech and a short margin on each side', () => {
  const { from, to } = findSpeechSamples(mono(join(silence(0.8, RATE), voice, silence(0.6, RATE)), RATE));
  expect(from).toBeLessThanOrEqual(0.8 * RATE);
  expect(to).toBeGreaterThanOrEqual(1.8 * RATE);
  expect(to - from).toBeLessThanOrEqual(1.06 * RATE);
});

test('trimming keeps the breaks before and after the speech', () => {
  const pcm = mono(join(silence(2.5, RATE), voice, silence(3, RATE)), RATE);
  const { from, to } = findSpeechSamples(pcm, { lead_ms: 2_000, tail_ms: 1_500 });
  expect(from / RATE).toBeCloseTo(0.5, 1);
  expect(to / RATE).toBeCloseTo(5, 1);
});

test('trimming leaves silent audio unchanged', () => {
  const pcm = mono(silence(1, RATE), RATE);
  expect(findSpeechSamples(pcm)).toEqual({ from: 0, to: RATE });
});

test('fades begin and end at zero and leave the middle unchanged', () => {
  const pcm = mono(new Float32Array(2_400).fill(0.5), RATE);
  const [faded] = fadeEdges(pcm, 10).channels;
  expect(faded![0]).toBe(0);
  expect(faded!.at(-1)).toBe(0);
  expect(faded![120]).toBeCloseTo(0.25, 5);
  expect(faded![1_200]).toBe(0.5);
  expect(pcm.channels[0]![0]).toBe(0.5);
});

test('a fade longer than the audio is shortened', () => {
  const [faded] = fadeEdges(mono(new Float32Array(10).fill(1), RATE), 1000).channels;
  expect(Math.max(...faded!)).toBeGreaterThan(0.5);
});

test('mono becomes two equal channels, and stereo is averaged to mono', () => {
  expect(convertChannels(mono(voice, RATE), 2).channels).toEqual([voice, voice]);
  const sides = { channels: [Float32Array.of(1, 0), Float32Array.of(0, 1)], sampleRate: RATE };
  expect([...convertChannels(sides, 1).channels[0]!]).toEqual([0.5, 0.5]);
});

test('six channels are downmixed to two', () => {
  const surround = { channels: Array.from({ length: 6 }, () => voice), sampleRate: RATE };
  const mixed = convertChannels(surround, 2);
  expect(mixed.channels).toHaveLength(2);
  expect(mixed.channels[1]![100]).toBeCloseTo(voice[100]!, 5);
});

test('a waveform has the requested number of levels, from 0 to 255', () => {
  const peaks = waveformPeaks(stereo(join(silence(1, RATE), new Float32Array(RATE).fill(-1)), RATE), 10);
  expect(peaks).toEqual([0, 0, 0, 0, 0, 255, 255, 255, 255, 255]);
});

test('a waveform of very short audio still has all its levels', () => {
  expect(waveformPeaks(mono(Float32Array.of(0.5, 1), RATE), 4)).toEqual([128, 128, 255, 255]);
  expect(waveformPeaks(mono(new Float32Array(0), RATE), 3)).toEqual([0, 0, 0]);
});

test('audio over full scale stays within the range of a waveform', () => {
  const pcm = mono(Float32Array.of(4, -4), RATE);
  expect(sampleCount(pcm)).toBe(2);
  expect(waveformPeaks(pcm, 1)).toEqual([255]);
});
