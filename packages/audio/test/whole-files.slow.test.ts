import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { joinBytes } from '../src/codecs/encode-stream.ts';
import { countMp3Frames, readMp3Header } from '../src/codecs/mp3/mp3-header.ts';
import { AudioError, decode, encode, type Pcm } from '../src/index.ts';
import { sampleCount, slicePcm } from '../src/pcm.ts';
import { mono, speechLike } from './support/signals.ts';

const RATE = 24_000;
const voice = mono(speechLike(1.5, RATE), RATE);

type Writer = (pcm: Pcm) => Promise<Uint8Array>;
const as =
  (format: 'wav' | 'mp3' | 'ogg' | 'opus' | 'flac'): Writer =>
  (pcm) =>
    encode(pcm, { format, bitrate_kbps: format === 'mp3' ? 48 : null });

/** Without the frame that declares the length. */
const plainMp3: Writer = async (pcm) => {
  const bytes = await as('mp3')(pcm);
  return bytes.subarray(readMp3Header(bytes, 0)?.frameBytes ?? 0);
};
/** As written by a service that does not know the length when it begins. */
const streamedWav =
  (length: number): Writer =>
  async (pcm) => {
    const bytes = Buffer.from(await as('wav')(pcm));
    bytes.writeUInt32LE(length, 4);
    bytes.writeUInt32LE(length, 40);
    return bytes;
  };
const streamedFlac: Writer = async (pcm) => {
  const bytes = (await as('flac')(pcm)).slice();
  bytes[21] = (bytes[21] ?? 0) & 0xf0;
  return bytes.fill(0, 22, 42);
};

/** `isMarked`: whether the end of a file shows that it is complete. `slack`: samples that each encoder may add. */
const FORMATS: Record<string, { write: Writer; isMarked: boolean; slack: number }> = {
  wav: { write: as('wav'), isMarked: true, slack: 0 },
  'wav of unknown length': { write: streamedWav(0xffff_ffff), isMarked: false, slack: 0 },
  'wav of length 0': { write: streamedWav(0), isMarked: false, slack: 0 },
  mp3: { write: as('mp3'), isMarked: true, slack: 0 },
  'mp3 without a length': { write: plainMp3, isMarked: false, slack: 3_000 },
  ogg: { write: as('ogg'), isMarked: true, slack: 0 },
  opus: { write: as('opus'), isMarked: true, slack: 0 },
  flac: { write: as('flac'), isMarked: true, slack: 0 },
  'flac of unknown length': { write: streamedFlac, isMarked: true, slack: 0 },
};

/** The samples of a response at the rate of the file; undefined if it counts as broken. */
async function heard(bytes: Uint8Array): Promise<number | undefined> {
  try {
    return sampleCount((await decode(bytes, 'strict')).pcm);
  } catch (error) {
    expect(error).toBeInstanceOf(AudioError);
    expect((error as AudioError).message.length).toBeLessThan(400);
    return undefined;
  }
}

const junk = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 300 }),
  fc
    .constantFrom(
      '{"error":{"message":"quota"}}',
      '<html>',
      'data: [DONE]\n\n',
      'RIFF',
      'OggS',
      'fLaC',
      'ID3',
    )
    .map((text) => new Uint8Array(Buffer.from(text))),
);

describe.each(Object.entries(FORMATS))('a response in %s', (_, { write, isMarked, slack }) => {
  let bytes: Uint8Array;
  let all: number;
  beforeAll(async () => {
    bytes = await write(voice);
    all = (await heard(bytes)) ?? Number.NaN;
  });

  test('is complete as it was written', async () => {
    const rate = (await decode(bytes, 'strict')).pcm.sampleRate;
    expect(Math.abs(all - (sampleCount(voice) * rate) / RATE)).toBeLessThanOrEqual(slack);
  });

  test('that is cut anywhere is broken, or shorter where its end has no mark', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length - 1 }), async (at) => {
        const samples = await heard(bytes.subarray(0, at));
        if (isMarked) expect(samples).toBeUndefined();
        else expect(samples ?? 0).toBeLessThan(all);
      }),
      { numRuns: 30, examples: [[bytes.length - 1], [bytes.length >> 1], [60]] },
    );
  });

  test('with several files in it keeps all of them', async () => {
    for (const copies of [2, 3]) {
      const samples = await heard(joinBytes(Array.from({ length: copies }, () => bytes)));
      expect(Math.abs((samples ?? 0) - copies * all)).toBeLessThanOrEqual(copies * slack);
    }
  });

  test('with a header in every part keeps all parts and none of the headers', async () => {
    const step = 7_200;
    const parts: Uint8Array[] = [];
    for (let at = 0; at < sampleCount(voice); at += step)
      parts.push(await write(slicePcm(voice, at, at + step)));
    const samples = (await heard(joinBytes(parts))) ?? 0;
    expect(Math.abs(samples - all)).toBeLessThanOrEqual(parts.length * slack);
  });

  test('with anything before or after it is broken, or the same audio', async () => {
    await fc.assert(
      fc.asyncProperty(junk, fc.boolean(), async (other, isBefore) => {
        const samples = await heard(joinBytes(isBefore ? [other, bytes] : [bytes, other]));
        // Only raw bytes after a file of unknown length look like samples.
        if (samples !== undefined && samples !== all) expect([isBefore, isMarked]).toEqual([false, false]);
      }),
      { numRuns: 30 },
    );
    expect(await heard(joinBytes([bytes, Buffer.from('{"error":{"message":"No quota."}}')]))).toBeUndefined();
  });

  test('with damaged bytes never ends with another error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), fc.nat(255), async (at, value) => {
        const damaged = bytes.slice();
        damaged[at] = value;
        await heard(damaged);
        await decode(damaged).catch((error: unknown) => expect(error).toBeInstanceOf(AudioError));
      }),
      { numRuns: 30 },
    );
  });
});

