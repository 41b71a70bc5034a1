import { MASTERING_PRESET_IDS, MASTERING_PRESETS, masteringSettings, NODE_TYPES } from '@voiceloom/contract';
import { parseBuffer } from 'music-metadata';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeProviders } from '../../server/src/providers/registry.ts';
import { createSpeechProviders } from '../../server/src/providers/speech/index.ts';
import { decode, durationMs, type Pcm } from '../src/index.ts';
import { type DeliveredFile, deliver } from '../src/master/deliver.ts';
import { powerSpectrum } from '../src/measure/spectrum.ts';
import { integratedLufs, oversampledPeak, quietestDbfs, rmsDbfs, ungatedLufs } from './support/meter.ts';

const LINES = {
  'en-us': 'The storm passed over the harbor before dawn, and nobody slept.',
  'de-de': 'Der Sturm zog vor der Morgendämmerung über den Hafen, und niemand schlief.',
  'fr-fr': 'La tempête est passée sur le port avant l’aube, et personne n’a dormi de la nuit.',
  'es-es': 'La tormenta pasó sobre el puerto antes del amanecer, y nadie durmió.',
  'ja-jp': '夜明け前に嵐が港を通り過ぎたが、3人の船員は眠れなかった。',
  'ko-kr': '새벽이 오기 전에 폭풍이 항구를 지나갔고, 아무도 잠을 자지 못했습니다.',
} as const;
type Locale = keyof typeof LINES;

/** Different meters agree to about this value. */
const METER_DB = 0.2;

const providers = createSpeechProviders({ espeak: { processes: 1 } });
const takes = new Map<Locale, Pcm>();

beforeAll(async () => {
  const espeak = providers.get('espeak')!;
  for (const [locale, text] of Object.entries(LINES)) {
    const voice = espeak.voices().find(({ locale_codes }) => locale_codes.includes(locale));
    const request = {
      ...{ model: 'espeak-ng', locale_code: locale, text, speed: 1, pitch: 0, idempotency_key: locale },
      provider_voice_id: voice?.provider_voice_id ?? 'missing',
    };
    const spoken = await espeak.synthesize(request, new AbortController().signal);
    takes.set(locale as Locale, (await decode(spoken.audio)).pcm);
  }
}, 60_000);
afterAll(() => closeProviders(providers));

const cases = MASTERING_PRESET_IDS.flatMap((id) =>
  Object.keys(LINES).map((locale) => ({ id, locale: locale as Locale })),
);

type PresetId = (typeof MASTERING_PRESET_IDS)[number];
const files = new Map<string, Promise<DeliveredFile>>();

/** The line as a preset delivers it. */
function delivered(id: PresetId, locale: Locale): Promise<DeliveredFile> {
  const file = files.get(`${id} ${locale}`) ?? deliver(takes.get(locale)!, MASTERING_PRESETS[id].settings);
  files.set(`${id} ${locale}`, file);
  return file;
}

test.each(cases)(
  'a line of $locale meets the limits of $id in the delivered file',
  async ({ id, locale }) => {
    const { settings, limits } = MASTERING_PRESETS[id];
    const made = await delivered(id, locale);
    const { pcm } = await decode(made.bytes);
    expect(made.report.reason).toBeUndefined();
    expect(pcm.sampleRate).toBe(settings.sample_rate);
    expect(pcm.channels).toHaveLength(settings.channels);
    expectWithin(integratedLufs(pcm), limits.lufs);
    expectWithin(rmsDbfs(pcm), limits.rms_dbfs);
    expect(oversampledPeak(pcm)).toBeLessThanOrEqual(limits.true_peak_dbtp + METER_DB);
    if (limits.noise_floor_dbfs !== null)
      expect(quietestDbfs(pcm)).toBeLessThanOrEqual(limits.noise_floor_dbfs);
  },
);

function expectWithin(value: number, range: readonly [number, number] | null): void {
  if (range === null) return;
  expect(value).toBeGreaterThanOrEqual(range[0] - METER_DB);
  expect(value).toBeLessThanOrEqual(range[1] + METER_DB);
}

test.each(MASTERING_PRESET_IDS)(
  'a line with a limit meets it in the file of %s, or the reason explains why not',
  async (id) => {
    const { settings, padding_is_required: keep_padding } = MASTERING_PRESETS[id];
    const take = takes.get('en-us')!;
    const max_duration_ms = durationMs(take);
    const made = await deliver(take, { ...settings, max_duration_ms, keep_padding });
    const { pcm } = await decode(made.bytes);
    expect(made.duration_ms).toBe(durationMs(pcm));
    expect([keep_padding, made.duration_ms > max_duration_ms]).toEqual([
      id === 'audiobook',
      id === 'audiobook',
    ]);
    expect(made.report.reason ?? '').toContain(keep_padding ? 'The preset requires 2750 ms of silence' : '');
  },
);

