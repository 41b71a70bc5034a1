import { joinBytes } from '../encode-stream.ts';

/** One packet of a logical stream and the position that a player has reached after it. */
export type OggPacket = { bytes: Uint8Array; granule: number };

const HEADER_BYTES = 27;
const CHECKSUM_AT = 22;
const MAX_SEGMENTS = 255;
const SEGMENT_BYTES = 255;
/** One second of 20 ms frames: the amount that a player reads to find a position. */
const MAX_PACKETS = 50;
/** The flags of the first and of the last page. */
const FIRST_PAGE = 2;
const LAST_PAGE = 4;
/** Fixed instead of random, so that equal audio gives equal bytes. */
const SERIAL = 1;

/** The table of the checksum of RFC 3533: polynomial 0x04c11db7, highest bit first. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** The checksum of RFC 3533. */
function crc32(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 255] ?? 0)) >>> 0;
  return crc;
}

/** The checksum of a page, whose own field counts as zeros. */
export function computePageChecksum(page: Uint8Array): number {
  // The `slice` of a Buffer does not copy.
  const copy = new Uint8Array(page);
  copy.fill(0, CHECKSUM_AT, CHECKSUM_AT + 4);
  return crc32(copy);
}

/**
 * An Ogg file (RFC 3533) with one stream. Each header packet has its own page. The other pages contain one second each.
 * No packet is longer than a page.
 */
export function writeOgg(headers: readonly Uint8Array[], packets: readonly OggPacket[]): Uint8Array {
  const groups = headers.map((bytes): OggPacket[] => [{ bytes, granule: 0 }]);
  let [group, segments]: [OggPacket[], number] = [[], 0];
  for (const packet of packets) {
    const count = countSegments(packet.bytes);
    if (group.length === MAX_PACKETS || segments + count > MAX_SEGMENTS) {
      groups.push(group);
      [group, segments] = [[], 0];
    }
    group.push(packet);
    segments += count;
  }
  groups.push(group);
  const pages = groups.map((packetsOfPage, number) => {
    // The length of each packet, as 255 for each full segment and a last length below 255.
    const lacing = packetsOfPage.flatMap(({ bytes }) => [
      ...Array<number>(countSegments(bytes) - 1).fill(SEGMENT_BYTES),
      bytes.length % SEGMENT_BYTES,
    ]);
    const header = Buffer.alloc(HEADER_BYTES);
    header.write('OggS');
    let flags = 0;
    if (number === 0) flags |= FIRST_PAGE;
    if (number === groups.length - 1) flags |= LAST_PAGE;
    header[5] = flags;
    header.writeBigInt64LE(BigInt(packetsOfPage.at(-1)?.granule ?? 0), 6);
    header.writeUInt32LE(SERIAL, 14);
    header.writeUInt32LE(number, 18);
    header[26] = lacing.length;
    const page = Buffer.from(
      joinBytes([header, Uint8Array.from(lacing), ...packetsOfPage.map(({ bytes }) => bytes)]),
    );
    page.writeUInt32LE(crc32(page), CHECKSUM_AT);
    return page;
  });
  return joinBytes(pages);
}

/** The number of segments of a packet. The last one is not full, and can be empty. */
function countSegments(bytes: Uint8Array): number {
  return Math.floor(bytes.length / SEGMENT_BYTES) + 1;
}
