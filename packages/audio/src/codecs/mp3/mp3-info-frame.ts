import { writeText } from '../wav/wav-encode.ts';
import { countMp3Frames, MPEG1_KBPS, MPEG2_KBPS, type Mp3Header, readMp3Header } from './mp3-header.ts';

/** Samples that the encoder puts before the audio. */
const ENCODER_DELAY = 576;
/** The length of the tag, and the position of its checksum in it. */
const TAG_BYTES = 156;
const CRC_AT = 154;

/**
 * The silent first frame, which states how many frames follow and how many samples at both ends are not audio. Without
 * it, players and decoders add up to 0.1 s of silence and guess the duration.
 */
export function createInfoFrame(stream: Uint8Array, audio: { samples: number; bitrate: number }): Uint8Array {
  const header = readMp3Header(stream, 0);
  if (!header) return new Uint8Array(0);
  const frames = countMp3Frames(stream);
  const tagAt = 4 + countSideInfoBytes(header);
  const frame = createEmptyFrame(stream, header, tagAt + TAG_BYTES);
  const view = new DataView(frame.buffer);
  writeText(frame, tagAt, 'Info');
  // Four fields follow: frames, bytes, positions and quality.
  view.setUint32(tagAt + 4, 0b1111);
  view.setUint32(tagAt + 8, frames);
  view.setUint32(tagAt + 12, frame.length + stream.length);
  // The position of each percent of the time. A constant bitrate makes them even.
  for (let percent = 0; percent < 100; percent++)
    frame[tagAt + 16 + percent] = Math.floor((percent * 256) / 100);
  // After the tag's 16 bytes, its 100 positions and the quality, which stays 0, comes the part about the encoder.
  const encoderAt = tagAt + 120;
  writeText(frame, encoderAt, 'LAME3.100');
  // Revision 0, method 1: constant bitrate.
  frame[encoderAt + 9] = 1;
  const samplesAfter = frames * header.samplesPerFrame - ENCODER_DELAY - audio.samples;
  const padding = Math.max(0, Math.min(0xfff, samplesAfter));
  // The bitrate in 8 bits, and the samples before and after the audio in 12 bits each.
  view.setUint32(encoderAt + 20, (Math.min(255, audio.bitrate) << 24) | (ENCODER_DELAY << 12) | padding);
  view.setUint32(encoderAt + 28, frame.length + stream.length);
  view.setUint16(tagAt + CRC_AT, crc16(frame.subarray(0, tagAt + CRC_AT)));
  return frame;
}

/** The bytes between the header of a frame and the place of its tag. */
export function countSideInfoBytes({ mpeg1, mono }: Mp3Header): number {
  if (mpeg1 && !mono) return 32;
  if (!mpeg1 && mono) return 9;
  return 17;
}

/** A frame in the format of the stream. At low bitrates, it is larger, because the tag must fit. */
function createEmptyFrame(stream: Uint8Array, header: Mp3Header, minimum: number): Uint8Array<ArrayBuffer> {
  const start = stream.slice(0, 4);
  const rates = start[2] ?? 0;
  const kbps = header.mpeg1 ? MPEG1_KBPS : MPEG2_KBPS;
  for (let index = rates >> 4; index < kbps.length; index++) {
    // No padding byte. The set bit means that there is no checksum.
    start[2] = (index << 4) | (rates & 0b1100);
    start[1] = (start[1] ?? 0) | 1;
    const bytes = readMp3Header(start, 0)?.frameBytes ?? 0;
    if (bytes < minimum) continue;
    const frame = new Uint8Array(bytes);
    frame.set(start);
    return frame;
  }
  return new Uint8Array(minimum);
}

/** The checksum of the tag: polynomial 0x8005, lowest bit first. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
