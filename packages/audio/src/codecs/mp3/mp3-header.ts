export type Mp3Header = {
  mpeg1: boolean;
  mono: boolean;
  sampleRate: number;
  bitrateKbps: number;
  samplesPerFrame: number;
  frameBytes: number;
};

const RATES = [44_100, 48_000, 32_000];
/** By the version: MPEG 2.5, reserved, MPEG 2 and MPEG 1. */
const RATE_DIVISORS = [4, 1, 2, 1];
export const MPEG1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
export const MPEG2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** Header of a layer III frame at `offset`, or null. Free-format streams are not read. */
export function readMp3Header(bytes: Uint8Array, offset: number): Mp3Header | null {
  const [sync = 0, version = 0, rates = 0, modes = 0] = bytes.subarray(offset, offset + 4);
  // The sync word of eleven ones, and the code of layer III.
  if (sync !== 0xff || (version & 0xe6) !== 0xe2) return null;
  const versionId = (version >> 3) & 3;
  const mpeg1 = versionId === 3;
  const bitrateKbps = (mpeg1 ? MPEG1_KBPS : MPEG2_KBPS)[rates >> 4];
  const baseRate = RATES[(rates >> 2) & 3];
  if (versionId === 1 || !bitrateKbps || !baseRate) return null;
  const sampleRate = baseRate / (RATE_DIVISORS[versionId] ?? 1);
  const samplesPerFrame = mpeg1 ? 1152 : 576;
  // 125 bytes per second are 1 kbit/s. The last bit of `rates` marks a padding byte.
  const frameBytes = Math.floor((samplesPerFrame * 125 * bitrateKbps) / sampleRate) + ((rates >> 1) & 1);
  return { mpeg1, mono: modes >> 6 === 3, sampleRate, bitrateKbps, samplesPerFrame, frameBytes };
}

/** The first header with another frame after it, because one header alone may be chance. A last frame also counts. */
export function findMp3Header(bytes: Uint8Array): Mp3Header | null {
  const end = Math.min(bytes.length - 4, id3Bytes(bytes) + 65_536);
  for (let offset = id3Bytes(bytes); offset <= end; offset++) {
    const header = readMp3Header(bytes, offset);
    if (!header) continue;
    const nextOffset = offset + header.frameBytes;
    if (nextOffset === bytes.length || readMp3Header(bytes, nextOffset)) return header;
  }
  return null;
}

/** The number of frames from the start, each of which begins where the one before ends. */
export function countMp3Frames(bytes: Uint8Array): number {
  let frames = 0;
  for (let offset = 0; ; frames++) {
    const header = readMp3Header(bytes, offset);
    if (!header) return frames;
    offset += header.frameBytes;
  }
}

/** The length of the ID3 tag before the first frame, or 0. Its length field has seven bits in each of its bytes. */
function id3Bytes(bytes: Uint8Array): number {
  const header = Buffer.from(bytes.subarray(0, 10));
  if (header.length < 10 || header.toString('latin1', 0, 3) !== 'ID3') return 0;
  let length = 0;
  for (const byte of header.subarray(6)) length = (length << 7) | (byte & 127);
  return header.length + length;
}
