import { AudioError } from '../audio-error.ts';
import { checkedPcm, checkSize, type Pcm, sampleCount } from '../pcm.ts';
import { scalePcm } from '../signal/gain.ts';
import type { SourceFormat } from './formats.ts';
import { findMp3Header } from './mp3/mp3-header.ts';
import { withExactLength } from './ogg/opus-length.ts';
import { sniffFormat } from './sniff.ts';
import { decodeWav } from './wav/wav.ts';
import { checkFlacSamples } from './whole/flac-files.ts';
import type { Strictness } from './whole/strictness.ts';
import { wholeFiles } from './whole/whole-files.ts';

const FLAC_TAIL_BYTES = 64;
/** Small chunks, so that the size limit stops a file that unpacks to hours of silence before memory runs out. */
const CHUNK_BYTES = 65_536;
const FLAC_BIT_DEPTHS = [8, 16, 24];

export type Decoded = { pcm: Pcm; format: SourceFormat };

/**
 * Decodes any supported file to PCM; the format is detected from the bytes. Several files in `bytes` become one audio. A
 * file that is cut short is an error. A new decoder per file, because resets leak memory.
 */
export async function decode(bytes: Uint8Array, strictness: Strictness = 'lenient'): Promise<Decoded> {
  const format = sniffFormat(bytes);
  const parts: Pcm[] = [];
  let samples = 0;
  for (const file of wholeFiles(bytes, format, strictness)) {
    const pcm =
      format === 'wav'
        ? decodeWav(file, strictness)
        : await decodeFile(file, { format, strictness, samplesBefore: samples });
    samples += sampleCount(pcm) * pcm.channels.length;
    checkSize(samples);
    parts.push(pcm);
  }
  return { format, pcm: joinPcm(parts, format) };
}

type FileFacts = {
  format: Exclude<SourceFormat, 'wav'>;
  strictness: Strictness;
  /** Of the files before it, because the size limit is for all of them together. */
  samplesBefore: number;
};

async function decodeFile(bytes: Uint8Array, { format, strictness, samplesBefore }: FileFacts): Promise<Pcm> {
  const parts: DecodedPart[] = [];
  let samples = samplesBefore;
  const keep = (part: DecodedPart): void => {
    samples += part.channelData.reduce((sum, channel) => sum + channel.length, 0);
    checkSize(samples);
    parts.push(part);
  };
  await eachPart(format, bytes, keep, strictness);
  const pcm = joinParts(parts, format);
  if (format === 'opus') return checkedPcm(withExactLength(pcm, bytes), format);
  return checkedPcm(format === 'mp3' ? withoutCopiedSide(pcm, bytes) : pcm, format);
}

function joinPcm(parts: readonly Pcm[], format: SourceFormat): Pcm {
  const [first, ...others] = parts;
  if (!first) throw new AudioError('broken', `The ${format} file contains no audio.`);
  if (others.length === 0) return first;
  const { channels, sampleRate } = first;
  if (others.some((part) => part.sampleRate !== sampleRate || part.channels.length !== channels.length))
    throw new AudioError('broken', `The sample rate or the channels change within the ${format} file.`);
  return {
    channels: channels.map((_, index) => joinArrays(parts.map((part) => part.channels[index]))),
    sampleRate,
  };
}

async function openDecoder(format: Exclude<SourceFormat, 'wav'>): Promise<ChunkDecoder> {
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
function withTail(bytes: Uint8Array): Uint8Array {
  const longer = new Uint8Array(bytes.length + FLAC_TAIL_BYTES);
  longer.set(bytes);
  return longer;
}

/** The mp3 decoder always returns stereo; this restores mono. */
function withoutCopiedSide(pcm: Pcm, bytes: Uint8Array): Pcm {
  const header = findMp3Header(bytes);
  if (!header) throw new AudioError('broken', 'The mp3 file has no audio frame.');
  if (header.mono) return { ...pcm, channels: pcm.channels.slice(0, 1) };
  return pcm;
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

/**
 * Visits the audio of one file in parts, for files that are too long to hold in memory. All parts have the same sample
 * rate, and there is at least one.
 */
export async function eachPart(
  format: Exclude<SourceFormat, 'wav'>,
  bytes: Uint8Array,
  visit: (part: DecodedPart) => void,
  strictness: Strictness = 'lenient',
): Promise<void> {
  const source = format === 'flac' ? withTail(bytes) : bytes;
  const decoder = await openDecoder(format);
  await decoder.ready;
  let rate: number | undefined;
  let samples = 0;
  const take = (part: DecodedPart | undefined) => {
    if (part) failOnError(part, format);
    const length = part?.channelData[0]?.length ?? 0;
    if (!part || length === 0) return;
    rate ??= part.sampleRate;
    if (part.sampleRate !== rate)
      throw new AudioError('unsupported', `The sample rate of the ${format} file changes within the file.`);
    samples += length;
    visit(part);
  };
  try {
    for (let at = 0; at < source.length; at += CHUNK_BYTES) {
      take(await decoded(() => decoder.decode(source.subarray(at, at + CHUNK_BYTES)), format));
    }
    if (decoder.flush) take(await decoded(async () => await decoder.flush?.(), format));
  } finally {
    decoder.free();
  }
  if (rate === undefined) throw new AudioError('broken', `The ${format} file contains no audio.`);
  if (format === 'flac') checkFlacSamples(bytes, samples, strictness);
}

/** Decoders in WebAssembly end with errors of their memory when a file is damaged. */
async function decoded(
  decode: () => DecodedPart | Promise<DecodedPart | undefined>,
  format: SourceFormat,
): Promise<DecodedPart | undefined> {
  try {
    return await decode();
  } catch (error) {
    throw new AudioError('broken', `The ${format} file is damaged and cannot be decoded.`, { cause: error });
  }
}

function failOnError({ errors }: DecodedPart, format: SourceFormat): void {
  const [first] = errors;
  if (!first) return;
  throw new AudioError('broken', `The ${format} file is damaged: ${first.message.slice(0, 120)}`);
}

function joinParts(parts: DecodedPart[], format: SourceFormat): Pcm {
  const { channelData = [], sampleRate = 0, bitDepth = 16 } = parts[0] ?? {};
  const channels = channelData.map((_, index) => joinArrays(parts.map((part) => part.channelData[index])));
  const pcm = { channels, sampleRate };
  if (format !== 'flac') return pcm;
  // The flac decoder divides by the largest sample instead of full scale, which would make flac lossy.
  if (!FLAC_BIT_DEPTHS.includes(bitDepth)) {
    throw new AudioError('unsupported', `FLAC with ${bitDepth} bits per sample is not supported.`);
  }
  const fullScale = 2 ** (bitDepth - 1);
  return scalePcm(pcm, (fullScale - 1) / fullScale);
}

function joinArrays(parts: readonly (Float32Array | undefined)[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + (part?.length ?? 0), 0));
  let at = 0;
  for (const part of parts) {
    if (part) samples.set(part, at);
    at += part?.length ?? 0;
  }
  return samples;
}
