import { MASTERING_PRESET_IDS, MASTERING_PRESETS, NODE_TYPES } from '@voiceloom/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AUDIO_FORMATS } from '../src/codecs/formats.ts';
import { decode, durationMs, type MasterSettings, type Pcm } from '../src/index.ts';
import { deliver } from '../src/master/deliver.ts';
import { shape } from '../src/master/master.ts';
import { mapChannels, sampleCount } from '../src/pcm.ts';
import { join, mono, noise, silence, speechLike, stereo, tone } from './support/signals.ts';

const { config } = NODE_TYPES.operator_mastering;

/** The value at an end of its range is as likely as any other. */
const within = (min: number, max: number) => fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

/** Mostly short, because seconds of silence only take time. */
const padding = fc.oneof(fc.constantFrom(0, 1), within(0, 300), fc.constantFrom(0, 2_000));

/** Every value that the node's config allows. */
const settings: fc.Arbitrary<MasterSettings> = fc
  .record({
    trim_silence: fc.boolean(),
    padding_ms: padding,
    tail_padding_ms: orNull(padding),
    room_tone_dbfs: orNull(within(-90, -50)),
    loudness_lufs: orNull(within(-40, -5)),
    rms_dbfs: orNull(within(-40, -10)),
    true_peak_dbtp: within(-9, 0),
    fade_ms: within(0, 1_000),
    high_pass_hz: orNull(within(20, 1_000)),
    low_pass_hz: orNull(within(2_000, 20_000)),
    sample_rate: fc.constantFrom(null, 8_000, 16_000, 22_050, 24_000, 44_100, 48_000),
    channels: fc.constantFrom(1 as const, 2 as const),
    format: fc.constantFrom(...AUDIO_FORMATS),
    bitrate_kbps: orNull(within(32, 320)),
    max_stretch_percent: within(0, 30),
    max_duration_ms: orNull(fc.oneof(within(1, 4_000), fc.constant(600_000))),
    keep_padding: fc.boolean(),
  })
  .map((all) => (all.loudness_lufs === null ? all : { ...all, rms_dbfs: null }));

const RATES = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000];
const SOUNDS: Readonly<Record<string, (seconds: number, rate: number) => Float32Array>> = {
  speech: speechLike,
  silence,
  noise,
  loud: (seconds, rate) => tone({ hz: 200, dbfs: 0, seconds }, rate),
  quiet: (seconds, rate) => tone({ hz: 200, dbfs: -85, seconds }, rate),
  click: (seconds, rate) => join(Float32Array.of(1, -1), silence(seconds, rate)),
};

/** One sample to some seconds, of every kind of sound. */
const audio: fc.Arbitrary<Pcm> = fc
  .record({
    sound: fc.constantFrom(...Object.keys(SOUNDS)),
    rate: fc.constantFrom(...RATES),
    samples: fc.oneof(within(1, 64), within(1, 2_000), fc.constant(undefined)),
    seconds: fc.double({ min: 0.05, max: 0.8, noNaN: true }),
    isStereo: fc.boolean(),
  })
  .map(({ sound, rate, samples, seconds, isStereo }) => {
    const all = SOUNDS[sound]!(samples === undefined ? seconds : 0.3, rate);
    const channel = all.subarray(0, samples ?? all.length);
    return isStereo ? stereo(channel, rate) : mono(channel, rate);
  });

test('any audio is shaped with any settings, and its silence never exceeds what was asked for', () => {
  fc.assert(
    fc.property(audio, settings, (pcm, chosen) => {
      const { pcm: shaped, report } = shape(pcm, chosen);
      expect(sampleCount(shaped)).toBeGreaterThan(0);
      expect(shaped.channels.every((channel) => channel.every(Number.isFinite))).toBe(true);
      expect(Object.values(report.time_map).every(Number.isFinite)).toBe(true);
      const most = chosen.padding_ms + (chosen.tail_padding_ms ?? chosen.padding_ms);
      expect(durationMs(shaped)).toBeLessThanOrEqual(durationMs(pcm) + most + 2);
    }),
    { numRuns: 100 },
  );
}, 30_000);

test('any audio is mastered with any settings to a file that can be decoded', async () => {
  await fc.assert(
    fc.asyncProperty(audio, settings, async (pcm, chosen) => {
      const { bytes, duration_ms, report } = await deliver(pcm, chosen);
      const { pcm: heard } = await decode(bytes);
      expect(durationMs(heard)).toBe(duration_ms);
      expect(Number.isFinite(report.gain_db)).toBe(true);
    }),
    { numRuns: 25 },
  );
}, 60_000);

test.each(MASTERING_PRESET_IDS)(
  'the preset %s masters a line that is over its limit without a gap',
  async (id) => {
    const limits = { max_duration_ms: 400, max_stretch_percent: config.parse({}).max_stretch_percent };
    const chosen = { ...MASTERING_PRESETS[id].settings, ...limits, keep_padding: false };
    const speech = mono(speechLike(1.2, 24_000), 24_000);
    for (const padding of [{}, { padding_ms: 0, tail_padding_ms: 0 }]) {
      const { duration_ms } = await deliver(speech, { ...chosen, ...padding });
      expect(duration_ms).toBeGreaterThan(1_000);
      expect(duration_ms).toBeLessThan(1_250);
    }
  },
);

test('a long line over its limit loses none of its speech', () => {
  const rate = 8_000;
  const pcm = mapChannels(mono(speechLike(20, rate), rate), (one) =>
    join(...Array.from({ length: 30 }, () => one)),
  );
  const base = {
    ...MASTERING_PRESETS.ad.settings,
    sample_rate: null,
    trim_silence: false,
    max_duration_ms: 1_000,
  };
  for (const padding_ms of [0, 1, 100])
    expect(durationMs(shape(pcm, { ...base, padding_ms, tail_padding_ms: null }).pcm)).toBe(600_000);
});