test('parts in different rates or channels are broken', async () => {
  const other = mono(speechLike(0.5, 16_000), 16_000);
  for (const format of ['wav', 'flac', 'mp3', 'ogg'] as const)
    expect(await heard(joinBytes([await as(format)(voice), await as(format)(other)]))).toBeUndefined();
});

test('a page that is missing in an Ogg file is seen', async () => {
  const long = mono(speechLike(4, RATE), RATE);
  for (const format of ['ogg', 'opus'] as const) {
    const file = Buffer.from(await as(format)(long));
    const third = file.indexOf('OggS', file.indexOf('OggS', file.indexOf('OggS', 1) + 1) + 1);
    const fourth = file.indexOf('OggS', third + 1);
    expect(fourth).toBeGreaterThan(third);
    expect(await heard(joinBytes([file.subarray(0, third), file.subarray(fourth)]))).toBeUndefined();
  }
});

test('an upload may lack the mark of its end and have tags, but not its audio', async () => {
  const tag = Buffer.alloc(128);
  tag.write('TAG');
  const mp3 = await plainMp3(voice);
  expect(countMp3Frames(mp3)).toBeGreaterThan(20);
  const plain = sampleCount((await decode(mp3)).pcm);
  expect(sampleCount((await decode(joinBytes([mp3, tag]))).pcm)).toBe(plain);
  expect(sampleCount((await decode(mp3.subarray(0, mp3.length - 5))).pcm)).toBeLessThanOrEqual(plain);
  for (const format of ['wav', 'flac', 'ogg', 'opus', 'mp3'] as const) {
    const bytes = await as(format)(voice);
    await expect(decode(bytes.subarray(0, bytes.length - 400)), format).rejects.toThrow(
      /cut short|truncated/,
    );
  }
});

/** Declares other samples than the file contains. */
function declareFlac(bytes: Uint8Array, samples: number): Uint8Array {
  const other = bytes.slice();
  new DataView(other.buffer).setUint32(22, samples);
  return other;
}

test('an upload in flac may contain more samples than its header declares, but not fewer', async () => {
  const bytes = await as('flac')(voice);
  const all = sampleCount(voice);
  for (const declared of [1, all - 1])
    expect(sampleCount((await decode(declareFlac(bytes, declared))).pcm)).toBe(all);
  await expect(decode(declareFlac(bytes, all - 1), 'strict')).rejects.toThrow(
    `The flac file contains ${all} samples, but declares ${all - 1}.`,
  );
  for (const strictness of ['lenient', 'strict'] as const)
    await expect(decode(declareFlac(bytes, all + 1), strictness)).rejects.toThrow(
      `The flac file is cut short: it contains ${all} of ${all + 1} samples.`,
    );
});

test.each(['flac', 'wav'] as const)(
  'many %s files with too many samples together are not decoded to the end',
  async (format) => {
    const part = await as(format)(mono(new Float32Array(2_000_000), RATE));
    const broken = part.subarray(0, part.length - 20);
    await expect(decode(broken)).rejects.toMatchObject({ code: 'broken' });
    // The limit is 100 million. The broken file itself exceeds it in flac; in wav, it is not reached.
    const parts = Array.from({ length: format === 'flac' ? 50 : 51 }, () => part);
    await expect(decode(joinBytes([...parts, broken]))).rejects.toMatchObject({ code: 'too_long' });
  },
);
