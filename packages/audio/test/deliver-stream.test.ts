import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decode, encodeWav, type MasterSettings, type Pcm } from '../src/index.ts';
import { deliver } from '../src/master/deliver.ts';
import { deliverStream } from '../src/stream/deliver-stream.ts';
import { join, noise, silence, speechLike, tone } from './support/signals.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(joinPath(tmpdir(), 'voiceloom-stream-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SETTINGS: MasterSettings = {
  format: 'wav',
  bitrate_kbps: null,
  trim_silence: true,
  padding_ms: 100,
  fade_ms: 5,
  loudness_lufs: -16,
  true_peak_dbtp: -1,
  sample_rate: 44_100,
  channels: 1,
};

/** The results for a source: as a stream, and in memory. */
async function deliverBoth(source: Pcm, settings: MasterSettings) {
  const paths = {
    input: joinPath(folder, 'in.wav'),
    output: joinPath(folder, 'out.wav'),
    scratch: joinPath(folder, 'scratch'),
  };
  writeFileSync(paths.input, encodeWav(source));
  const facts = await deliverStream(paths, settings);
  if (!facts) return undefined;
  const { bytes, ...expectedFacts } = await deliver((await decode(encodeWav(source))).pcm, settings);
  return { facts, expectedFacts, isSame: Buffer.compare(readFileSync(paths.output), bytes) === 0 };
}

const within = (min: number, max: number) => fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const RATES = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000];

const settings: fc.Arbitrary<MasterSettings> = fc
  .record({
    trim_silence: fc.boolean(),
    padding_ms: within(0, 1_200),
    tail_padding_ms: orNull(within(0, 300)),
    room_tone_dbfs: orNull(within(-90, -50)),
    loudness_lufs: orNull(within(-40, -5)),
    rms_dbfs: orNull(within(-40, -10)),
    true_peak_dbtp: within(-9, 0),
    fade_ms: within(0, 1_500),
    high_pass_hz: orNull(within(20, 1_000)),
    low_pass_hz: orNull(within(2_000, 20_000)),
    sample_rate: orNull(fc.constantFrom(...RATES)),
    channels: fc.constantFrom(null, 1 as const, 2 as const),
    max_duration_ms: orNull(within(1, 6_000)),
    keep_padding: fc.boolean(),
  })
  .map((all) => ({ ...SETTINGS, ...all, rms_dbfs: all.loudness_lufs === null ? all.rms_dbfs : null }));

/** Audio whose length is near the bounds of blocks of one second. */
const audio: fc.Arbitrary<Pcm> = fc
  .record({
    rate: fc.constantFrom(...RATES),
    seconds: fc.integer({ min: 2, max: 5 }),
    samples: fc.oneof(within(-40, 40), within(-2_000, 2_000)),
    sound: fc.constantFrom('speech', 'noise', 'loud', 'silence', 'pauses', 'click'),
    isStereo: fc.boolean(),
  })
  .map(({ rate, seconds, samples, sound, isStereo }) => {
    const length = Math.max(rate, seconds * rate + samples);
    const time = length / rate + 0.1;
    const sounds: Readonly<Record<string, () => Float32Array>> = {
      speech: () => speechLike(time, rate),
      noise: () => noise(time, rate),
      loud: () => tone({ hz: 200, dbfs: 0, seconds: time }, rate),
      silence: () => silence(time, rate),
      pauses: () => join(silence(0.4, rate), speechLike(time / 2, rate), silence(time, rate)),
      click: () => join(silence(0.99, rate), Float32Array.of(1, -1), silence(time, rate)),
    };
    const channel = (sounds[sound]?.() ?? new Float32Array()).slice(0, length);
    if (!isStereo) return { channels: [channel], sampleRate: rate };
    const other = channel.map((sample, index) => sample * Math.cos(index / 7_000));
    return { channels: [channel, other], sampleRate: rate };
  });

test('a master as a stream has the bytes and the facts of the same master in memory', async () => {
  await fc.assert(
    fc.asyncProperty(audio, settings, async (source, chosenSettings) => {
      const both = await deliverBoth(source, chosenSettings);
      if (!both) throw new Error('not streamed');
      expect(both.facts).toEqual(both.expectedFacts);
      expect(both.isSame).toBe(true);
    }),
    { numRuns: 60 },
  );
}, 120_000);
