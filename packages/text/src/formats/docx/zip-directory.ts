import { ScriptError } from '../script-error.ts';

/** A file in a ZIP archive, as its directory describes it. */
export interface ZipEntry {
  name: string;
  method: number;
  crc32: number;
  compressed_bytes: number;
  size_bytes: number;
  offset: number;
  is_encrypted: boolean;
}

const MOST_ENTRIES = 10_000;
const MOST_BYTES = 1_073_741_824;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LONGEST_COMMENT = 65_535;
const ZIP64 = 0xffffffff;

/** Reads the directory of an archive and checks its declared sizes, without unpacking anything. */
export function readZipDirectory(bytes: Uint8Array): Map<string, ZipEntry> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw unsafe(`The archive has more than ${MOST_ENTRIES} files.`);
  const entries = new Map<string, ZipEntry>();
  let total = 0;
  let at = archive.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    const { entry, next } = readEntry(archive, { at, end });
    if (entries.has(entry.name)) throw brokenZip('contains two files with the same name');
    entries.set(entry.name, entry);
    total += entry.size_bytes;
    if (total > MOST_BYTES) throw unsafe('The archive is too large: it unpacks to more than 1 GiB.');
    at = next;
  }
  return entries;
}

/** The end-of-directory record, which a comment may follow. */
function findEnd(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_LENGTH - LONGEST_COMMENT);
  for (let at = archive.length - END_LENGTH; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) !== END) continue;
    if (at + END_LENGTH + archive.readUInt16LE(at + 20) === archive.length) return at;
  }
  throw brokenZip('is truncated, or the file is not a ZIP archive');
}

function readEntry(
  archive: Buffer,
  { at, end }: { at: number; end: number },
): { entry: ZipEntry; next: number } {
  if (at + ENTRY_LENGTH > end || archive.readUInt32LE(at) !== ENTRY)
    throw brokenZip('has a damaged directory');
  const nameLength = archive.readUInt16LE(at + 28);
  const next = at + ENTRY_LENGTH + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  if (next > end) throw brokenZip('has a damaged directory');
  const entry: ZipEntry = {
    name: archive.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
    is_encrypted: (archive.readUInt16LE(at + 8) & 1) === 1,
    method: archive.readUInt16LE(at + 10),
    crc32: archive.readUInt32LE(at + 16),
    compressed_bytes: archive.readUInt32LE(at + 20),
    size_bytes: archive.readUInt32LE(at + 24),
    offset: archive.readUInt32LE(at + 42),
  };
  if ([entry.size_bytes, entry.compressed_bytes, entry.offset].includes(ZIP64)) {
    throw brokenZip('has parts of more than 4 GiB');
  }
  return { entry, next };
}

export function brokenZip(what: string): ScriptError {
  return new ScriptError(`The ZIP archive of the file ${what}.`, { code: 'BROKEN_FILE' });
}

export function unsafe(message: string): ScriptError {
  return new ScriptError(message, { code: 'UNSAFE_FILE' });
}
