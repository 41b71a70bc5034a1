import { createHash } from 'node:crypto';
import { MASTERING_PRESETS } from '@voiceloom/contract';
import { parseBuffer } from 'music-metadata';
import { describe, expect, test } from 'vitest';
import { decode, durationMs, encode, measureLoudness, measureTruePeak, type Pcm } from '../src/index.ts';
import { deliver } from '../src/master/deliver.ts';
import { sampleCount } from '../src/pcm.ts';
import { resample } from '../src/signal/resample.ts';
import { mono, noise, silence, speechLike, stereo } from './support/signals.ts';

const opus = (bitrate_kbps: number | null = null) => ({ format: 'opus', bitrate_kbps }) as const;

const channelAt = ({ channels }: Pcm, index: number) => channels[index] ?? new Float32Array();

/** The pages of an Ogg file by RFC 3533, each with its checksum as it should be. */
function pagesOf(bytes: Uint8Array) {
  const file = Buffer.from(bytes);
  const pages = [];
  for (let at = 0; at < file.length; ) {
    expect(file.toString('latin1', at, at + 4)).toBe('OggS');
    const segments = file[at + 26] ?? 0;
    const lacing = file.subarray(at + 27, at + 27 + segments);
    const end = at + 27 + segments + lacing.reduce((sum, size) => sum + size, 0);
    const page = Buffer.from(file.subarray(at, end));
    const crc = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    pages.push({
      flags: page[5] ?? 0,
      granule: Number(page.readBigInt64LE(6)),
      number: page.readUInt32LE(18),
      isWhole: crc === slowCrc(page),
      packets: lacing.filter((size) => size < 255).length,
      content: page.subarray(27 + segments),
    });
    at = end;
  }
  return pages;
}

/** Bit by bit, as RFC 3533 describes it. */
function slowCrc(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes)
    for (let bit = 7; bit >= 0; bit--) {
      const top = (crc >>> 31) & 1;
      crc = ((crc << 1) | 0) ^ (top ^ ((byte >> bit) & 1) ? 0x04c11db7 : 0);
    }
  return crc >>> 0;
}

describe.each([8_000, 22_050, 24_000, 44_100, 48_000])('opus of %i Hz', (rate) => {
  test.each([mono(speechLike(3.217, rate), rate), stereo(speechLike(3.217, rate), rate)])(
    'decodes to the exact number of samples at 48 kHz, at the same loudness',
    async (pcm) => {
      const decoded = await decode(await encode(pcm, opus()));
      const wanted = resample(pcm, 48_000);
      expect([decoded.format, decoded.pcm.sampleRate]).toEqual(['opus', 48_000]);
      expect(decoded.pcm.channels).toHaveLength(pcm.channels.length);
      expect(sampleCount(decoded.pcm)).toBe(sampleCount(wanted));
      const change = (measureLoudness(decoded.pcm).lufs ?? 0) - (measureLoudness(wanted).lufs ?? 0);
      expect(Math.abs(change)).toBeLessThan(0.1);
    },
  );
});

test.each([1, 2, 647, 648, 649, 959, 960, 961, 48_000])(
  'a file of %i samples decodes to the same number of samples',
  async (count) => {
    const pcm = mono(speechLike(1, 48_000).subarray(0, count), 48_000);
    expect(sampleCount((await decode(await encode(pcm, opus()))).pcm)).toBe(count);
  },
);

test('decoded audio is not shifted against the original', async () => {
  const pcm = mono(speechLike(2, 48_000), 48_000);
  const decoded = (await decode(await encode(pcm, opus(128)))).pcm;
  const [before, after] = [channelAt(pcm, 0), channelAt(decoded, 0)];
  const errorAt = (shift: number) => {
    let sum = 0;
    for (let i = 1_000; i < before.length - 1_000; i++)
      sum += ((before[i] ?? 0) - (after[i + shift] ?? 0)) ** 2;
    return sum;
  };
  const errors = [-3, -2, -1, 0, 1, 2, 3].map(errorAt);
  expect(errors.indexOf(Math.min(...errors))).toBe(3);
});

