import { expect, test } from 'vitest';
import { decode, durationMs, encode, encodeWav } from '../src/index.ts';
import { speechPieces, speechWav } from '../src/measure/speech-pieces.ts';
import { resample } from '../src/signal/resample.ts';
import { createResampler } from '../src/signal/resampler.ts';
import { join, mono, silence, speechLike, stereo } from './support/signals.ts';

/** The output of `createResampler` for a signal that arrives in parts of `length` samples. */
function streamed(signal: Float32Array, [from, to]: [number, number], length: number): Float32Array {
  const parts: Float32Array[] = [];
  const resampler = createResampler(from, to, (samples) => parts.push(samples));
  for (let at = 0; at < signal.length; at += length) resampler.push(signal.subarray(at, at + length));
  resampler.end();
  return join(...parts);
}

test.each([
  [44_100, 16_000, 1_152],
  [48_000, 16_000, 4_096],
  [22_050, 16_000, 777],
  [8_000, 16_000, 50_000],
  [16_000, 16_000, 1_000],
])(
  'a stream of %i Hz resampled to %i Hz in parts of %i samples equals the result for the whole file',
  (from, to, length) => {
    const signal = speechLike(3.217, from);
    const whole = resample(mono(signal, from), to).channels[0] ?? new Float32Array();
    const parts = streamed(signal, [from, to], length);
    expect(parts.length).toBe(whole.length);
    const error = parts.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (whole[i] ?? 0))), 0);
    expect(error).toBeLessThan(1e-6);
  },
);

test('a long recording is split at its pauses without loss or overlap, and silent pieces are marked', async () => {
  const rate = 24_000;
  const phrase = speechLike(0.78, rate);
  const parts = [phrase, silence(0.4, rate), phrase, silence(0.4, rate), phrase, silence(2.2, rate), phrase];
  const pcm = stereo(join(...parts), rate);
  const bytes = await encode(pcm, { format: 'mp3', bitrate_kbps: 128 });
  const total = durationMs((await decode(bytes)).pcm);
  const pieces = await speechPieces(bytes, 1_500);
  expect(pieces[0]?.start_ms).toBe(0);
  expect(Math.abs((pieces.at(-1)?.end_ms ?? 0) - total)).toBeLessThanOrEqual(1);
  for (const [index, { start_ms, end_ms, wav }] of pieces.entries()) {
    if (index > 0) expect(start_ms).toBe(pieces[index - 1]?.end_ms);
    expect(end_ms - start_ms).toBeLessThanOrEqual(1_500);
    const { pcm: heard } = await decode(wav);
    expect([heard.sampleRate, heard.channels.length]).toEqual([16_000, 1]);
    expect(Math.abs(durationMs(heard) - (end_ms - start_ms))).toBeLessThanOrEqual(1);
  }
  // The middle of each pause after the first and the second phrase, and the silence after the third phrase.
  expect(pieces.map(({ silent }) => silent)).toContain(true);
  expect(Math.abs((pieces[0]?.end_ms ?? 0) - 980)).toBeLessThan(120);
});

test('speech without a pause is split at its quietest point', async () => {
  const rate = 16_000;
  const signal = Float32Array.from({ length: 5 * rate }, (_, i) => {
    const dip = Math.abs(i - 1.6 * rate) < 400 ? 0.05 : 0.3;
    return dip * Math.sin((2 * Math.PI * 200 * i) / rate);
  });
  const pieces = await speechPieces(encodeWav(mono(signal, rate)), 2_000);
  expect(Math.abs((pieces[0]?.end_ms ?? 0) - 1_600)).toBeLessThan(40);
  expect(pieces.every(({ silent }) => !silent)).toBe(true);
});

test('audio sent to a scoring endpoint is 16 kHz mono WAV', async () => {
  const { pcm } = await decode(speechWav(stereo(speechLike(1, 44_100), 44_100)));
  expect([pcm.sampleRate, pcm.channels.length, durationMs(pcm)]).toEqual([16_000, 1, 1_000]);
});

test('a file without audio or a damaged one is rejected with a readable message', async () => {
  const text = new TextEncoder().encode('{"no": "sound"}');
  await expect(speechPieces(text, 1_000)).rejects.toMatchObject({ code: 'unsupported' });
});
