import { AudioError } from '../audio-error.ts';
import { mapChannels, type Pcm, sampleCount } from '../pcm.ts';

/** All parts in one array. */
export function joinBytes(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

const CHUNK_SAMPLES = 65_536;

/** Parts of bounded size, because encoders keep their buffers at the size of the largest one. */
export function* pcmChunks(pcm: Pcm): Generator<Pcm> {
  for (let start = 0; start < sampleCount(pcm); start += CHUNK_SAMPLES) {
    yield mapChannels(pcm, (channel) => channel.subarray(start, start + CHUNK_SAMPLES));
  }
}

/** Encodes audio part by part. The encoder owns the bytes that it returns, so each part is copied before the next call. */
export function encodeStream(
  encoder: { encode(samples: readonly Float32Array[]): Uint8Array; finalize(): Uint8Array },
  pcm: Pcm,
): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const chunk of pcmChunks(pcm)) parts.push(encoder.encode(chunk.channels).slice());
  parts.push(encoder.finalize().slice());
  const bytes = joinBytes(parts);
  if (bytes.length === 0) throw new AudioError('broken', 'The encoder returned nothing.');
  return bytes;
}
