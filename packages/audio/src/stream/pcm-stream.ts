import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { readWavHead } from '../codecs/wav/wav.ts';
import { getSampleReader } from '../codecs/wav/wav-samples.ts';
import type { Pcm } from '../pcm.ts';

/**
 * Audio that is read in blocks, as often as needed, so that hours of it fit into little memory. Every block but the last
 * has one second, so that no frame of 10 ms is in two of them.
 */
export interface PcmStream {
  sampleRate: number;
  channelCount: number;
  /** The samples of each channel. */
  length: number;
  blocks(): Iterable<Float32Array[]>;
}

type Shape = Pick<PcmStream, 'sampleRate' | 'channelCount'>;

/** Long enough for the chunks that writers put before the audio. */
const HEAD_BYTES = 65_536;

/** Collects pieces of any length into blocks. */
export function* toBlocks(
  pieces: Iterable<Float32Array[]>,
  { sampleRate, channelCount }: Shape,
): Generator<Float32Array[]> {
  const createBlock = () => Array.from({ length: channelCount }, () => new Float32Array(sampleRate));
  let block = createBlock();
  let filled = 0;
  for (const piece of pieces) {
    const length = piece[0]?.length ?? 0;
    for (let offset = 0; offset < length; ) {
      const end = Math.min(length, offset + sampleRate - filled);
      for (const [index, channel] of piece.entries())
        block[index]?.set(channel.subarray(offset, end), filled);
      filled += end - offset;
      offset = end;
      if (filled < sampleRate) continue;
      yield block;
      block = createBlock();
      filled = 0;
    }
  }
  if (filled > 0) yield block.map((channel) => channel.subarray(0, filled));
}

/** The stream with each block changed. `createChange` is called for each reading, because a change may have a state. */
export function mapBlocks(stream: PcmStream, createChange: () => (block: Pcm) => Pcm): PcmStream {
  const { sampleRate } = stream;
  return {
    ...stream,
    *blocks() {
      const change = createChange();
      for (const channels of stream.blocks()) yield change({ channels, sampleRate }).channels;
    },
  };
}

/** A WAV file as a stream. Undefined if only the whole file shows where its audio is. */
export function openWav(path: string): PcmStream | undefined {
  const file = openSync(path, 'r');
  try {
    const head = new Uint8Array(HEAD_BYTES);
    const headBytes = readSync(file, head, 0, HEAD_BYTES, 0);
    const layout = readWavHead(head.subarray(0, headBytes), fstatSync(file).size);
    if (!layout) return undefined;
    const { tag, channels: channelCount, sampleRate, blockAlign, dataAt, frames } = layout;
    const sampleBytes = blockAlign / channelCount;
    const readSample = getSampleReader(tag, sampleBytes * 8);
    const decodeBlock = (bytes: Buffer, count: number): Float32Array[] => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return Array.from({ length: channelCount }, (_, channel) => {
        const samples = new Float32Array(count);
        for (let frame = 0; frame < count; frame++)
          samples[frame] = readSample(view, frame * blockAlign + channel * sampleBytes);
        return samples;
      });
    };
    const blocks = () =>
      readParts(
        path,
        { at: dataAt, size: frames * blockAlign, partBytes: sampleRate * blockAlign },
        (bytes) => decodeBlock(bytes, bytes.length / blockAlign),
      );
    return { sampleRate, channelCount, length: frames, blocks };
  } finally {
    closeSync(file);
  }
}

/** Writes the blocks of a stream into a file, so that they are not computed again. */
export function storeStream(stream: PcmStream, path: string): PcmStream {
  const { sampleRate, channelCount } = stream;
  const file = openSync(path, 'wx', 0o600);
  try {
    for (const block of stream.blocks()) for (const channel of block) writeAll(file, toBytes(channel));
  } finally {
    closeSync(file);
  }
  const frameBytes = 4 * channelCount;
  const place = { at: 0, size: stream.length * frameBytes, partBytes: sampleRate * frameBytes };
  const blocks = () =>
    readParts(path, place, (bytes) => {
      const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
      const length = samples.length / channelCount;
      return Array.from({ length: channelCount }, (_, channel) =>
        samples.slice(channel * length, (channel + 1) * length),
      );
    });
  return { ...stream, blocks };
}

const toBytes = (samples: Float32Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);

/** Writes all bytes: one call may write fewer. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
}

/** Reads a part of a file in parts. */
function* readParts<Part>(
  path: string,
  { at, size, partBytes }: { at: number; size: number; partBytes: number },
  decodePart: (bytes: Buffer) => Part,
): Generator<Part> {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(partBytes);
  try {
    for (let offset = 0; offset < size; ) {
      const length = Math.min(partBytes, size - offset);
      let filled = 0;
      while (filled < length) {
        const count = readSync(file, buffer, filled, length - filled, at + offset + filled);
        if (count === 0) throw new Error('a file of audio is shorter than it was');
        filled += count;
      }
      yield decodePart(buffer.subarray(0, length));
      offset += length;
    }
  } finally {
    closeSync(file);
  }
}
