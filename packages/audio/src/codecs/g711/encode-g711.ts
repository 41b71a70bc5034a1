import { resample } from '../../master/resample.ts';
import { type Pcm, sampleCount } from '../../pcm.ts';
import { toInt16, writeText } from '../wav/wav-encode.ts';
import { toALaw, toMuLaw } from './g711.ts';

export const G711_SAMPLE_RATE = 8_000;
const HEADER_BYTES = 58;
const TAGS = { alaw: 6, mulaw: 7 } as const;

/** A WAV file with G.711 inside: 8 kHz, as every telephone system expects it. */
export function encodeG711(pcm: Pcm, law: 'mulaw' | 'alaw'): Uint8Array {
  const source = resample(pcm, G711_SAMPLE_RATE);
  const frames = sampleCount(source);
  const count = source.channels.length;
  const dataBytes = frames * count;
  // Chunks have an even length.
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes + (dataBytes % 2));
  writeHeader(new DataView(bytes.buffer), { tag: TAGS[law], channels: count, frames, total: bytes.length });
  const codeOf = law === 'mulaw' ? toMuLaw : toALaw;
  source.channels.forEach((channel, offset) => {
    for (let i = 0; i < frames; i++)
      bytes[HEADER_BYTES + i * count + offset] = codeOf(toInt16(channel[i] ?? 0));
  });
  return bytes;
}

type HeaderFacts = { tag: number; channels: number; frames: number; total: number };

/** Formats other than PCM have a longer format chunk and a chunk that tells the number of samples. */
function writeHeader(view: DataView, { tag, channels, frames, total }: HeaderFacts): void {
  writeText(view, 0, 'RIFF');
  view.setUint32(4, total - 8, true);
  writeText(view, 8, 'WAVEfmt ');
  view.setUint32(16, 18, true);
  view.setUint16(20, tag, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, G711_SAMPLE_RATE, true);
  view.setUint32(28, G711_SAMPLE_RATE * channels, true);
  view.setUint16(32, channels, true);
  view.setUint16(34, 8, true);
  writeText(view, 38, 'fact');
  view.setUint32(42, 4, true);
  view.setUint32(46, frames, true);
  writeText(view, 50, 'data');
  view.setUint32(54, frames * channels, true);
}
