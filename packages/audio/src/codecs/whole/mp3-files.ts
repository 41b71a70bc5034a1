import { AudioError } from '../../audio-error.ts';
import { joinBytes } from '../encode-stream.ts';
import { type Mp3Header, readMp3Header } from '../mp3/mp3-header.ts';
import { countSideInfoBytes } from '../mp3/mp3-info-frame.ts';
import { cutShortError, foreignBytesError, type Strictness } from './strictness.ts';

/** The frames between two info frames. `declaredFrames`: how many frames the info frame announces. */
type Part = {
  spans: { start: number; end: number }[];
  frames: number;
  declaredFrames: number | undefined;
};

const ID3V1_BYTES = 128;
const ID3V2_HEADER_BYTES = 10;

/**
 * The files in a stream of frames. An info frame begins a file, because it says how many samples at both ends are no audio. Tags are left out, also those
 * between frames.
 */
export function mp3Files(bytes: Uint8Array, strictness: Strictness): Uint8Array[] {
  const parts: Part[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const tag = measureTag(bytes, offset);
    if (tag > 0) {
      offset += tag;
      continue;
    }
    const header = readMp3Header(bytes, offset);
    if (!header) {
      // Players search for the next frame, which is not safe in a response.
      if (strictness === 'lenient') return [bytes];
      throw foreignBytesError('mp3', bytes.subarray(offset));
    }
    const end = offset + header.frameBytes;
    if (end > bytes.length) {
      if (strictness === 'strict') throw cutShortError('mp3', 'its last frame is incomplete');
      break;
    }
    const info = readInfoFrame(bytes, offset, header);
    const part = parts.at(-1);
    if (info) parts.push({ spans: [{ start: offset, end }], frames: 0, declaredFrames: info.frames });
    else if (!part) parts.push({ spans: [{ start: offset, end }], frames: 1, declaredFrames: undefined });
    else {
      part.frames += 1;
      const span = part.spans.at(-1);
      if (span?.end === offset) span.end = end;
      else part.spans.push({ start: offset, end });
    }
    offset = end;
  }
  for (const part of parts) checkFrameCount(part, strictness);
  const isOneFile = parts.length === 1 && parts[0]?.spans.length === 1;
  if (isOneFile && strictness === 'lenient') return [bytes];
  return parts.map(({ spans }) => joinBytes(spans.map(({ start, end }) => bytes.subarray(start, end))));
}

/** Throws if a file has fewer frames than its info frame announces, or, if it is strict, more. */
function checkFrameCount({ frames, declaredFrames }: Part, strictness: Strictness): void {
  if (declaredFrames === undefined || frames === declaredFrames) return;
  if (frames < declaredFrames)
    throw cutShortError('mp3', `it contains ${frames} of ${declaredFrames} frames`);
  if (strictness === 'strict')
    throw new AudioError('broken', `The mp3 file contains ${frames} frames, but declares ${declaredFrames}.`);
}

/** The number of frames in an info frame of LAME or Xing; undefined if the frame contains audio. */
function readInfoFrame(
  bytes: Uint8Array,
  offset: number,
  header: Mp3Header,
): { frames: number | undefined } | undefined {
  const tagAt = offset + 4 + countSideInfoBytes(header);
  const text = Buffer.from(bytes.subarray(tagAt, tagAt + 4)).toString('latin1');
  if (text !== 'Xing' && text !== 'Info') return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasFrames = tagAt + 12 <= bytes.length && (view.getUint32(tagAt + 4) & 1) === 1;
  if (!hasFrames) return { frames: undefined };
  return { frames: view.getUint32(tagAt + 8) };
}

/** The length of a tag, or of zeros up to the end; 0 for anything else. */
function measureTag(bytes: Uint8Array, offset: number): number {
  const start = Buffer.from(bytes.subarray(offset, offset + 8)).toString('latin1');
  if (start.startsWith('ID3') && offset + ID3V2_HEADER_BYTES <= bytes.length) {
    const [flags = 0, ...sizeBytes] = bytes.subarray(offset + 5, offset + ID3V2_HEADER_BYTES);
    let size = 0;
    // Seven bits of each byte.
    for (const byte of sizeBytes) size = (size << 7) | (byte & 127);
    const hasFooter = (flags & 0x10) !== 0;
    // A footer repeats the header.
    return size + ID3V2_HEADER_BYTES * (hasFooter ? 2 : 1);
  }
  if (start.startsWith('TAG') && offset + ID3V1_BYTES <= bytes.length) return ID3V1_BYTES;
  if (start === 'APETAGEX' && offset + 16 <= bytes.length) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + offset, Math.min(32, bytes.length - offset));
    // The size does not include a header of 32 bytes.
    return 32 + view.getUint32(12, true);
  }
  const onlyZerosFollow = bytes[offset] === 0 && bytes.subarray(offset).every((byte) => byte === 0);
  return onlyZerosFollow ? bytes.length - offset : 0;
}
