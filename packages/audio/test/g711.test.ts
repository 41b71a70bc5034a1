import { describe, expect, test } from 'vitest';
import { toALaw, toMuLaw } from '../src/codecs/g711.ts';
import { getSampleReader } from '../src/codecs/wav/wav-samples.ts';
import { decode, encode } from '../src/index.ts';
import { sampleCount } from '../src/pcm.ts';
import { mono, speechLike } from './support/signals.ts';

// ITU-T G.711 (11/1988), tables 1a and 2a: the upper decision value of each segment, in 13 and 14 bits, and the
// first and the last value that the decoder gives in it. A segment has 16 equal steps.
const SCALE = { alaw: 8, mulaw: 4 };
const TABLES = {
  alaw: [
    { ends: 32, first: 1, last: 31 },
    { ends: 64, first: 33, last: 63 },
    { ends: 128, first: 66, last: 126 },
    { ends: 256, first: 132, last: 252 },
    { ends: 512, first: 264, last: 504 },
    { ends: 1024, first: 528, last: 1008 },
    { ends: 2048, first: 1056, last: 2016 },
    { ends: 4096, first: 2112, last: 4032 },
  ],
  mulaw: [
    { ends: 31, first: 0, last: 30 },
    { ends: 95, first: 33, last: 93 },
    { ends: 223, first: 99, last: 219 },
    { ends: 479, first: 231, last: 471 },
    { ends: 991, first: 495, last: 975 },
    { ends: 2015, first: 1023, last: 1983 },
    { ends: 4063, first: 2079, last: 3999 },
    { ends: 8159, first: 4191, last: 8031 },
  ],
};
/** The character signals of tables 1a and 2a for positive values, in ascending order, as transmitted. */
const CODES = {
  alaw: (level: number) => (0x80 | level) ^ 0x55,
  mulaw: (level: number) => 0xff - level,
};
const ENCODERS = { alaw: toALaw, mulaw: toMuLaw };

type Law = keyof typeof TABLES;
const LAWS: Law[] = ['alaw', 'mulaw'];

/** The 128 positive values of the decoder, in 16 bits. */
function outputs(law: Law): number[] {
  return TABLES[law].flatMap(({ first, last }) =>
    Array.from({ length: 16 }, (_, step) => (first + ((last - first) * step) / 15) * SCALE[law]),
  );
}

/** Where the interval of each of the 128 positive values begins, in 16 bits. */
function decisions(law: Law): number[] {
  return TABLES[law].flatMap(({ ends }, segment, all) => {
    const from = all[segment - 1]?.ends ?? (law === 'mulaw' ? -1 : 0);
    return Array.from(
      { length: 16 },
      (_, step) => Math.max(0, from + ((ends - from) * step) / 16) * SCALE[law],
    );
  });
}

function decoded(law: Law, code: number): number {
  const read = getSampleReader(law === 'alaw' ? 6 : 7, 8);
  return read(new DataView(Uint8Array.of(code).buffer), 0) * 32_768;
}

describe.each(LAWS)('%s', (law) => {
  test('decodes all 256 codes to the values of the recommendation', () => {
    outputs(law).forEach((value, level) => {
      const code = CODES[law](level);
      expect([code, decoded(law, code)]).toEqual([code, value]);
      expect([code, Math.abs(decoded(law, code ^ 0x80))]).toEqual([code, value]);
      if (value !== 0) expect(decoded(law, code ^ 0x80)).toBeLessThan(0);
    });
  });

  test('encodes every sample to the code whose decision interval contains it', () => {
    const starts = decisions(law);
    let level = 0;
    for (let sample = 0; sample < 32_768; sample += 1) {
      if (sample >= (starts[level + 1] ?? Number.POSITIVE_INFINITY)) level += 1;
      expect([sample, ENCODERS[law](sample)]).toEqual([sample, CODES[law](level)]);
    }
    expect(level).toBe(127);
  });

  test('encodes every value of the decoder to the same code again', () => {
    for (let code = 0; code < 256; code += 1) {
      const value = decoded(law, code);
      expect(decoded(law, ENCODERS[law](value)) - value).toBe(0);
    }
  });

  test('keeps the loudest samples loud', () => {
    expect(decoded(law, ENCODERS[law](32_767))).toBe(outputs(law).at(-1));
    expect(decoded(law, ENCODERS[law](-32_768))).toBe(-(outputs(law).at(-1) ?? 0));
  });

  test('keeps the exact length of a file, with a signal-to-noise ratio over 35 dB', async () => {
    const pcm = mono(speechLike(1.3337, 8_000, 0.3), 8_000);
    const bytes = await encode(pcm, { format: law, bitrate_kbps: null });
    const heard = (await decode(bytes)).pcm;
    expect(heard.sampleRate).toBe(8_000);
    expect(sampleCount(heard)).toBe(sampleCount(pcm));
    expect(bytes.length % 2).toBe(0);
    const view = new DataView(bytes.buffer);
    expect(view.getUint32(4, true)).toBe(bytes.length - 8);
    expect(view.getUint32(46, true)).toBe(sampleCount(pcm));
    expect(snr(pcm.channels[0]!, heard.channels[0]!)).toBeGreaterThan(35);
  });
});

test('G.711 of another rate is resampled to 8 kHz', async () => {
  const bytes = await encode(mono(speechLike(1, 44_100), 44_100), { format: 'mulaw', bitrate_kbps: null });
  const { pcm } = await decode(bytes);
  expect([pcm.sampleRate, sampleCount(pcm)]).toEqual([8_000, 8_000]);
});

function snr(signal: Float32Array, heard: Float32Array): number {
  let [power, noise] = [0, 0];
  signal.forEach((value, i) => {
    power += value ** 2;
    noise += (value - (heard[i] ?? 0)) ** 2;
  });
  return 10 * Math.log10(power / noise);
}
