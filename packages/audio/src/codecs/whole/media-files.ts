import { sniffConverterInput } from '../sniff.ts';
import { cutShortError } from './strictness.ts';

/** Rejects an MP4 or WebM file that ends in the middle. ffmpeg would only convert what is there. */
export function checkWholeMedia(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const container = sniffConverterInput(bytes);
  if (container === 'mp4' && !hasWholeBoxes(file)) throw cutShortError('MP4', 'its last part is incomplete');
  if (container !== 'mp4' && !hasWholeElements(file))
    throw cutShortError('WebM', 'its last part is incomplete');
}

/**
 * Whether the last box is complete. The boxes are those of ISO/IEC 14496-12, one after another. A length of 0 means up
 * to the end, and of 1 a longer length.
 */
function hasWholeBoxes(file: Buffer): boolean {
  let offset = 0;
  while (offset + 8 <= file.length) {
    const size = file.readUInt32BE(offset);
    if (size === 0) return true;
    if (size === 1 && offset + 16 > file.length) return false;
    const length = size === 1 ? Number(file.readBigUInt64BE(offset + 8)) : size;
    // What is no box is left to ffmpeg.
    if (length < 8 || (size === 1 && length < 16)) return true;
    offset += length;
  }
  // A few bytes after the last box are no audio.
  return offset <= file.length;
}

/** Elements that contain others: the segment and its clusters. Recorders write them without a length. */
const MASTERS = new Set([0x18538067, 0x1f43b675]);

/** Whether the last element is complete. The elements are those of RFC 8794, down to the blocks with the audio. */
function hasWholeElements(file: Buffer): boolean {
  let offset = 0;
  while (offset < file.length) {
    // The zeros before the first one in a byte give the number of bytes: 1xxxxxxx is one, 01xxxxxx two.
    const idBytes = Math.clz32(file[offset] ?? 0) - 23;
    const sizeAt = offset + idBytes;
    const sizeBytes = Math.clz32(file[sizeAt] ?? 0) - 23;
    // What is no element is left to ffmpeg.
    if (idBytes > 4 || sizeBytes > 8) return true;
    const dataAt = sizeAt + sizeBytes;
    if (dataAt > file.length) return false;
    let size = (file[sizeAt] ?? 0) & (0xff >> sizeBytes);
    // A size whose bits are all ones is unknown.
    let isUnknown = size === 0xff >> sizeBytes;
    for (const byte of file.subarray(sizeAt + 1, dataAt)) {
      size = size * 256 + byte;
      isUnknown &&= byte === 0xff;
    }
    const isMaster = MASTERS.has(file.readUIntBE(offset, idBytes));
    if (isUnknown && !isMaster) return true;
    if (!isUnknown && dataAt + size > file.length) return false;
    offset = isMaster ? dataAt : dataAt + size;
  }
  return true;
}
