import { AudioError } from '../../audio-error.ts';
import { cutShortError, type Strictness } from './strictness.ts';

/** `fLaC`, and the header of the block that follows: 34 bytes of stream information. */
const STARTS = [Buffer.from('fLaC\x00\x00\x00\x22', 'latin1'), Buffer.from('fLaC\x80\x00\x00\x22', 'latin1')];
/** The largest frame of 65,535 samples of 24 bits in two channels, and its header. */
const MAX_FRAME_BYTES = 420_000;
/** The size of the smallest frame. */
const MIN_FRAME_BYTES = 9;

/** The files, each of which begins with a header. In the frames, its eight bytes do not occur by chance. */
export function flacFiles(bytes: Uint8Array, strictness: Strictness): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = new Set([0]);
  for (const start of STARTS)
    for (
      let headerStart = file.indexOf(start, 1);
      headerStart >= 0;
      headerStart = file.indexOf(start, headerStart + 1)
    )
      starts.add(headerStart);
  const fileStarts = [...starts].sort((one, other) => one - other);
  const files = fileStarts.map((start, index) => bytes.subarray(start, fileStarts[index + 1]));
  if (strictness === 'strict') for (const flacFile of files) checkLastFrame(flacFile);
  return files;
}

/** A file must contain the samples that its header declares for a channel, and if it is strict, no more. */
export function checkFlacSamples(bytes: Uint8Array, samples: number, strictness: Strictness): void {
  if (bytes.length < 26) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The number of samples has 36 bits, which begin in the lower half of byte 21.
  const declaredSamples = (view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22);
  // A stream declares 0.
  if (declaredSamples === 0 || samples === declaredSamples) return;
  if (samples < declaredSamples)
    throw cutShortError('flac', `it contains ${samples} of ${declaredSamples} samples`);
  if (strictness === 'strict')
    throw new AudioError(
      'broken',
      `The flac file contains ${samples} samples, but declares ${declaredSamples}.`,
    );
}

/**
 * Throws if a file does not end with a whole frame. The checksum at the end of a frame covers the frame, so there is one if
 * the checksum of the last bytes fits.
 */
function checkLastFrame(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let framesAt = 4;
  let isLastBlock = false;
  // The frames begin after the blocks of metadata.
  while (!isLastBlock && framesAt + 4 <= bytes.length) {
    // A flag for the last block with the type, and the length in three bytes.
    isLastBlock = (file.readUInt8(framesAt) & 0x80) !== 0;
    framesAt += 4 + file.readUIntBE(framesAt + 1, 3);
  }
  if (!isLastBlock || framesAt >= bytes.length)
    throw new AudioError('broken', 'The flac file contains no audio.');
  const firstStart = Math.max(framesAt, bytes.length - MAX_FRAME_BYTES);
  for (let frameStart = bytes.length - MIN_FRAME_BYTES; frameStart >= firstStart; frameStart--)
    // The checksum of a frame together with its own checksum is 0.
    if (isFrameHeader(bytes, frameStart) && crc16(bytes.subarray(frameStart)) === 0) return;
  throw cutShortError('flac', 'it does not end with a whole frame');
}

/** The bytes at the end of a header that contain the size of the block and the sample rate, by their codes. */
const BLOCK_SIZE_BYTES: Readonly<Record<number, number>> = { 6: 1, 7: 2 };
const RATE_BYTES: Readonly<Record<number, number>> = { 12: 1, 13: 2, 14: 2 };

/** Whether a frame begins here (RFC 9639, 9.1): the fixed fields are valid, and so is the checksum of the header. */
function isFrameHeader(bytes: Uint8Array, offset: number): boolean {
  const [sync = 0, strategy = 0, sizes = 0, shape = 0, number = 0] = bytes.subarray(offset, offset + 5);
  if (sync !== 0xff || (strategy & 0xfe) !== 0xf8) return false;
  const [block, rate] = [sizes >> 4, sizes & 15];
  // Reserved codes, and a bit that is always 0.
  if (block === 0 || rate === 15 || shape >> 4 > 10 || (shape & 1) !== 0) return false;
  // The number is coded like UTF-8: leading ones give its length.
  const ones = Math.clz32(~(number << 24));
  const numberBytes = Math.max(1, ones);
  const length = 4 + numberBytes + (BLOCK_SIZE_BYTES[block] ?? 0) + (RATE_BYTES[rate] ?? 0);
  return crc8(bytes.subarray(offset, offset + length + 1)) === 0;
}

/** The checksum of headers of frames: polynomial 0x07, highest bit first. */
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

/** The checksum of frames. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (CRC16_TABLE[(crc >> 8) ^ byte] ?? 0);
  return crc;
}
