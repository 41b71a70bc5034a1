import { describe, expect, test } from 'vitest';
import { decodeWav } from '../src/codecs/wav/wav.ts';
import { AudioError, encodeWav } from '../src/index.ts';
import { mono, stereo, tone } from './support/signals.ts';

const RATE = 16_000;
const voice = tone({ hz: 440, dbfs: -6, seconds: 0.05 }, RATE);

type Chunk = [id: string, body: Buffer, statedSize?: number];

function riff(...chunks: Chunk[]): Uint8Array {
  const parts = chunks.map(([id, body, statedSize]) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(statedSize ?? body.length);
    return Buffer.concat([Buffer.from(id, 'latin1'), size, body, Buffer.alloc(body.length % 2)]);
  });
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...parts]);
}

type FormatFacts = { tag?: number; channels?: number; rate?: number; bits?: number };

function format({ tag = 1, channels = 1, rate = RATE, bits = 16 }: FormatFacts = {}): Buffer {
  const body = Buffer.alloc(16);
  const blockAlign = (channels * bits) / 8;
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt32LE(rate * blockAlign, 8);
  body.writeUInt16LE(blockAlign, 12);
  body.writeUInt16LE(bits, 14);
  return body;
}

function samples(bits: number, write: (buffer: Buffer, value: number, at: number) => unknown): Buffer {
  const buffer = Buffer.alloc((voice.length * bits) / 8);
  for (const [i, value] of voice.entries()) write(buffer, value, (i * bits) / 8);
  return buffer;
}

const int16 = samples(16, (buffer, value, at) => buffer.writeInt16LE(Math.round(value * 32_767), at));

describe('sample formats', () => {
  const cases: [string, FormatFacts, Buffer, number][] = [
    ['8 bit', { bits: 8 }, samples(8, (b, v, at) => b.writeUInt8(Math.round(v * 127) + 128, at)), 0.01],
    ['16 bit', {}, int16, 1e-4],
    ['24 bit', { bits: 24 }, samples(24, (b, v, at) => b.writeIntLE(Math.round(v * 8_388_607), at, 3)), 1e-6],
    [
      '32 bit',
      { bits: 32 },
      samples(32, (b, v, at) => b.writeInt32LE(Math.round(v * 2_147_483_647), at)),
      1e-6,
    ],
    ['float', { tag: 3, bits: 32 }, samples(32, (b, v, at) => b.writeFloatLE(v, at)), 1e-7],
    ['double', { tag: 3, bits: 64 }, samples(64, (b, v, at) => b.writeDoubleLE(v, at)), 1e-7],
  ];
  test.each(cases)('%s samples are decoded', (_name, facts, data, error) => {
    const pcm = decodeWav(riff(['fmt ', format(facts)], ['data', data]));
    expect(pcm.sampleRate).toBe(RATE);
    expect(pcm.channels[0]).toHaveLength(voice.length);
    const largest = Math.max(...voice.map((value, i) => Math.abs(value - pcm.channels[0]![i]!)));
    expect(largest).toBeLessThan(error);
  });

  test('the known codes of A-law and mu-law are decoded (ITU-T G.711)', () => {
    const muLaw = decodeWav(
      riff(['fmt ', format({ tag: 7, bits: 8 })], ['data', Buffer.from([0x00, 0x80, 0xff, 0x7f])]),
    );
    expect([...muLaw.channels[0]!].map((value) => value * 32_768 + 0)).toEqual([-32_124, 32_124, 0, 0]);
    const aLaw = decodeWav(
      riff(['fmt ', format({ tag: 6, bits: 8 })], ['data', Buffer.from([0x2a, 0xaa, 0xd5, 0x55])]),
    );
    expect([...aLaw.channels[0]!].map((value) => value * 32_768)).toEqual([-32_256, 32_256, 8, -8]);
  });

  test('the extensible header determines the actual format', () => {
    const body = Buffer.concat([format({ tag: 0xfffe }), Buffer.alloc(24)]);
    body.writeUInt16LE(22, 16);
    body.writeUInt16LE(1, 24);
    expect(decodeWav(riff(['fmt ', body], ['data', int16])).channels[0]).toHaveLength(voice.length);
  });

  test('an invalid float reads as silence', () => {
    const data = Buffer.alloc(8);
    data.writeFloatLE(Number.NaN, 0);
    data.writeFloatLE(0.5, 4);
    const pcm = decodeWav(riff(['fmt ', format({ tag: 3, bits: 32 })], ['data', data]));
    expect([...pcm.channels[0]!]).toEqual([0, 0.5]);
  });
});

