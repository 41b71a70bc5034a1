import { createHash } from 'node:crypto';
import { parseBuffer } from 'music-metadata';
import { describe, expect, test } from 'vitest';
import { AUDIO_FORMATS } from '../src/codecs/formats.ts';
import { decodeWav } from '../src/codecs/wav/wav.ts';
import {
  AudioError,
  type AudioFormat,
  decode,
  durationMs,
  encode,
  encodeWav,
  getContentType,
  measureLoudness,
} from '../src/index.ts';
import { sampleCount } from '../src/pcm.ts';
import { silentOpus } from './support/ogg-opus.ts';
import { mono, noise, silence, speechLike, stereo } from './support/signals.ts';

const RATE = 24_000;
const voice = mono(speechLike(3.217, RATE), RATE);
const both = stereo(speechLike(3.217, RATE), RATE);

/** G.711 and Opus have their own sample rates, so g711.test.ts and opus.test.ts test them. */
const RATED: AudioFormat[] = ['wav', 'mp3', 'ogg', 'flac'];

const matrix = RATED.flatMap((format) =>
  [voice, both].map((pcm) => ({ format, pcm, n: pcm.channels.length })),
);

test.each(matrix)(
  '$format with $n channels keeps its length and loudness when decoded',
  async ({ format, pcm, n }) => {
    const decoded = await decode(await encode(pcm, { format, bitrate_kbps: null }));
    expect(decoded.format).toBe(format);
    expect(decoded.pcm.sampleRate).toBe(RATE);
    expect(decoded.pcm.channels).toHaveLength(n);
    expect(sampleCount(decoded.pcm)).toBe(sampleCount(pcm));
    const change = (measureLoudness(decoded.pcm).lufs ?? 0) - (measureLoudness(pcm).lufs ?? 0);
    expect(Math.abs(change)).toBeLessThan(0.1);
  },
);

test.each([32, 64, 128, 160, 192, 224, 256, 320])(
  'mp3 at %i kbit/s keeps the loudness',
  async (bitrate_kbps) => {
    const pcm = stereo(speechLike(3.1, 44_100), 44_100);
    const decoded = await decode(await encode(pcm, { format: 'mp3', bitrate_kbps }));
    const change = (measureLoudness(decoded.pcm).lufs ?? 0) - (measureLoudness(pcm).lufs ?? 0);
    expect(Math.abs(change)).toBeLessThan(0.2);
  },
);

test.each([8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000])(
  'an independent parser reads the exact duration of an mp3 of %i Hz',
  async (sampleRate) => {
    const pcm = mono(speechLike(1.5, sampleRate), sampleRate);
    const bytes = await encode(pcm, { format: 'mp3', bitrate_kbps: 64 });
    const { format } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true });
    expect(format).toMatchObject({
      sampleRate,
      numberOfChannels: 1,
      codec: expect.stringContaining('Layer 3'),
    });
    expect(Math.abs((format.duration ?? 0) - 1.5)).toBeLessThan(0.2);
    expect(sampleCount((await decode(bytes)).pcm)).toBe(sampleCount(pcm));
  },
);

test('encoding an mp3 resamples audio of a rate that mp3 does not support', async () => {
  const decoded = await decode(
    await encode(mono(speechLike(1, 96_000), 96_000), { format: 'mp3', bitrate_kbps: 128 }),
  );
  expect(decoded.pcm.sampleRate).toBe(48_000);
  expect(durationMs(decoded.pcm)).toBe(1000);
});

test.each([
  ['wav', null, 24_000, 70],
  ['flac', null, 24_000, 70],
  ['mp3', 192, 44_100, 18],
  ['mp3', 96, 44_100, 14],
  ['ogg', 96, 44_100, 12],
] as const)(
  'audio decoded from %s at %s kbit/s matches the original sample by sample',
  async (format, bitrate_kbps, rate, least) => {
    const [original] = [speechLike(3.217, rate)];
    const { pcm } = await decode(await encode(mono(original, rate), { format, bitrate_kbps }));
    let [signal, noise] = [0, 0];
    original.forEach((value, i) => {
      signal += value ** 2;
      noise += (value - (pcm.channels[0]?.[i] ?? 0)) ** 2;
    });
    // If a codec returned its audio one sample late, this ratio would be about 10 dB.
    expect(10 * Math.log10(signal / noise)).toBeGreaterThan(least);
  },
);

test('a flac file contains the length and the MD5 of its samples', async () => {
  const bytes = await encode(both, { format: 'flac', bitrate_kbps: null });
  const { format } = await parseBuffer(bytes, { mimeType: 'audio/flac' }, { duration: true });
  expect(format).toMatchObject({ lossless: true, duration: sampleCount(both) / RATE });
  const samples = createHash('md5').update(encodeWav(both).subarray(44)).digest('hex');
  expect(Buffer.from(bytes.subarray(26, 42)).toString('hex')).toBe(samples);
});

