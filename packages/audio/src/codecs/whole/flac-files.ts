import { AudioError } from '../../audio-error.ts';
import { cutShort, type Strictness } from './strictness.ts';

/** `fLaC`, and the header of the block that follows: 34 bytes of stream information. */
const STARTS = [Buffer.from('fLaC\x00\x00\x00\x22', 'latin1'), Buffer.from('fLaC\x80\x00\x00\x22', 'latin1')];
/** The largest frame of 65,535 samples of 24 bits in two channels, and its header. */
const MAX_FRAME_BYTES = 420_000;
const SHORTEST_FRAME_BYTES = 9;

/** Each header begins a file. In the frames, these eight bytes do not occur by chance. */
export function flacFiles(bytes: Uint8Array, strictness: Strictness): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = new Set([0]);
  for (const start of STARTS)
    for (let at = file.indexOf(start, 1); at >= 0; at = file.indexOf(start, at + 1)) starts.add(at);
  const ordered = [...starts].sort((a, b) => a - b);
  const files = ordered.map((start, index) => bytes.subarray(start, ordered[index + 1]));
  if (strictness === 'strict') for (const own of files) checkLastFrame(own);
  return files;
}

/** A file must contain the samples that its header declares for a channel, and if it is strict, no more. */
export function checkFlacSamples(bytes: Uint8Array, samples: number, strictness: Strictness): void {
  const declared = declaredSamples(bytes);
  if (declared === undefined || samples === declared) return;
  if (samples < declared) throw cutShort('flac', `it contains ${samples} of ${declared} samples`);
  if (strictness === 'strict')
    throw new AudioError('broken', `The flac file contains ${samples} samples, but declares ${declared}.`);
}

/** The samples of a channel that the header declares. Undefined if it declares none, as in a stream. */
function declaredSamples(bytes: Uint8Array): number | undefined {
  if (bytes.length < 26) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22) || undefined;
}

/** The checksum at the end of the last frame covers the frame, so the file ends with a whole frame if one fits. */
function checkLastFrame(bytes: Uint8Array): void {
  const from = audioStart(bytes);
  const first = Math.max(from, bytes.length - MAX_FRAME_BYTES);
  for (let at = bytes.length - SHORTEST_FRAME_BYTES; at >= first; at--)
    if (isFrameHeader(bytes, at) && crc16(bytes.subarray(at)) === 0) return;
  throw cutShort('flac', 'it does not end with a whole frame');
}

/** The position after the blocks of metadata. */
function audioStart(bytes: Uint8Array): number {
  for (let at = 4; at + 4 <= bytes.length; ) {
    const [type = 0, a = 0, b = 0, c = 0] = bytes.subarray(at, at + 4);
    at += 4 + (a << 16) + (b << 8) + c;
    if (type & 0x80) {
      if (at < bytes.length) return at;
      break;
    }
  }
  throw new AudioError('broken', 'The flac file contains no audio.');
}

/** Whether a frame begins here (RFC 9639, 9.1): the fixed fields are valid, and so is the checksum of the header. */
function isFrameHeader(bytes: Uint8Array, at: number): boolean {
  const [sync = 0, strategy = 0, sizes = 0, shape = 0, number = 0] = bytes.subarray(at, at + 5);
  if (sync !== 0xff || (strategy & 0xfe) !== 0xf8) return false;
  const [block, rate] = [sizes >> 4, sizes & 15];
  if (block === 0 || rate === 15 || shape >> 4 > 10 || (shape & 1) !== 0) return false;
  // The number is coded like UTF-8: leading ones give its length.
  const ones = Math.clz32(~(number << 24));
  const numberBytes = ones === 0 ? 1 : ones;
  const blockBytes = block === 6 ? 1 : block === 7 ? 2 : 0;
  const rateBytes = rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0;
  const length = 4 + numberBytes + blockBytes + rateBytes;
  return crc8(bytes.subarray(at, at + length + 1)) === 0;
}

function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1;
  }
  return crc;
}

/** The table of the checksum of frames: polynomial 0x8005, highest bit first. */
const CRC16_TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index << 8;
  for (let bit = 0; bit < 8; bit++) value = value & 0x8000 ? (value << 1) ^ 0x8005 : value << 1;
  return value & 0xffff;
});

function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (CRC16_TABLE[(crc >> 8) ^ byte] ?? 0);
  return crc;
}