const english = (id: PresetId): Promise<DeliveredFile> => delivered(id, 'en-us');

test.each([0.45, 1, 2.2])('a line of %f seconds is as loud in a game as longer lines', async (seconds) => {
  for (const [locale, { channels, sampleRate }] of takes) {
    // From the middle of the line, so that the whole section is speech.
    const cut = channels.map((channel) => channel.subarray(sampleRate, sampleRate * (1 + seconds)));
    const { settings } = MASTERING_PRESETS.game;
    const made = await deliver({ channels: cut, sampleRate }, settings);
    expect([locale, made.loudness_method, made.report.reason]).toEqual([locale, 'ungated', undefined]);
    expect(Math.abs(ungatedLufs((await decode(made.bytes)).pcm) + 23), locale).toBeLessThan(0.6);
  }
});

describe('audiobook', () => {
  test('is a mono mp3 of a constant 192 kbit/s at 44.1 kHz', async () => {
    const { bytes } = await english('audiobook');
    const { format } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true });
    expect(format).toMatchObject({ sampleRate: 44_100, numberOfChannels: 1, codecProfile: 'CBR' });
    // Calculated from the whole stream, because its info frame has a different bitrate.
    const kbps = (bytes.length * 8) / 1000 / (format.duration ?? 1);
    expect(kbps).toBeGreaterThan(188);
    expect(kbps).toBeLessThan(196);
  });

  test('reports that a heading, which is mostly room tone, is below the target level', async () => {
    const { channels, sampleRate } = takes.get('en-us')!;
    const words = { channels: channels.map((channel) => channel.subarray(0, sampleRate * 0.4)), sampleRate };
    const made = await deliver(words, MASTERING_PRESETS.audiobook.settings);
    expect(rmsDbfs((await decode(made.bytes)).pcm)).toBeLessThan(-21.5);
    expect(made.report.reason).toMatch(/^The line reaches -2\d\.\d dBFS RMS instead of -20\.5 dBFS RMS: /);
  });

  test('has room tone instead of digital silence at its start and end', async () => {
    const { pcm } = await decode((await english('audiobook')).bytes);
    const [samples = new Float32Array(0)] = pcm.channels;
    const level = (from: number, to: number) =>
      rmsDbfs({ channels: [samples.subarray(from, to)], sampleRate: pcm.sampleRate });
    for (const value of [level(4_410, 26_460), level(samples.length - 66_150, samples.length - 4_410)]) {
      expect(value).toBeGreaterThan(-75);
      expect(value).toBeLessThan(-68);
    }
  });
});

describe.each(['phone_mulaw', 'phone_alaw'] as const)('%s', (id) => {
  test('contains almost nothing outside of the telephone band', async () => {
    const { pcm } = await decode((await english(id)).bytes);
    const [samples = new Float32Array(0)] = pcm.channels;
    const powers = powerSpectrum(Float64Array.from(samples.subarray(0, 16_384)));
    const hz = pcm.sampleRate / 16_384;
    const share = (from: number, to: number) =>
      10 * Math.log10(sum(powers.subarray(from / hz, to / hz)) / sum(powers));
    expect(share(300, 3_400)).toBeGreaterThan(-0.5);
    expect(share(0, 150)).toBeLessThan(-35);
    // The noise of the codes is spread over the whole spectrum.
    expect(share(3_800, 4_000)).toBeLessThan(-35);
  });

  test('is G.711 in a WAV file', async () => {
    const { bytes, content_type } = await english(id);
    expect(content_type).toBe('audio/wav');
    expect(new DataView(bytes.buffer).getUint16(20, true)).toBe(id === 'phone_mulaw' ? 7 : 6);
  });
});

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

describe('a mastering config', () => {
  const settingsOf = (config: object) =>
    masteringSettings(NODE_TYPES.operator_mastering.config.parse(config));

  test('without settings is the standard preset', () => {
    expect(settingsOf({})).toEqual(MASTERING_PRESETS.standard.settings);
  });

  test('overrides its preset field by field, also with null', () => {
    expect(settingsOf({ preset: 'podcast', format: 'ogg', bitrate_kbps: null })).toEqual({
      ...MASTERING_PRESETS.podcast.settings,
      format: 'ogg',
      bitrate_kbps: null,
    });
  });

  test('that sets a loudness drops the level of the preset, and the reverse', () => {
    expect(settingsOf({ preset: 'audiobook', loudness_lufs: -19 })).toMatchObject({
      loudness_lufs: -19,
      rms_dbfs: null,
    });
    expect(settingsOf({ rms_dbfs: -20 })).toMatchObject({ loudness_lufs: null, rms_dbfs: -20 });
  });

  test('cannot set both a loudness and a level', () => {
    expect(
      NODE_TYPES.operator_mastering.config.safeParse({ loudness_lufs: -19, rms_dbfs: -20 }).success,
    ).toBe(false);
  });
});
