import { AudioError } from '../audio-error.ts';
import { scalePcm } from '../master/gain.ts';
import { checkSize, type Pcm } from '../pcm.ts';
import type { SourceFormat } from './formats.ts';

type DecodedPart = {
  channelData: Float32Array[];
  sampleRate: number;
  bitDepth?: number;
  errors: { message: string }[];
};

/** What the WASM decoders have in common. */
export type ChunkDecoder = {
  ready: Promise<void>;
  decode(bytes: Uint8Array): DecodedPart | Promise<DecodedPart>;
  flush?(): Promise<DecodedPart>;
  free(): void;
};

/** Small enough that the size limit stops a file which unpacks to hours of silence before memory does. */
const CHUNK_BYTES = 65_536;
const FLAC_BIT_DEPTHS = [8, 16, 24];

export async function decodeChunks(
  decoder: ChunkDecoder,
  bytes: Uint8Array,
  format: SourceFormat,
): Promise<Pcm> {
  const parts: DecodedPart[] = [];
  let samples = 0;
  await eachPart(decoder, { bytes, format }, (part) => {
    samples += part.channelData.reduce((sum, channel) => sum + channel.length, 0);
    checkSize(samples);
    parts.push(part);
  });
  return joinParts(parts, format);
}

/** Yields decoded audio in parts, for files that are too long to hold in memory. */
export async function eachPart(
  decoder: ChunkDecoder,
  { bytes, format }: { bytes: Uint8Array; format: SourceFormat },
  visit: (part: DecodedPart) => void,
): Promise<void> {
  await decoder.ready;
  try {
    const take = (part: DecodedPart) => {
      failOnError(part, format);
      if ((part.channelData[0]?.length ?? 0) > 0) visit(part);
    };
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      take(await decoder.decode(bytes.subarray(at, at + CHUNK_BYTES)));
    }
    if (decoder.flush) take(await decoder.flush());
  } finally {
    decoder.free();
  }
}

function failOnError({ errors }: DecodedPart, format: SourceFormat): void {
  const [first] = errors;
  if (!first) return;
  throw new AudioError('broken', `The ${format} file is damaged: ${first.message.slice(0, 120)}`);
}

function joinParts(parts: DecodedPart[], format: SourceFormat): Pcm {
  const [first] = parts;
  if (!first) throw new AudioError('broken', `The ${format} file contains no audio.`);
  if (parts.some((part) => part.sampleRate !== first.sampleRate)) {
    throw new AudioError('unsupported', `The sample rate of the ${format} file changes within the file.`);
  }
  const channels = first.channelData.map((_, index) => joinChannel(parts, index));
  const pcm = { channels, sampleRate: first.sampleRate };
  return format === 'flac' ? withExactScale(pcm, first.bitDepth ?? 16) : pcm;
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
