import { joinBytes } from '../../webhooks/signature.ts';

const SAMPLE_RATE = 8_000;
const MS_PER_CHARACTER = 60;
const HEADER_BYTES = 44;
const AMPLITUDE = 8_000;

/** Milliseconds of the audio that a text gets. */
export const durationOf = (text: string): number => [...text].length * MS_PER_CHARACTER;

/** Little-endian numbers of 2 bytes. */
const u16 = (...values: number[]) => values.flatMap((value) => [value & 255, (value >>> 8) & 255]);
/** Little-endian numbers of 4 bytes. */
const u32 = (...values: number[]) => values.flatMap((value) => u16(value & 0xffff, value >>> 16));
const ascii = (text: string) => [...new TextEncoder().encode(text)];

/** A WAV file with a tone, 16 bits, mono; the pitch depends on the ID. */
export function toneOf(take: { audio_id: string; duration_ms: number }): Uint8Array<ArrayBuffer> {
  const { audio_id, duration_ms } = take;
  const length = Math.round((duration_ms * SAMPLE_RATE) / 1_000);
  // From 200 to 599 Hz.
  const turn = 2 * Math.PI * (200 + (Number.parseInt(audio_id.slice(0, 4), 16) % 400));
  const levels = Array.from({ length }, (_, at) => Math.sin((turn * at) / SAMPLE_RATE) * AMPLITUDE);
  // An Int16Array has the byte order of the machine. All common platforms store the low byte first, as WAV does.
  const samples = new Uint8Array(Int16Array.from(levels).buffer);
  const riff = [
    ...ascii('RIFF'),
    ...u32(HEADER_BYTES - 8 + samples.length),
    ...ascii('WAVEfmt '),
    ...u32(16),
  ];
  const format = [...u16(1, 1), ...u32(SAMPLE_RATE, SAMPLE_RATE * 2), ...u16(2, 16)];
  return joinBytes([
    Uint8Array.from([...riff, ...format, ...ascii('data'), ...u32(samples.length)]),
    samples,
  ]);
}

/** The checksum of an entry of a ZIP file. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc;
}

/** The flag of an entry whose name is UTF-8. */
const UTF8_NAMES = 0x0800;
/** 1980-01-01, the first day that a ZIP file can name. */
const DATE = 0x21;

/** A ZIP file whose entries are stored without compression. */
export function zipOf(entries: readonly { name: string; bytes: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const [files, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = ascii(name);
    const sizes = u32(crc32(bytes), bytes.length, bytes.length);
    // The version, the flags, no compression, midnight and the day.
    const common = [...u16(20, UTF8_NAMES, 0, 0, DATE), ...sizes, ...u16(path.length, 0)];
    const local = Uint8Array.from([...u32(0x04034b50), ...common, ...path]);
    const place = [...u16(0, 0, 0), ...u32(0, offset)];
    directory.push(Uint8Array.from([...u32(0x02014b50), ...u16(20), ...common, ...place, ...path]));
    files.push(local, bytes);
    offset += local.length + bytes.length;
  }
  const central = joinBytes(directory);
  const count = entries.length;
  const end = [...u32(0x06054b50), ...u16(0, 0, count, count), ...u32(central.length, offset), ...u16(0)];
  return joinBytes([...files, central, Uint8Array.from(end)]);
}
