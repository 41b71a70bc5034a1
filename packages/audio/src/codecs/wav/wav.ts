import { AudioError } from '../../audio-error.ts';
import { checkPcm, checkSampleRate, checkSize, type Pcm } from '../../pcm.ts';
import { foreignBytesError, type Strictness } from '../whole/strictness.ts';
import { getSampleReader } from './wav-samples.ts';

/** `tag`: the code of the encoding. `blockAlign`: the bytes of one sample of every channel. */
type Format = { tag: number; channels: number; sampleRate: number; blockAlign: number };
type Span = { start: number; size: number };

/** The code for a format whose real code follows in an extension. */
const EXTENSIBLE = 0xfffe;
/** Streaming writers do not know the length, so they write a value at or near the maximum. */
const UNKNOWN_LENGTH = 0x7fff_f000;
const UINT32_MAX = 0xffff_ffff;

/** Whether a file begins like WAV. RF64 is WAV of more than 4 GB. */
export function isWav(bytes: Uint8Array): boolean {
  const text = ascii(bytes, 0, 4);
  return (text === 'RIFF' || text === 'RF64') && ascii(bytes, 8, 4) === 'WAVE';
}

/**
 * Where the audio of a file is, from its first bytes and its size. Undefined if only the whole file shows it: a header
 * without a length, a truncated file, or long metadata before the audio.
 */
export function readWavHead(head: Uint8Array, fileSize: number) {
  if (!isWav(head)) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let format: Format | undefined;
  for (let offset = 12; offset + 8 <= head.length; ) {
    const id = ascii(head, offset, 4);
    const size = view.getUint32(offset + 4, true);
    const dataAt = offset + 8;
    if (id === 'fmt ') format = readFormat(view, dataAt, size);
    if (id === 'data') {
      if (!format || size === 0 || dataAt + size > fileSize) return undefined;
      return { ...format, dataAt, frames: Math.floor(size / format.blockAlign) };
    }
    offset = dataAt + size + (size % 2);
  }
  return undefined;
}

/** One file, without what follows it. `strict`: nothing but other chunks may follow the audio. */
export function decodeWav(bytes: Uint8Array, strictness: Strictness = 'lenient'): Pcm {
  if (!isWav(bytes)) throw new AudioError('unsupported', 'The file is not a WAV file.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { format, data } = findChunks(view, bytes);
  if (!format) throw new AudioError('broken', 'The WAV file has no format chunk.');
  if (!data) throw new AudioError('broken', 'The WAV file has a header but no audio.');
  const frames = Math.floor(data.size / format.blockAlign);
  if (strictness === 'strict') {
    if (data.size % format.blockAlign !== 0)
      throw new AudioError('broken', 'The WAV file is truncated: it ends within a sample.');
    const end = data.start + data.size;
    const jsonAt = end === bytes.length ? findJsonTail(bytes) : end;
    if (jsonAt < end) throw foreignBytesError('WAV', bytes.subarray(jsonAt));
    checkTrailingBytes(bytes, end);
  }
  if (frames === 0) throw new AudioError('broken', 'The WAV file has a header but no audio.');
  checkSize(frames * format.channels);
  const readSample = getSampleReader(format.tag, (format.blockAlign / format.channels) * 8);
  const channels = Array.from({ length: format.channels }, (_, channel) => {
    const firstOffset = data.start + (format.blockAlign / format.channels) * channel;
    const samples = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame++)
      samples[frame] = readSample(view, firstOffset + frame * format.blockAlign);
    return samples;
  });
  return checkPcm({ channels, sampleRate: format.sampleRate }, 'WAV');
}

const MAX_JSON_BYTES = 4_096;

/**
 * The position of a JSON object at the end; the length of the file without one. A service that fails in the middle of its stream
 * often appends its error, and a header without a length counts it as audio.
 */
function findJsonTail(bytes: Uint8Array): number {
  const tailStart = Math.max(0, bytes.length - MAX_JSON_BYTES);
  const tail = ascii(bytes, tailStart, MAX_JSON_BYTES);
  if (!tail.trimEnd().endsWith('}')) return bytes.length;
  for (let jsonStart = tail.lastIndexOf('{"'); jsonStart > 0; ) {
    try {
      JSON.parse(tail.slice(jsonStart));
      return tailStart + jsonStart;
    } catch {
      jsonStart = tail.lastIndexOf('{"', jsonStart - 1);
    }
  }
  return bytes.length;
}

