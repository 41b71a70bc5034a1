import { AudioError } from '../audio-error.ts';
import { scalePcm } from '../master/gain.ts';
import { checkedPcm, checkSize, type Pcm } from '../pcm.ts';
import type { SourceFormat } from './formats.ts';
import { findMp3Header } from './mp3/mp3-header.ts';
import { withExactLength } from './ogg/opus-length.ts';
import { sniffFormat } from './sniff.ts';
import { decodeWav } from './wav/wav.ts';

const FLAC_TAIL_BYTES = 64;
/** Small chunks, so that the size limit stops a file that unpacks to hours of silence before memory runs out. */
const CHUNK_BYTES = 65_536;
const FLAC_BIT_DEPTHS = [8, 16, 24];

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

/** The FLAC decoder drops a last frame of only a few bytes (silence) unless more bytes follow it. */
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

type DecodedPart = {
  channelData: Float32Array[];
  sampleRate: number;
  bitDepth?: number;
  errors: { message: string }[];
};

/** The common interface of the WASM decoders. */
type ChunkDecoder = {
  ready: Promise<void>;
  decode(bytes: Uint8Array): DecodedPart | Promise<DecodedPart>;
  flush?(): Promise<DecodedPart>;
  free(): void;
};

async function decodeChunks(decoder: ChunkDecoder, bytes: Uint8Array, format: SourceFormat): Promise<Pcm> {
  const parts: DecodedPart[] = [];
  let samples = 0;
  await eachPart(decoder, { bytes, format }, (part) => {
    samples += part.channelData.reduce((sum, channel) => sum + channel.length, 0);
    checkSize(samples);
    parts.push(part);
  });
  return joinParts(parts, format);
}

/**
 * Visits decoded audio in parts, for files that are too long to hold in memory. All parts have the same sample rate,
 * and there is at least one.
 */
export async function eachPart(
  decoder: ChunkDecoder,
  { bytes, format }: { bytes: Uint8Array; format: SourceFormat },
  visit: (part: DecodedPart) => void,
): Promise<void> {
  await decoder.ready;
  let rate: number | undefined;
  const take = (part: DecodedPart) => {
    failOnError(part, format);
    if ((part.channelData[0]?.length ?? 0) === 0) return;
    rate ??= part.sampleRate;
    if (part.sampleRate !== rate)
      throw new AudioError('unsupported', `The sample rate of the ${format} file changes within the file.`);
    visit(part);
  };
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      take(await decoder.decode(bytes.subarray(at, at + CHUNK_BYTES)));
    }
    if (decoder.flush) take(await decoder.flush());
  } finally {
    decoder.free();
  }
  if (rate === undefined) throw new AudioError('broken', `The ${format} file contains no audio.`);
}

function failOnError({ errors }: DecodedPart, format: SourceFormat): void {
  const [first] = errors;
  if (!first) return;
  throw new AudioError('broken', `The ${format} file is damaged: ${first.message.slice(0, 120)}`);
}

function joinParts(parts: DecodedPart[], format: SourceFormat): Pcm {
  const { channelData = [], sampleRate = 0, bitDepth = 16 } = parts[0] ?? {};
  const channels = channelData.map((_, index) => joinChannel(parts, index));
  const pcm = { channels, sampleRate };
  return format === 'flac' ? withExactScale(pcm, bitDepth) : pcm;
}

/** The flac decoder divides by the largest sample instead of full scale, which would make flac lossy. */
function withExactScale(pcm: Pcm, bitDepth: number): Pcm {
  if (!FLAC_BIT_DEPTHS.includes(bitDepth)) {
    throw new AudioError('unsupported', `FLAC with ${bitDepth} bits per sample is not supported.`);
  }
  const fullScale = 2 ** (bitDepth - 1);
  return scalePcm(pcm, (fullScale - 1) / fullScale);
}

function joinChannel(parts: DecodedPart[], index: number): Float32Array {
  const length = parts.reduce((sum, part) => sum + (part.channelData[0]?.length ?? 0), 0);
  const joined = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    const channel = part.channelData[index];
    if (channel) joined.set(channel, at);
    at += part.channelData[0]?.length ?? 0;
  }
  return joined;
}
