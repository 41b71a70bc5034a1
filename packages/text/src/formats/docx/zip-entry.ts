import { crc32, inflateRawSync } from 'node:zlib';
import { brokenZip, unsafe, type ZipEntry } from './zip-directory.ts';

const LARGEST = 67_108_864;
/** Below this size, any compression ratio is harmless. */
const SMALL = 1_048_576;
const MOST_RATIO = 300;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;

/** Unpacks one file, limited to the size in its directory entry and to fixed limits. */
export function readZipEntry(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  checkPromises(entry);
  const packed = packedBytes(bytes, entry);
  const unpacked = entry.method === STORED ? packed : inflate(packed, entry.size_bytes);
  if (unpacked.length !== entry.size_bytes || crc32(unpacked) !== entry.crc32) {
    throw brokenZip('is damaged: the checksum of a file in it does not match');
  }
  return unpacked;
}

function checkPromises(entry: ZipEntry): void {
  if (entry.is_encrypted) throw brokenZip('is password-protected');
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw brokenZip('uses an unsupported compression method');
  if (entry.size_bytes > LARGEST)
    throw unsafe('The document is too large: its text unpacks to more than 64 MiB.');
  if (entry.size_bytes > SMALL && entry.size_bytes > entry.compressed_bytes * MOST_RATIO) {
    throw unsafe(
      `The archive may be a zip bomb: its text unpacks to more than ${MOST_RATIO} times its size.`,
    );
  }
}

function packedBytes(bytes: Uint8Array, { name, offset, compressed_bytes }: ZipEntry): Uint8Array {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + LOCAL_LENGTH > archive.length || archive.readUInt32LE(offset) !== LOCAL) {
    throw brokenZip('is damaged: its directory points outside of the file');
  }
  const nameLength = archive.readUInt16LE(offset + 26);
  const nameAt = offset + LOCAL_LENGTH;
  if (archive.toString('utf8', nameAt, nameAt + nameLength) !== name) {
    throw brokenZip('is damaged: its directory does not match its files');
  }
  const start = nameAt + nameLength + archive.readUInt16LE(offset + 28);
  if (start + compressed_bytes > archive.length) throw brokenZip('is truncated');
  return archive.subarray(start, start + compressed_bytes);
}

function inflate(packed: Uint8Array, size_bytes: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size_bytes) });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw unsafe('The archive may be a zip bomb: its text unpacks to more than its declared size.');
    }
    throw brokenZip('is damaged: a file in it cannot be unpacked');
  }
}
