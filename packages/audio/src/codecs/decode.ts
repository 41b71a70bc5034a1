import { AudioError } from '../audio-error.ts';
import { checkedPcm, type Pcm } from '../pcm.ts';
import { type ChunkDecoder, decodeChunks } from './decode-chunks.ts';
import type { SourceFormat } from './formats.ts';
import { findMp3Header } from './mp3/mp3-header.ts';
import { withExactLength } from './ogg/opus-length.ts';
import { sniffFormat } from './sniff.ts';
import { decodeWav } from './wav/wav.ts';

const FLAC_TAIL_BYTES = 64;

export type Decoded = { pcm: Pcm; format: SourceFormat };

/**
 * Decodes any supported file to PCM; the format is detected from the bytes. A new decoder per file, because
 * resets leak memory.
 */
export async function decode(bytes: Uint8Array): Promise<Decoded> {
  const format = sniffFormat(bytes);
  if (format === 'wav') return { format, pcm: decodeWav(bytes) };
  const source = format === 'flac' ? withTail(bytes) : bytes;
  const pcm = await decodeChunks(await openDecoder(format), source, format);
  if (format === 'opus') return { format, pcm: checkedPcm(withExactLength(pcm, bytes), format) };
  return { format, pcm: checkedPcm(format === 'mp3' ? withoutCopiedSide(pcm, bytes) : pcm, format) };
}

export async function openDecoder(format: Exclude<SourceFormat, 'wav'>): Promise<ChunkDecoder> {
  switch (format) {
    case 'mp3':
      return new (await import('mpg123-decoder')).MPEGDecoder();
    case 'flac':
      return new (await import('@wasm-audio-decoders/flac')).FLACDecoder();
    case 'ogg':
      return new (await import('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder();
    case 'opus':
      return new (await import('ogg-opus-decoder')).OggOpusDecoder();
  }
}

/** The flac decoder drops a last frame of a few bytes (silence), unless it can read on behind it. */
export function withTail(bytes: Uint8Array): Uint8Array {
  const longer = new Uint8Array(bytes.length + FLAC_TAIL_BYTES);
  longer.set(bytes);
  return longer;
}

/** The mp3 decoder always returns stereo; this restores mono. */
function withoutCopiedSide(pcm: Pcm, bytes: Uint8Array): Pcm {
  const header = findMp3Header(bytes);
  if (!header) throw new AudioError('broken', 'The mp3 file has no audio frame.');
  return header.mono ? { ...pcm, channels: pcm.channels.slice(0, 1) } : pcm;
}
