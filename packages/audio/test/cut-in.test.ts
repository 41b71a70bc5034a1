import { describe, expect, test } from 'vitest';
import { shiftWordTimes } from '../src/index.ts';
import { cutIn, wordRecording } from '../src/master/cut-in.ts';
import { estimateLoudness } from '../src/measure/loudness.ts';
import { sampleCount, slicePcm } from '../src/pcm.ts';
import { join, mono, silence, speechLike, stereo, tone } from './support/signals.ts';

const RATE = 24_000;
const at = (ms: number) => Math.round((ms * RATE) / 1_000);
/** 400 ms of speech at 200 Hz, 300 ms at 300 Hz, a pause of 200 ms, 400 ms at 200 Hz; the second is the word. */
const take = mono(
  join(
    tone({ hz: 200, dbfs: -20, seconds: 0.4 }, RATE),
    tone({ hz: 300, dbfs: -24, seconds: 0.3 }, RATE),
    silence(0.2, RATE),
    tone({ hz: 200, dbfs: -20, seconds: 0.4 }, RATE),
  ),
  RATE,
);
/** Engines count the pause as part of the word. */
const word = { start_ms: 400, end_ms: 900 };
const timesIn = (times: number[], spans: ReturnType<typeof cutIn>['spans']) =>
  shiftWordTimes(
    times.map((ms) => ({ start_ms: ms, end_ms: ms })),
    spans,
  ).map(({ end_ms }) => end_ms);
const recording = mono(tone({ hz: 1_000, dbfs: -3, seconds: 0.45 }, 48_000), 48_000);

describe('a recording that replaces a word', () => {
  const { pcm, spans } = cutIn(take, [{ ...word, recording }]);
  const [made = new Float32Array()] = pcm.channels;
  const [before = new Float32Array()] = take.channels;

  test('changes the duration by exactly the difference in length, and moves the later times by it', () => {
    expect(spans).toEqual([{ cut: 0, from_ms: 400, to_ms: 700, length_ms: 450 }]);
    expect(sampleCount(pcm)).toBe(sampleCount(take) + at(150));
    expect(timesIn([0, 400, 700, 900, 1_300], spans)).toEqual([0, 400, 850, 1_050, 1_450]);
  });

  test('leaves all samples outside the word unchanged, including the pause', () => {
    expect(made.subarray(0, at(400))).toEqual(before.subarray(0, at(400)));
    expect(made.subarray(at(850))).toEqual(before.subarray(at(700)));
  });

  test('matches the loudness of the word within 1.5 dB', () => {
    const replaced = estimateLoudness(slicePcm(take, at(400), at(700))) ?? 0;
    const played = estimateLoudness(slicePcm(pcm, at(400), at(850))) ?? 0;
    expect(Math.abs(played - replaced)).toBeLessThan(1.5);
  });

  test('makes no click: samples at the joints differ no more than those of the tones themselves', () => {
    const steps = (from: number, to: number) =>
      Math.max(
        ...Array.from({ length: to - from }, (_, i) => Math.abs(made[from + i + 1]! - made[from + i]!)),
      );
    const inside = steps(at(500), at(800));
    expect(steps(at(398), at(410))).toBeLessThan(inside * 1.3);
    expect(steps(at(838), at(849))).toBeLessThan(inside * 1.3);
  });
});

test('several recordings keep their order and the channels of the take, and overlapping ones are skipped', () => {
  const speech = stereo(speechLike(2, RATE), RATE);
  const cuts = [
    { start_ms: 1_200, end_ms: 1_500, recording },
    { start_ms: 200, end_ms: 500, recording },
    { start_ms: 300, end_ms: 600, recording },
    { start_ms: 1_900, end_ms: 1_900, recording },
  ];
  const { pcm, spans } = cutIn(speech, cuts);
  expect(spans.map(({ cut }) => cut)).toEqual([1, 0]);
  const grown = spans.reduce((sum, { from_ms, to_ms, length_ms }) => sum + length_ms - (to_ms - from_ms), 0);
  expect(pcm.channels.map(({ length }) => length)).toEqual([at(2_000 + grown), at(2_000 + grown)]);
  expect(timesIn([2_000], spans)).toEqual([Math.round(2_000 + grown)]);
});

test('silence around a recording is trimmed; a silent recording or one longer than a word is an error', () => {
  const around = (seconds: number) =>
    stereo(join(silence(0.5, RATE), tone({ hz: 300, dbfs: -20, seconds }, RATE), silence(0.5, RATE)), RATE);
  const { channels } = wordRecording(around(0.4));
  expect(channels.map(({ length }) => length)).toEqual([at(440)]);
  expect(() => wordRecording(around(11))).toThrow('longer than');
  expect(() => wordRecording(mono(silence(1, RATE), RATE))).toThrow('silent');
});
