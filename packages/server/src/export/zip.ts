import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of the archive. For bytes, the size is written before the data; for a stream, after it. */
export type ZipEntry = {
  name: string;
  mtime: Date;
  content: Buffer | AsyncIterable<Buffer>;
  compress: boolean;
};

/**
 * A ZIP, generated entry by entry while it is read. Only the directory record of a written entry stays in
 * memory. ZIP64 fields are used only where a count, a size or an offset needs them. The layout of each record is in PKWARE's
 * APPNOTE, sections 4.3.7 (local header), 4.3.9 (descriptor), 4.3.12 (central header) and 4.3.14 to 4.3.16 (end).
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const records: ZipRecord[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const { name, mtime, compress: deflated } = entry;
    const streamed = !Buffer.isBuffer(entry.content);
    const record = { name, mtime, offset, streamed, deflated, crc: 0, size: 0, packed: 0 };
    for await (const piece of writeEntry(entry, record)) {
      offset += piece.length;
      yield piece;
    }
    records.push(record);
  }
  let size = 0;
  for (const record of records) {
    const piece = centralRecord(record);
    size += piece.length;
    yield piece;
  }
  yield endOfDirectory({ count: records.length, size, offset });
}

/** Writes the header and the content of an entry, and completes its record for the directory. */
async function* writeEntry({ content }: ZipEntry, record: ZipRecord): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) {
    Object.assign(record, {
      crc: crc32(content),
      size: content.length,
      packed: content.length,
      deflated: false,
    });
    yield localHeader(record);
    yield content;
    return;
  }
  // The size is not known yet: a descriptor follows the data.
  yield localHeader(record);
  let pieces: AsyncIterable<Buffer> = countInto(record, content);
  // The callback only prevents an unhandled error. The reader of the stream receives the error anyway.
  if (record.deflated) pieces = pipeline(pieces, createDeflateRaw(), () => {});
  for await (const piece of pieces) {
    record.packed += piece.length;
    yield piece;
  }
  yield dataDescriptor(record);
}

/** Sizes and checksum of a streamed entry. Sizes take eight bytes only if four are too few. */
function dataDescriptor(record: ZipRecord): Buffer {
  const isLarge = record.size >= LIMIT_32 || record.packed >= LIMIT_32;
  const descriptor = Buffer.alloc(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(record.crc, 4);
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(record.packed), 8);
    descriptor.writeBigUInt64LE(BigInt(record.size), 16);
  } else {
    descriptor.writeUInt32LE(record.packed, 8);
    descriptor.writeUInt32LE(record.size, 12);
  }
  return descriptor;
}

/** Passes the pieces through, and adds them to the size and checksum of the record. */
async function* countInto(record: ZipRecord, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    record.crc = crc32(piece, record.crc);
    record.size += piece.length;
    yield piece;
  }
}

/** The data of one entry in the directory at the end of a ZIP. */
type ZipRecord = {
  /**
   * A string, because a small buffer can share memory with a larger one, which would then stay in memory as long
   * as the record.
   */
  name: string;
  mtime: Date;
  /** Where the entry's header begins. */
  offset: number;
  /** Whether size and checksum follow the data instead of being in the header. */
  streamed: boolean;
  deflated: boolean;
  crc: number;
  size: number;
  packed: number;
};

const VERSION = 20;
const VERSION_ZIP64 = 45;
const MADE_ON_UNIX = (3 << 8) | VERSION_ZIP64;
const FLAG_STREAMED = 0x0008;
const FLAG_UTF8 = 0x0800;
const REGULAR_FILE = 0o100644 * 0x10000;
const LIMIT_32 = 0xffffffff;
const LIMIT_16 = 0xffff;

/** Without sizes if the entry is streamed. */
function localHeader(record: ZipRecord): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  writeSharedFields(header, 6, record);
  if (!record.streamed) writeSizes(header, 14, record);
  const name = Buffer.from(record.name);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

/** The entry of a file in the directory at the end of the archive. */
export function centralRecord(record: ZipRecord): Buffer {
  // The fields that do not fit into four bytes, in the order that the format requires.
  const large = [record.size, record.packed, record.offset].filter((value) => value >= LIMIT_32);
  const extra = Buffer.alloc(large.length === 0 ? 0 : 4 + large.length * 8);
  if (large.length > 0) {
    extra.writeUInt16LE(0x0001, 0);
    extra.writeUInt16LE(large.length * 8, 2);
  }
  for (const [index, value] of large.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_ON_UNIX, 4);
  header.writeUInt16LE(extra.length > 0 ? VERSION_ZIP64 : VERSION, 6);
  writeSharedFields(header, 8, record);
  writeSizes(header, 16, record);
  const name = Buffer.from(record.name);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(REGULAR_FILE, 38);
  header.writeUInt32LE(Math.min(record.offset, LIMIT_32), 42);
  return Buffer.concat([header, name, extra]);
}

/** The record at the end of the archive. A ZIP64 record precedes it if a value does not fit. */
export function endOfDirectory(directory: { count: number; size: number; offset: number }): Buffer {
  const { count, size, offset } = directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, LIMIT_16), 8);
  end.writeUInt16LE(Math.min(count, LIMIT_16), 10);
  end.writeUInt32LE(Math.min(size, LIMIT_32), 12);
  end.writeUInt32LE(Math.min(offset, LIMIT_32), 16);
  if (count < LIMIT_16 && size < LIMIT_32 && offset < LIMIT_32) return end;
  const zip64 = Buffer.alloc(56 + 20);
  zip64.writeUInt32LE(0x06064b50, 0);
  // The size of this record after these 12 bytes.
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeUInt16LE(MADE_ON_UNIX, 12);
  zip64.writeUInt16LE(VERSION_ZIP64, 14);
  zip64.writeBigUInt64LE(BigInt(count), 24);
  zip64.writeBigUInt64LE(BigInt(count), 32);
  zip64.writeBigUInt64LE(BigInt(size), 40);
  zip64.writeBigUInt64LE(BigInt(offset), 48);
  // The locator, which points to the record above.
  zip64.writeUInt32LE(0x07064b50, 56);
  zip64.writeBigUInt64LE(BigInt(offset + size), 64);
  zip64.writeUInt32LE(1, 72);
  return Buffer.concat([zip64, end]);
}

/** Both headers have flags, method and time in the same order. */
function writeSharedFields(header: Buffer, at: number, record: ZipRecord): void {
  header.writeUInt16LE(FLAG_UTF8 | (record.streamed ? FLAG_STREAMED : 0), at);
  header.writeUInt16LE(record.deflated ? 8 : 0, at + 2);
  const { mtime } = record;
  // As in MS-DOS: years from 1980 in seven bits, and seconds in steps of two.
  const year = Math.min(2107, Math.max(1980, mtime.getUTCFullYear()));
  const date = ((year - 1980) << 9) | ((mtime.getUTCMonth() + 1) << 5) | mtime.getUTCDate();
  const time = (mtime.getUTCHours() << 11) | (mtime.getUTCMinutes() << 5) | (mtime.getUTCSeconds() >> 1);
  header.writeUInt16LE(time, at + 4);
  header.writeUInt16LE(date, at + 6);
}

/** Writes checksum and sizes. A size above 32 bits is in a ZIP64 field instead, and its maximum is written here. */
function writeSizes(header: Buffer, at: number, record: ZipRecord): void {
  header.writeUInt32LE(record.crc, at);
  header.writeUInt32LE(Math.min(record.packed, LIMIT_32), at + 4);
  header.writeUInt32LE(Math.min(record.size, LIMIT_32), at + 8);
}