test.each([24, 48, 96, 192])('a file encoded at %i kbit/s has about that bitrate', async (kbps) => {
  const pcm = mono(noise(6, 48_000), 48_000);
  const bytes = await encode(pcm, opus(kbps));
  const real = (bytes.length * 8) / 6 / 1_000;
  expect(real / kbps).toBeGreaterThan(0.7);
  expect(real / kbps).toBeLessThan(1.3);
});

test('the pages follow RFC 3533 and RFC 7845, and an independent parser finds codec and duration', async () => {
  const pcm = stereo(speechLike(3.5, 24_000), 24_000);
  const bytes = await encode(pcm, opus(256));
  const pages = pagesOf(bytes);
  expect(pages.map(({ number }) => number)).toEqual(pages.map((_, index) => index));
  expect(pages.every(({ isWhole }) => isWhole)).toBe(true);
  expect(pages.map(({ flags }) => flags)).toEqual([2, ...pages.slice(2).map(() => 0), 4]);
  const [head, tags, ...audio] = pages;
  expect([head?.content.toString('latin1', 0, 8), tags?.content.toString('latin1', 0, 8)]).toEqual([
    'OpusHead',
    'OpusTags',
  ]);
  const skip = head?.content.readUInt16LE(10) ?? 0;
  expect(head?.content.readUInt32LE(12)).toBe(24_000);
  expect(audio.at(-1)?.granule).toBe(skip + 3.5 * 48_000);
  const granules = audio.map(({ granule }) => granule);
  expect(granules).toEqual(granules.toSorted((a, b) => a - b));
  expect(audio.reduce((sum, { packets }) => sum + packets, 0)).toBe(Math.ceil((skip + 168_000) / 960));
  const { format } = await parseBuffer(bytes, { mimeType: 'audio/ogg' }, { duration: true });
  expect(format).toMatchObject({ container: 'Ogg', codec: 'Opus', numberOfChannels: 2 });
  expect(Math.abs((format.duration ?? 0) - 3.5)).toBeLessThan(0.02);
});

test('equal audio encodes to equal bytes, regardless of what was encoded before', async () => {
  const pcm = mono(speechLike(1.1, 24_000), 24_000);
  const digest = async () =>
    createHash('sha256')
      .update(await encode(pcm, opus()))
      .digest('hex');
  const first = await digest();
  await encode(stereo(noise(0.5, 48_000), 48_000), opus(320));
  expect(await digest()).toBe(first);
});

test('silence stays silent and keeps its length', async () => {
  const decoded = (await decode(await encode(mono(silence(1.5, 16_000), 16_000), opus()))).pcm;
  expect(durationMs(decoded)).toBe(1_500);
  expect(Math.max(...channelAt(decoded, 0).map(Math.abs))).toBeLessThan(1e-4);
});

test.each(['podcast', 'broadcast', 'game'] as const)(
  'the preset %s keeps its limits in a decoded opus file',
  async (preset) => {
    const { settings, limits } = MASTERING_PRESETS[preset];
    const source = mono(speechLike(6, 24_000), 24_000);
    const file = await deliver(source, { ...settings, format: 'opus' });
    const { format, pcm } = await decode(file.bytes);
    expect([format, pcm.sampleRate, file.content_type]).toEqual(['opus', 48_000, 'audio/ogg; codecs=opus']);
    const { lufs } = measureLoudness(pcm);
    const [least, most] = limits.lufs ?? [-70, 0];
    expect(lufs).toBeGreaterThanOrEqual(least);
    expect(lufs).toBeLessThanOrEqual(most);
    expect(measureTruePeak(pcm)).toBeLessThanOrEqual(limits.true_peak_dbtp + 0.05);
  },
);
