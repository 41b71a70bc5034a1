import { expect, test } from 'vitest';
import { resample } from '../src/signal/resample.ts';
import { mono, tone } from './support/signals.ts';

/** RMS in dBFS, without the edges where the filter rings. */
function inner(channel: Float32Array): number {
  const middle = channel.subarray(2_000, channel.length - 2_000);
  return 10 * Math.log10(middle.reduce((sum, value) => sum + value * value, 0) / middle.length);
}

function difference(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value - (b[i] ?? 0));
}

test.each([
  { from: 48_000, to: 16_000, hz: 10_000 },
  { from: 48_000, to: 22_050, hz: 12_500 },
  { from: 44_100, to: 8_000, hz: 5_000 },
])('a tone of $hz Hz leaves no alias when resampled from $from to $to', ({ from, to, hz }) => {
  const converted = resample(mono(tone({ hz, dbfs: 0, seconds: 1 }, from), from), to);
  expect(inner(converted.channels[0]!)).toBeLessThan(-90);
});

test.each([
  [22_050, 48_000],
  [22_050, 44_100],
  [48_000, 16_000],
  [44_100, 48_000],
  [24_000, 22_050],
])('a tone of 1 kHz is preserved from %i to %i Hz', (from, to) => {
  const converted = resample(mono(tone({ hz: 1000, dbfs: -6, seconds: 1 }, from), from), to);
  const ideal = tone({ hz: 1000, dbfs: -6, seconds: 1 }, to);
  expect(converted.channels[0]).toHaveLength(ideal.length);
  expect(inner(difference(converted.channels[0]!, ideal))).toBeLessThan(-90);
});

const PAIRS = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000].flatMap((from, _, rates) =>
  rates.filter((to) => to !== from).map((to) => ({ from, to })),
);

test.each(PAIRS)(
  'a sweep of tones leaves no alias and no image over -90 dBFS from $from to $to Hz',
  ({ from, to }) => {
    const seconds = 0.25;
    for (const share of [0.01, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99]) {
      // When downsampling, frequencies above half the new rate must disappear. When upsampling, no new
      // frequencies may appear.
      const [least, most] = to < from ? [to / 2, from / 2] : [0, 0.42 * from];
      const hz = least + share * (most - least);
      const [converted] = resample(mono(tone({ hz, dbfs: 0, seconds }, from), from), to).channels;
      const rest = to < from ? converted! : difference(converted!, tone({ hz, dbfs: 0, seconds }, to));
      expect([hz, edgeless(rest) < -90]).toEqual([hz, true]);
    }
  },
);

/** Like `inner`, for short audio. */
function edgeless(channel: Float32Array): number {
  const edge = Math.round(channel.length / 5);
  const middle = channel.subarray(edge, channel.length - edge);
  return 10 * Math.log10(middle.reduce((sum, value) => sum + value * value, 0) / middle.length);
}

test('an unusual pair of rates works without a filter table of its own size', () => {
  const converted = resample(mono(tone({ hz: 440, dbfs: -6, seconds: 1 }, 44_056), 44_056), 47_952);
  expect(converted.channels[0]).toHaveLength(47_952);
  expect(
    inner(difference(converted.channels[0]!, tone({ hz: 440, dbfs: -6, seconds: 1 }, 47_952))),
  ).toBeLessThan(-60);
});

test('a constant signal stays unchanged', () => {
  const converted = resample(mono(new Float32Array(22_050).fill(0.5), 22_050), 48_000);
  for (const value of converted.channels[0]!.subarray(2_000, 46_000)) expect(value).toBeCloseTo(0.5, 6);
});

test.each([44_100, 48_000, 16_000])(
  'short speech of any length equals the beginning of a longer file at %i Hz',
  (to) => {
    const whole = tone({ hz: 440, dbfs: -6, seconds: 0.1 }, 22_050);
    for (let length = 1; length < 24; length++) {
      const followed = new Float32Array(whole.length);
      followed.set(whole.subarray(0, length));
      const [short] = resample(mono(whole.slice(0, length), 22_050), to).channels;
      const [long] = resample(mono(followed, 22_050), to).channels;
      expect(short).toEqual(long!.subarray(0, short!.length));
    }
  },
);

test('resampling to the same rate returns the same audio', () => {
  const pcm = mono(tone({ hz: 440, dbfs: -6, seconds: 0.1 }, 8_000), 8_000);
  expect(resample(pcm, 8_000)).toBe(pcm);
});

test('an impossible rate is rejected', () => {
  expect(() => resample(mono(new Float32Array(10), 8_000), 0)).toThrow('sample rate');
});
