import { joined } from '../../webhooks-body.ts';

/** A file on its way into an archive. */
export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Little-endian numbers of 2 or 4 bytes, one after the other. */
function numbers(...values: readonly (readonly [value: number, size: 2 | 4])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [, size]) => sum + size, 0)));
  let at = 0;
  for (const [value, size] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

const UTF8_NAMES = 0x0800;
// 1980-01-01, the first day that an archive can name.
const DATE = 0x21;

/** An archive whose files are stored as they are. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const [files, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = new TextEncoder().encode(name);
    const facts = [
      ...([
        [UTF8_NAMES, 2],
        [0, 2],
        [0, 2],
        [DATE, 2],
        [crc32(bytes), 4],
      ] as const),
      ...([
        [bytes.length, 4],
        [bytes.length, 4],
        [path.length, 2],
        [0, 2],
      ] as const),
    ] as const;
    const local = [numbers([0x04034b50, 4], [20, 2], ...facts), path, bytes];
    files.push(...local);
    const place = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ] as const;
    directory.push(numbers([0x02014b50, 4], [20, 2], [20, 2], ...facts, ...place), path);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = entries.length;
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  );
  return joined([...files, ...directory, end]);
}
