/** Ogg Opus file of `packets` silent 20 ms packets, by RFC 7845 (container) and RFC 6716 (the silent packet). */
export function silentOpus(packets: number, preSkip: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);
  const audio = Array.from({ length: packets }, () => Buffer.of(0xf8, 0xff, 0xfe));
  return Buffer.concat([
    page([head], { flags: 2, granule: 0, sequence: 0 }),
    page([tags], { flags: 0, granule: 0, sequence: 1 }),
    page(audio, { flags: 4, granule: packets * 960, sequence: 2 }),
  ]);
}

type PageFacts = { flags: number; granule: number; sequence: number };

function page(packets: Buffer[], { flags, granule, sequence }: PageFacts): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS');
  header.writeUInt8(flags, 5);
  header.writeBigInt64LE(BigInt(granule), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(sequence, 18);
  header.writeUInt8(packets.length, 26);
  const bytes = Buffer.concat([header, Buffer.from(packets.map((packet) => packet.length)), ...packets]);
  bytes.writeUInt32LE(crc32(bytes), 22);
  return bytes;
}

/** Ogg's own CRC: polynomial 0x04c11db7, not reflected, starting at 0. */
function crc32(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  }
  return crc >>> 0;
}