/** Writers put chunks of metadata or zeros after the audio. Anything else is audio that the header does not count. */
function checkTrailingBytes(bytes: Uint8Array, audioEnd: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = audioEnd; offset < bytes.length; ) {
    if (bytes.subarray(offset).every((byte) => byte === 0)) return;
    // A pad byte after a chunk of odd length.
    if (offset % 2 === 1 && bytes[offset] === 0) offset++;
    const isChunk = offset + 8 <= bytes.length && /^[\x20-\x7e]{4}$/.test(ascii(bytes, offset, 4));
    if (!isChunk) throw foreignBytesError('WAV', bytes.subarray(offset));
    const end = offset + 8 + view.getUint32(offset + 4, true);
    if (end > bytes.length) throw foreignBytesError('WAV', bytes.subarray(offset));
    offset = end;
  }
}

/** The format of the samples, and where they are. What is missing in the file is missing in the result. */
function findChunks(view: DataView, bytes: Uint8Array): { format?: Format; data?: Span } {
  const chunks: { format?: Format; data?: Span } = {};
  let longSize = UINT32_MAX;
  for (let offset = 12; offset + 8 <= view.byteLength; ) {
    const id = ascii(bytes, offset, 4);
    const size = view.getUint32(offset + 4, true);
    const start = offset + 8;
    // The sizes of a file over 4 GB, or of a writer that cannot go back to the beginning.
    if (id === 'ds64' && start + 16 <= view.byteLength) longSize = Number(view.getBigUint64(start + 8, true));
    if (id === 'fmt ') chunks.format = readFormat(view, start, size);
    if (id === 'data') {
      chunks.data = findAudioSpan(view, bytes, { start, size: size === UINT32_MAX ? longSize : size });
      if (chunks.format) return chunks;
      offset = chunks.data.start + chunks.data.size;
    } else {
      offset = start + size;
    }
    // Chunks are padded to an even length, and some writers forget the pad byte.
    const isNextChunk = offset + 4 <= view.byteLength && /^(data|fmt |LIST)$/.test(ascii(bytes, offset, 4));
    if (offset % 2 === 1 && !isNextChunk) offset++;
  }
  return chunks;
}

/** Where the samples are, although the size in the header of their chunk may be wrong. Throws if the file is truncated. */
function findAudioSpan(view: DataView, bytes: Uint8Array, declaredSpan: Span): Span {
  const { start, size } = declaredSpan;
  const availableBytes = view.byteLength - start;
  if (size >= UNKNOWN_LENGTH && size > availableBytes) return { start, size: availableBytes };
  if (size > availableBytes) {
    throw new AudioError(
      'broken',
      `The WAV file is truncated: it contains ${availableBytes} of ${size} bytes of audio.`,
    );
  }
  if (size > 0) return declaredSpan;
  // The chunk is empty, followed by another chunk, or the length of a stream was never set.
  if (availableBytes < 8 || !/^[\x20-\x7e]{4}$/.test(ascii(bytes, start, 4)))
    return { start, size: availableBytes };
  const end = start + 8 + view.getUint32(start + 4, true);
  // A chunk that ends with the file, or before a pad byte.
  if (end === view.byteLength || end + 1 === view.byteLength) return declaredSpan;
  return { start, size: availableBytes };
}

/** The format of the samples in a format chunk. */
function readFormat(view: DataView, start: number, size: number): Format {
  if (size < 16 || start + size > view.byteLength) {
    throw new AudioError('broken', 'The WAV format chunk is truncated.');
  }
  const outerTag = view.getUint16(start, true);
  const tag = outerTag === EXTENSIBLE && size >= 26 ? view.getUint16(start + 24, true) : outerTag;
  const channels = view.getUint16(start + 2, true);
  const sampleRate = view.getUint32(start + 4, true);
  const blockAlign = view.getUint16(start + 12, true);
  checkSampleRate(sampleRate);
  if (channels === 0 || channels > 32 || blockAlign === 0 || blockAlign % channels !== 0) {
    throw new AudioError('broken', `The WAV header is invalid: ${channels} channels in ${blockAlign} bytes.`);
  }
  return { tag, channels, sampleRate, blockAlign };
}

/** The characters of a part of a file. */
function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
