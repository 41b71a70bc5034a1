import { SpeechError, type SpeechResult } from './provider.ts';
import type { Take } from './take.ts';

/** Mono audio with 16 bits. */
export interface Samples {
  samples: Int16Array;
  sample_rate: number;
}

const HEADER_BYTES = 44;
const UNKNOWN_SIZE = 0xffff_ffff;

/** Reads little-endian samples. Drops an odd last byte, because it is half a sample. */
export function readPcm(bytes: Uint8Array): Int16Array {
  const copy = bytes.slice(0, bytes.length - (bytes.length % 2));
  return new Int16Array(copy.buffer, copy.byteOffset, copy.length / 2);
}

/** The samples of a plain 16-bit WAV. The mean of the two channels of stereo. */
export function toMono(wav: Uint8Array): Samples {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const channels = view.getUint16(22, true);
  const interleaved = readPcm(wav.subarray(HEADER_BYTES));
  const sample_rate = view.getUint32(24, true);
  if (channels === 1) return { samples: interleaved, sample_rate };
  const samples = new Int16Array(Math.floor(interleaved.length / channels));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += interleaved[i * channels + channel] ?? 0;
    samples[i] = Math.round(sum / channels);
  }
  return { samples, sample_rate };
}

/** A plain 16-bit mono WAV. */
export function writeWav({ samples, sample_rate }: Samples): Uint8Array {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return withHeader(bytes, { sample_rate, size: bytes.length });
}

/** Samples of a stream, whose header does not state their length. */
export function writeStreamedWav(samples: Uint8Array, sample_rate: number): Uint8Array {
  return withHeader(samples, { sample_rate, size: UNKNOWN_SIZE });
}

function withHeader(samples: Uint8Array, { sample_rate, size }: { sample_rate: number; size: number }) {
  const bytes = Buffer.alloc(HEADER_BYTES + samples.length);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(Math.min(UNKNOWN_SIZE, HEADER_BYTES - 8 + size), 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sample_rate, 24);
  bytes.writeUInt32LE(sample_rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(size, 40);
  bytes.set(samples, HEADER_BYTES);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Joins parts in sequence, and moves the timestamps of their words accordingly. */
export function joinTakes(
  takes: readonly Take[],
): Pick<SpeechResult, 'audio' | 'sample_rate' | 'duration_ms' | 'words'> {
  const sample_rate = takes[0]?.sample_rate ?? 0;
  if (takes.some((take) => take.sample_rate !== sample_rate))
    throw new SpeechError('unusable', 'The parts of the line have different sample rates.');
  const samples = new Int16Array(takes.reduce((sum, take) => sum + take.samples.length, 0));
  const words: SpeechResult['words'] = [];
  let position = 0;
  for (const take of takes) {
    const offset = Math.round((position * 1_000) / sample_rate);
    for (const { text, start_ms, end_ms } of take.words)
      words.push({ text, start_ms: start_ms + offset, end_ms: end_ms + offset });
    samples.set(take.samples, position);
    position += take.samples.length;
  }
  const duration_ms = Math.round((samples.length * 1_000) / sample_rate);
  return { audio: writeWav({ samples, sample_rate }), sample_rate, duration_ms, words };
}
