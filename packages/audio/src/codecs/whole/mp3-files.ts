import { AudioError } from '../../audio-error.ts';
import { joinBytes } from '../encode-stream.ts';
import { type Mp3Header, readMp3Header } from '../mp3/mp3-header.ts';
import { sideInfoBytes } from '../mp3/mp3-info-frame.ts';
import { cutShort, foreignBytes, type Strictness } from './strictness.ts';

type Span = { start: number; end: number };
/** The frames between two info frames. `declared`: how many frames the info frame announces. */
type Part = { spans: Span[]; frames: number; declared: number | undefined };

const ID3V1_BYTES = 128;
const ID3V2_HEADER_BYTES = 10;

/**
 * An info frame begins a file, because it says how many samples at both ends are no audio. Tags are left out, also those
 * between frames.
 */
export function mp3Files(bytes: Uint8Array, strictness: Strictness): Uint8Array[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = tagBytes(bytes, at);
    if (tag > 0) {
      at += tag;
      continue;
    }
    const header = readMp3Header(bytes, at);
    if (!header) {
      // Players search for the next frame, which is not safe in a response.
      if (strictness === 'lenient') return [bytes];
      throw foreignBytes('mp3', bytes.subarray(at));
    }
    const end = at + header.frameBytes;
    if (end > bytes.length) {
      if (strictness === 'strict') throw cutShort('mp3', 'its last frame is incomplete');
      break;
    }
    addFrame(parts, { start: at, end }, infoOf(bytes, at, header));
    at = end;
  }
  for (const part of parts) checkCount(part, strictness);
  if (parts.length === 1 && parts[0]?.spans.length === 1 && strictness === 'lenient') return [bytes];
  return parts.map(({ spans }) => joinBytes(spans.map(({ start, end }) => bytes.subarray(start, end))));
}

function addFrame(parts: Part[], frame: Span, info: { frames: number | undefined } | undefined): void {
  const open = parts.at(-1);
  if (info || !open) {
    parts.push({ spans: [{ ...frame }], frames: info ? 0 : 1, declared: info?.frames });
    return;
  }
  open.frames += 1;
  const last = open.spans.at(-1);
  if (last?.end === frame.start) last.end = frame.end;
  else open.spans.push({ ...frame });
}

function checkCount({ frames, declared }: Part, strictness: Strictness): void {
  if (declared === undefined || frames === declared) return;
  if (frames < declared) throw cutShort('mp3', `it contains ${frames} of ${declared} frames`);
  if (strictness === 'strict')
    throw new AudioError('broken', `The mp3 file contains ${frames} frames, but declares ${declared}.`);
}

/** The number of frames in an info frame of LAME or Xing; undefined if the frame contains audio. */
function infoOf(
  bytes: Uint8Array,
  at: number,
  header: Mp3Header,
): { frames: number | undefined } | undefined {
  const tagAt = at + 4 + sideInfoBytes(header);
  const text = Buffer.from(bytes.subarray(tagAt, tagAt + 4)).toString('latin1');
  if (text !== 'Xing' && text !== 'Info') return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasFrames = tagAt + 12 <= bytes.length && (view.getUint32(tagAt + 4) & 1) === 1;
  return { frames: hasFrames ? view.getUint32(tagAt + 8) : undefined };
}

/** The length of a tag, or of zeros up to the end; 0 for anything else. */
function tagBytes(bytes: Uint8Array, at: number): number {
  const start = Buffer.from(bytes.subarray(at, at + 8)).toString('latin1');
  if (start.startsWith('ID3') && at + ID3V2_HEADER_BYTES <= bytes.length) {
    const [flags = 0, a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at + 5, at + ID3V2_HEADER_BYTES);
    const size = ((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127);
    return size + ID3V2_HEADER_BYTES * (flags & 0x10 ? 2 : 1);
  }
  if (start.startsWith('TAG') && at + ID3V1_BYTES <= bytes.length) return ID3V1_BYTES;
  if (start === 'APETAGEX' && at + 16 <= bytes.length) return apeBytes(bytes, at);
  if (bytes[at] === 0 && bytes.subarray(at).every((byte) => byte === 0)) return bytes.length - at;
  return 0;
}

/** The size field of an APE tag does not include a header of 32 bytes. */
function apeBytes(bytes: Uint8Array, at: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, Math.min(32, bytes.length - at));
  return 32 + view.getUint32(12, true);
}
