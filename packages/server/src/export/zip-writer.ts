import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { centralRecord, dataDescriptor, endOfDirectory, localHeader, type ZipRecord } from './zip-records.ts';

/** One file of the archive. Bytes that are at hand are stored with their size ahead; streams say it after. */
export type ZipEntry = {
  name: string;
  mtime: Date;
  content: Buffer | AsyncIterable<Buffer>;
  compress: boolean;
};

/**
 * A ZIP as it is pulled, entry after entry. Of a written entry only its directory record stays in memory;
 * ZIP64 fields appear where a count, a size or an offset needs them.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const records: ZipRecord[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const record = startRecord(entry, offset);
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

function startRecord(entry: ZipEntry, offset: number): ZipRecord {
  const streamed = !Buffer.isBuffer(entry.content);
  const { name, mtime, compress: deflated } = entry;
  return { name, mtime, offset, streamed, deflated, crc: 0, size: 0, packed: 0 };
}

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
  yield localHeader(record);
  const measured = measure(content, record);
  for await (const piece of record.deflated ? deflate(measured) : measured) {
    record.packed += piece.length;
    yield piece;
  }
  yield dataDescriptor(record);
}

async function* measure(content: AsyncIterable<Buffer>, record: ZipRecord): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    record.crc = crc32(piece, record.crc);
    record.size += piece.length;
    yield piece;
  }
}

function deflate(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // The callback only prevents an unhandled error: the reader of the stream gets it anyway.
  return pipeline(content, createDeflateRaw(), () => {});
}
