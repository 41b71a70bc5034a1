import { type Pcm, sampleCount } from '../pcm.ts';
import { resample } from '../signal/resample.ts';
import { createWav, toInt16 } from './wav/wav-encode.ts';

export const G711_SAMPLE_RATE = 8_000;
/** The codes of the laws in the header of a WAV file. */
const TAGS = { alaw: 6, mulaw: 7 } as const;

/** A WAV file with G.711 inside: 8 kHz, as every telephone system expects it. */
export function encodeG711(pcm: Pcm, law: 'mulaw' | 'alaw'): Uint8Array {
  const source = resample(pcm, G711_SAMPLE_RATE);
  const channelCount = source.channels.length;
  const format = { tag: TAGS[law], channels: channelCount, sampleRate: G711_SAMPLE_RATE, sampleBytes: 1 };
  const { bytes, dataAt } = createWav(format, sampleCount(source));
  const encodeSample = law === 'mulaw' ? toMuLaw : toALaw;
  source.channels.forEach((channel, offset) => {
    for (let index = 0; index < channel.length; index++)
      bytes[dataAt + index * channelCount + offset] = encodeSample(toInt16(channel[index] ?? 0));
  });
  return bytes;
}

// The codes of 16-bit samples. Both laws are logarithmic: eight segments of sixteen steps on each side of zero.
const MU_BIAS = 0x84;
const MU_CLIP = 32_767 - MU_BIAS;

/** The mu-law code of a sample from -32,768 to 32,767. */
export function toMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS;
  // The bias puts the leading bit of every magnitude between 7 and 14.
  const segment = 24 - Math.clz32(magnitude);
  const step = (magnitude >> (segment + 3)) & 0x0f;
  // The law inverts all bits.
  return ~(sign | (segment << 4) | step) & 0xff;
}

/** The A-law code of a sample from -32,768 to 32,767. */
export function toALaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  // Twelve bits of magnitude. The steps below zero mirror those above zero.
  const magnitude = (sample < 0 ? ~sample : sample) >> 4;
  // The two lowest segments have the same steps, so that their code is the magnitude itself.
  const shift = Math.max(0, 27 - Math.clz32(magnitude));
  const code = shift === 0 ? magnitude : ((shift + 1) << 4) | ((magnitude >> shift) & 0x0f);
  // The law inverts every second bit.
  return (sign | code) ^ 0x55;
}
