import { AudioError } from '../audio-error.ts';
import { checkPcm, checkSize, type Pcm, sampleCount } from '../pcm.ts';
import { scalePcm } from '../signal/gain.ts';
import type { SourceFormat } from './formats.ts';
import { findMp3Header } from './mp3/mp3-header.ts';
import { trimToExactLength } from './ogg/opus-length.ts';
import { sniffFormat } from './sniff.ts';
import { decodeWav } from './wav/wav.ts';
import { checkFlacSamples } from './whole/flac-files.ts';
import type { Strictness } from './whole/strictness.ts';
import { wholeFiles } from './whole/whole-files.ts';

const FLAC_TAIL_BYTES = 64;
/** Small chunks, so that the size limit stops a file that unpacks to hours of silence before memory runs out. */
const CHUNK_BYTES = 65_536;
const FLAC_BIT_DEPTHS = [8, 16, 24];

type DecoderFormat = Exclude<SourceFormat, 'wav'>;

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
    let pcm: Pcm;
    if (format === 'wav') pcm = decodeWav(file, strictness);
    else pcm = await decodeFile(file, format, { strictness, samples });
    samples += sampleCount(pcm) * pcm.channels.length;
    checkSize(samples);
    parts.push(pcm);
  }
  const [firstPart, ...otherParts] = parts;
  if (!firstPart) throw new AudioError('broken', `The ${format} file contains no audio.`);
  if (otherParts.length === 0) return { format, pcm: firstPart };
  const { sampleRate } = firstPart;
  const hasOtherShape = otherParts.some(
    (part) => part.sampleRate !== sampleRate || part.channels.length !== firstPart.channels.length,
  );
  if (hasOtherShape)
    throw new AudioError('broken', `The sample rate or the channels change within the ${format} file.`);
  const channels = firstPart.channels.map((_, index) =>
    joinArrays(parts.map((part) => part.channels[index])),
  );
  return { format, pcm: { channels, sampleRate } };
}

/**
 * Decodes one file. `samples`: those of the files before it, because the size limit is for all of them together.
 */
async function decodeFile(
  bytes: Uint8Array,
  format: DecoderFormat,
  options: { strictness: Strictness; samples: number },
): Promise<Pcm> {
  const parts: DecodedPart[] = [];
  let { samples } = options;
  const addPart = (part: DecodedPart): void => {
    samples += part.channelData.reduce((sum, channel) => sum + channel.length, 0);
    checkSize(samples);
    parts.push(part);
  };
  await eachPart({ bytes, format, strictness: options.strictness }, addPart);
  const { channelData = [], sampleRate = 0, bitDepth = 16 } = parts[0] ?? {};
  const channels = channelData.map((_, index) => joinArrays(parts.map((part) => part.channelData[index])));
  let pcm: Pcm = { channels, sampleRate };
  if (format === 'opus') pcm = trimToExactLength(pcm, bytes);
  if (format === 'mp3') {
    const header = findMp3Header(bytes);
    if (!header) throw new AudioError('broken', 'The mp3 file has no audio frame.');
    // The decoder always returns stereo.
    if (header.mono) pcm = { ...pcm, channels: channels.slice(0, 1) };
  }
  if (format === 'flac') {
    // The decoder divides by the largest sample instead of full scale, which would make flac lossy.
    if (!FLAC_BIT_DEPTHS.includes(bitDepth)) {
      throw new AudioError('unsupported', `FLAC with ${bitDepth} bits per sample is not supported.`);
    }
    const fullScale = 2 ** (bitDepth - 1);
    pcm = scalePcm(pcm, (fullScale - 1) / fullScale);
  }
  return checkPcm(pcm, format);
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

const DECODERS: Record<DecoderFormat, () => Promise<ChunkDecoder>> = {
  mp3: async () => new (await import('mpg123-decoder')).MPEGDecoder(),
  flac: async () => new (await import('@wasm-audio-decoders/flac')).FLACDecoder(),
  ogg: async () => new (await import('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder(),
  opus: async () => new (await import('ogg-opus-decoder')).OggOpusDecoder(),
};

/**
 * Visits the audio of one file in parts, for files that are too long to hold in memory. All parts have the same sample
 * rate, and there is at least one.
 */
export async function eachPart(
  file: { bytes: Uint8Array; format: DecoderFormat; strictness?: Strictness },
  visit: (part: DecodedPart) => void,
): Promise<void> {
  const { bytes, format, strictness = 'lenient' } = file;
  let source = bytes;
  if (format === 'flac') {
    // The decoder drops a last frame of only a few bytes (silence) unless more bytes follow it.
    source = new Uint8Array(bytes.length + FLAC_TAIL_BYTES);
    source.set(bytes);
  }
  const decoder = await DECODERS[format]();
  await decoder.ready;
  let rate: number | undefined;
  let samples = 0;
  /** Visits the next part. Decoders in WebAssembly end with errors of their memory when a file is damaged. */
  const takePart = async (decodeNext: () => DecodedPart | Promise<DecodedPart>): Promise<void> => {
    let part: DecodedPart;
    try {
      part = await decodeNext();
    } catch (error) {
      throw new AudioError('broken', `The ${format} file is damaged and cannot be decoded.`, {
        cause: error,
      });
    }
    const [error] = part.errors;
    if (error)
      throw new AudioError('broken', `The ${format} file is damaged: ${error.message.slice(0, 120)}`);
    const length = part.channelData[0]?.length ?? 0;
    if (length === 0) return;
    rate ??= part.sampleRate;
    if (part.sampleRate !== rate)
      throw new AudioError('unsupported', `The sample rate of the ${format} file changes within the file.`);
    samples += length;
    visit(part);
  };
  try {
    for (let offset = 0; offset < source.length; offset += CHUNK_BYTES) {
      await takePart(() => decoder.decode(source.subarray(offset, offset + CHUNK_BYTES)));
    }
    const { flush } = decoder;
    if (flush) await takePart(() => flush.call(decoder));
  } finally {
    decoder.free();
  }
  if (rate === undefined) throw new AudioError('broken', `The ${format} file contains no audio.`);
  if (format === 'flac') checkFlacSamples(bytes, samples, strictness);
}

/** The samples of a channel in one array. */
function joinArrays(parts: readonly (Float32Array | undefined)[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + (part?.length ?? 0), 0));
  let offset = 0;
  for (const part of parts) {
    if (part) samples.set(part, offset);
    offset += part?.length ?? 0;
  }
  return samples;
}
