import { resample } from '../../master/resample.ts';
import { type Pcm, sampleCount } from '../../pcm.ts';
import { createWav, toInt16 } from '../wav/wav-encode.ts';
import { toALaw, toMuLaw } from './g711.ts';

export const G711_SAMPLE_RATE = 8_000;
const TAGS = { alaw: 6, mulaw: 7 } as const;

/** A WAV file with G.711 inside: 8 kHz, as every telephone system expects it. */
export function encodeG711(pcm: Pcm, law: 'mulaw' | 'alaw'): Uint8Array {
  const source = resample(pcm, G711_SAMPLE_RATE);
  const count = source.channels.length;
  const format = { tag: TAGS[law], channels: count, sampleRate: G711_SAMPLE_RATE, sampleBytes: 1 };
  const { bytes, dataAt } = createWav(format, sampleCount(source));
  const codeOf = law === 'mulaw' ? toMuLaw : toALaw;
  source.channels.forEach((channel, offset) => {
    for (let i = 0; i < channel.length; i++)
      bytes[dataAt + i * count + offset] = codeOf(toInt16(channel[i] ?? 0));
  });
  return bytes;
}
