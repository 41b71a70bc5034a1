import { crc32, inflateRawSync } from 'node:zlib';
import { brokenFile, ScriptError } from '../script-error.ts';

/** A file in a ZIP archive, as its directory describes it (APPNOTE 4.3.12 has the positions of the fields). */
export interface ZipEntry {
  name: string;
  method: number;
  crc32: number;
  compressed_bytes: number;
  size_bytes: number;
  offset: number;
  is_encrypted: boolean;
}

const MAX_ENTRIES = 10_000;
const MAX_BYTES = 1_073_741_824;
const MAX_TEXT_BYTES = 67_108_864;
/** Below this size, any compression ratio is harmless. */
const MIN_RATIO_BYTES = 1_048_576;
const MAX_RATIO = 300;

/** The signatures of the three kinds of records, and their lengths without their texts. */
const END = 0x06054b50;
const END_LENGTH = 22;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;
const MAX_COMMENT = 65_535;
/** The size or position in an entry that has its real value elsewhere, because it is too large for four bytes. */
const ZIP64 = 0xffffffff;
/** The compression methods that are supported. */
const STORED = 0;
const DEFLATED = 8;

/** Reads the directory of an archive and checks its declared sizes, without unpacking anything. */
export function readZipDirectory(bytes: Uint8Array): Map<string, ZipEntry> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw unsafe(`The archive has more than ${MAX_ENTRIES} files.`);
  const entries = new Map<string, ZipEntry>();
  let total = 0;
  let at = archive.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (at + ENTRY_LENGTH > end || archive.readUInt32LE(at) !== ENTRY) throw damagedList();
    // The name follows the entry, then the extra fields and the comment.
    const nameEnd = at + ENTRY_LENGTH + archive.readUInt16LE(at + 28);
    const next = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (next > end) throw damagedList();
    const entry: ZipEntry = {
      name: archive.toString('utf8', at + ENTRY_LENGTH, nameEnd),
      // The first of the flags.
      is_encrypted: (archive.readUInt16LE(at + 8) & 1) === 1,
      method: archive.readUInt16LE(at + 10),
      crc32: archive.readUInt32LE(at + 16),
      compressed_bytes: archive.readUInt32LE(at + 20),
      size_bytes: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    };
    if ([entry.size_bytes, entry.compressed_bytes, entry.offset].includes(ZIP64))
      throw brokenZip('has parts of more than 4 GiB');
    if (entries.has(entry.name)) throw brokenZip('contains two files with the same name');
    entries.set(entry.name, entry);
    total += entry.size_bytes;
    if (total > MAX_BYTES) throw unsafe('The archive is too large: it unpacks to more than 1 GiB.');
    at = next;
  }
  return entries;
}

/** The position of the end-of-directory record, which a comment may follow (APPNOTE 4.3.16). */
function findEnd(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_LENGTH - MAX_COMMENT);
  for (let at = archive.length - END_LENGTH; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) !== END) continue;
    if (at + END_LENGTH + archive.readUInt16LE(at + 20) === archive.length) return at;
  }
  throw damagedList();
}

/** Unpacks one file, limited to the size in its directory entry and to fixed limits. */
export function readZipEntry(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const { name, method, offset, compressed_bytes, size_bytes } = entry;
  if (entry.is_encrypted) throw brokenZip('is password-protected');
  if (method !== STORED && method !== DEFLATED) throw brokenZip('uses an unsupported compression method');
  if (size_bytes > MAX_TEXT_BYTES)
    throw unsafe('The document is too large: its text unpacks to more than 64 MiB.');
  if (size_bytes > MIN_RATIO_BYTES && size_bytes > compressed_bytes * MAX_RATIO)
    throw unsafe(`The archive may be a zip bomb: its text unpacks to more than ${MAX_RATIO} times its size.`);

  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + LOCAL_LENGTH > archive.length || archive.readUInt32LE(offset) !== LOCAL)
    throw brokenZip('is damaged: its list of files points outside of the file');
  // The header of the file repeats its name (APPNOTE 4.3.7).
  const nameEnd = offset + LOCAL_LENGTH + archive.readUInt16LE(offset + 26);
  if (archive.toString('utf8', offset + LOCAL_LENGTH, nameEnd) !== name)
    throw brokenZip('is damaged: its list of files does not match its content');
  const start = nameEnd + archive.readUInt16LE(offset + 28);
  if (start + compressed_bytes > archive.length) throw brokenZip('is truncated');

  let content: Uint8Array = archive.subarray(start, start + compressed_bytes);
  if (method === DEFLATED) content = inflate(content, size_bytes);
  if (content.length !== size_bytes || crc32(content) !== entry.crc32)
    throw brokenZip('is damaged: the checksum of a file in it does not match');
  return content;
}

/** The content of a compressed file, which may not be longer than its entry says. */
function inflate(compressed: Uint8Array, size_bytes: number): Uint8Array {
  try {
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, size_bytes) });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw unsafe('The archive may be a zip bomb: its text unpacks to more than its declared size.');
    throw brokenZip('is damaged: a file in it cannot be unpacked');
  }
}

/** The error for an archive whose list of files cannot be read. */
function damagedList(): ScriptError {
  return brokenFile(
    'The file is not a ZIP archive, or it is damaged: its list of files cannot be read. Save it again.',
  );
}

/** The error for an archive that cannot be read. */
function brokenZip(what: string): ScriptError {
  return brokenFile(`The ZIP archive of the file ${what}.`);
}

/** The error for an archive that exceeds a limit. */
function unsafe(message: string): ScriptError {
  return new ScriptError(message, { code: 'UNSAFE_FILE' });
}