describe('irregular headers', () => {
  test.each([0xffff_ffff, 0x7fff_ffff, 0])(
    'a streamed file with the length %i is read to its end',
    (size) => {
      const pcm = decodeWav(riff(['fmt ', format()], ['data', int16, size]));
      expect(pcm.channels[0]).toHaveLength(voice.length);
    },
  );

  test('other chunks, of even or odd length, are skipped', () => {
    const bytes = riff(
      ['LIST', Buffer.from('odd')],
      ['fmt ', format()],
      ['note', Buffer.from('even')],
      ['data', int16],
    );
    expect(decodeWav(bytes).channels[0]).toHaveLength(voice.length);
  });

  test('an odd chunk without its pad byte is skipped', () => {
    const bytes = riff(['LIST', Buffer.from('odd')], ['fmt ', format()], ['data', int16]);
    const unpadded = Buffer.concat([bytes.subarray(0, 12 + 8 + 3), bytes.subarray(12 + 8 + 4)]);
    expect(decodeWav(unpadded).channels[0]).toHaveLength(voice.length);
  });

  test('chunks after the audio are not read as audio', () => {
    const bytes = riff(['fmt ', format()], ['data', int16], ['LIST', Buffer.from('more')]);
    expect(decodeWav(bytes).channels[0]).toHaveLength(voice.length);
  });

  const faults: [string, Uint8Array, string][] = [
    ['a header alone', riff(['fmt ', format()], ['data', Buffer.alloc(0)]), 'no audio'],
    [
      'an empty data chunk before another',
      riff(['fmt ', format()], ['data', Buffer.alloc(0)], ['LIST', Buffer.from('ab')]),
      'no audio',
    ],
    ['a missing data chunk', riff(['fmt ', format()]), 'no audio'],
    ['a missing format chunk', riff(['data', int16]), 'no format chunk'],
    ['a cut file', riff(['fmt ', format()], ['data', int16, 5_000]), `${int16.length} of 5000 bytes`],
    ['a codec inside', riff(['fmt ', format({ tag: 85 })], ['data', int16]), 'WAV format 85'],
    ['no channels', riff(['fmt ', format({ channels: 0 })], ['data', int16]), 'header is invalid'],
    ['an absurd rate', riff(['fmt ', format({ rate: 1 })], ['data', int16]), 'sample rate of 1 Hz'],
    ['a cut header', riff(['fmt ', format()]).subarray(0, 24), 'truncated'],
  ];
  test.each(faults)('%s is reported with a clear error', (_name, bytes, message) => {
    expect(() => decodeWav(bytes)).toThrow(AudioError);
    expect(() => decodeWav(bytes)).toThrow(message);
  });
});

describe('writing', () => {
  test('16-bit audio passes through unchanged', () => {
    const first = encodeWav(stereo(voice, RATE));
    expect(encodeWav(decodeWav(first))).toEqual(first);
  });

  test('float audio keeps values over full scale', () => {
    const data = Buffer.alloc(8);
    data.writeFloatLE(1.5, 0);
    data.writeFloatLE(-1.5, 4);
    const pcm = decodeWav(riff(['fmt ', format({ tag: 3, bits: 32 })], ['data', data]));
    expect(pcm).toEqual(mono(Float32Array.of(1.5, -1.5), RATE));
  });

  test('16-bit audio clips at full scale instead of wrapping around', () => {
    const [channel] = decodeWav(encodeWav(mono(Float32Array.of(1.5, -1.5), RATE))).channels;
    expect(channel![0]).toBeCloseTo(1, 4);
    expect(channel![1]).toBe(-1);
  });
});