test('flac keeps every 16-bit sample', async () => {
  const exact = decodeWav(encodeWav(stereo(noise(1, RATE), RATE)));
  const { pcm } = await decode(await encode(exact, { format: 'flac', bitrate_kbps: null }));
  expect(Buffer.from(encodeWav(pcm)).equals(encodeWav(exact))).toBe(true);
  expect(
    Math.max(...pcm.channels[0]!.map((value, i) => Math.abs(value - exact.channels[0]![i]!))),
  ).toBeLessThan(1e-6);
});

test.each(AUDIO_FORMATS)('the same audio always encodes to the same %s bytes', async (format) => {
  const settings = { format, bitrate_kbps: null };
  expect(Buffer.from(await encode(voice, settings)).equals(await encode(voice, settings))).toBe(true);
});

test('a higher bitrate makes a larger ogg file', async () => {
  const sizes = await Promise.all(
    [48, 96, 192].map(async (bitrate_kbps) => (await encode(both, { format: 'ogg', bitrate_kbps })).length),
  );
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
});

test.each(AUDIO_FORMATS)('%s encodes silence and very short audio', async (format) => {
  for (const seconds of [0.001, 0.5]) {
    const { pcm } = await decode(
      await encode(mono(silence(seconds, RATE), RATE), { format, bitrate_kbps: null }),
    );
    expect(Math.max(...pcm.channels[0]!.map(Math.abs))).toBeLessThan(0.001);
  }
});

test('surround sound is downmixed before it is encoded', async () => {
  const surround = { channels: Array.from({ length: 6 }, () => voice.channels[0]!), sampleRate: RATE };
  for (const format of AUDIO_FORMATS) {
    expect((await decode(await encode(surround, { format, bitrate_kbps: null }))).pcm.channels).toHaveLength(
      2,
    );
  }
});

test('loading the flac encoder does not remove the global fetch', async () => {
  await encode(voice, { format: 'flac', bitrate_kbps: null });
  expect(typeof globalThis.fetch).toBe('function');
});

test('every format has its content type', () => {
  expect(AUDIO_FORMATS.map(getContentType)).toEqual([
    ...[
      'audio/wav',
      'audio/mpeg',
      'audio/ogg',
      'audio/flac',
      'audio/ogg; codecs=opus',
      'audio/wav',
      'audio/wav',
    ],
  ]);
});

test('decoding opus removes its pre-skip', async () => {
  const decoded = await decode(silentOpus(50, 312));
  expect(decoded.format).toBe('opus');
  expect(decoded.pcm.sampleRate).toBe(48_000);
  expect(sampleCount(decoded.pcm)).toBe(48_000 - 312);
});

describe('unsupported and damaged files', () => {
  const text = (value: string) => Buffer.from(value, 'latin1');
  test.each([
    ['nothing', text(''), 'empty'],
    ['JSON', text('{"error":"quota"}'), 'JSON'],
    ['a web page', text('<html><body>502</body></html>'), 'web page'],
    ['an m4a file', text('\0\0\0\x20ftypM4A \0\0\0\0'), 'MP4'],
    ['a WebM file', text('\x1aE\xdf\xa3\x01\0\0\0'), 'WebM'],
    ['an AIFF file', text('FORM\0\0\0\0AIFF'), 'AIFF'],
    ['a tag without audio', text(`ID3\x03\0\0\0\0\0\x0a${'\0'.repeat(10)}`), 'mp3'],
    ['an Ogg file with video', text(`OggS${'\0'.repeat(24)}\x80theora`), 'neither Vorbis nor Opus'],
    ['noise', Buffer.from(Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) & 0x7f)), 'unknown kind'],
  ])('the error names the unsupported format %s', async (_name, bytes, message) => {
    await expect(decode(bytes)).rejects.toThrow(AudioError);
    await expect(decode(bytes)).rejects.toThrow(message);
  });

  const lossy: AudioFormat[] = ['mp3', 'ogg', 'flac'];
  test.each(lossy)('a %s file truncated in its header is an error', async (format) => {
    const bytes = await encode(voice, { format, bitrate_kbps: null });
    await expect(decode(bytes.subarray(0, 60))).rejects.toThrow(AudioError);
  });

  test.each(lossy)(
    'a %s file truncated in the middle never decodes to more audio than it contains',
    async (format) => {
      const bytes = await encode(voice, { format, bitrate_kbps: null });
      const cut = decode(bytes.subarray(0, bytes.length / 2)).then(({ pcm }) => sampleCount(pcm));
      const samples = await cut.catch((error: unknown) => (error instanceof AudioError ? 0 : Number.NaN));
      expect(samples).toBeLessThan(sampleCount(voice) * 0.6);
    },
  );

  test('an mp3 with a tag in front decodes completely', async () => {
    const bytes = await encode(voice, { format: 'mp3', bitrate_kbps: 64 });
    const tagged = Buffer.concat([text(`ID3\x03\0\0\0\0\x01\0${'\0'.repeat(128)}`), bytes]);
    expect(sampleCount((await decode(tagged)).pcm)).toBe(sampleCount(voice));
  });
});
