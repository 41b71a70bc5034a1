import { AudioError } from '../../audio-error.ts';
import { computePageChecksum } from '../ogg/ogg-pages.ts';
import { cutShortError, foreignBytesError, type Strictness } from './strictness.ts';

/**
 * The header of a page (RFC 3533, 6): `OggS`, a version, the flags (5), a position (6), the serial number of the stream (14),
 * the number of the page (18), its checksum (22), and how many segments follow (26).
 */
const HEADER_BYTES = 27;
/** The flags of the first and of the last page of a stream. */
const FIRST_PAGE = 2;
const LAST_PAGE = 4;

type Page = { start: number; end: number; flags: number; serial: number; number: number };

/** The files, each of which begins with a first page that follows other pages (RFC 3533). A strict file has all its pages. */
export function oggFiles(bytes: Uint8Array, format: string, strictness: Strictness): Uint8Array[] {
  const pages = readPages(bytes, format, strictness);
  const files: Page[][] = [];
  for (const page of pages) {
    const currentFile = files.at(-1);
    // Two first pages in a row begin two streams of the same file.
    const isNew = (page.flags & FIRST_PAGE) !== 0 && (currentFile?.length ?? 0) > 1;
    if (!currentFile || isNew) files.push([page]);
    else currentFile.push(page);
  }
  if (strictness === 'strict') for (const file of files) checkPages(file, format);
  return files.map((file) => bytes.subarray(file[0]?.start, file.at(-1)?.end));
}

/** Throws if a stream of a file lacks a page up to its last one. */
function checkPages(file: readonly Page[], format: string): void {
  for (const stream of Map.groupBy(file, ({ serial }) => serial).values()) {
    for (const [index, page] of stream.entries()) {
      const pageBefore = stream[index - 1];
      if (pageBefore && page.number !== pageBefore.number + 1)
        throw new AudioError('broken', `Pages are missing in the ${format} file.`);
    }
    const isComplete = ((stream.at(-1)?.flags ?? 0) & LAST_PAGE) !== 0;
    if (!isComplete) throw cutShortError(format, 'it has no last page');
  }
}

/** The pages of a file. Bytes between them are an error if the file is strict. */
function readPages(bytes: Uint8Array, format: string, strictness: Strictness): Page[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pages: Page[] = [];
  for (let start = 0; start < file.length; ) {
    if (file.toString('latin1', start, start + 4) !== 'OggS') {
      if (strictness === 'strict') throw foreignBytesError(format, file.subarray(start));
      const nextPage = file.indexOf('OggS', start);
      if (nextPage < 0) break;
      start = nextPage;
      continue;
    }
    const segments = file[start + HEADER_BYTES - 1] ?? 0;
    /** The length of each segment. */
    const lacing = file.subarray(start + HEADER_BYTES, start + HEADER_BYTES + segments);
    const end = start + HEADER_BYTES + segments + lacing.reduce((sum, size) => sum + size, 0);
    if (start + HEADER_BYTES + segments > file.length || end > file.length)
      throw cutShortError(format, 'its last page is incomplete');
    const declaredChecksum = file.readUInt32LE(start + 22);
    if (strictness === 'strict' && computePageChecksum(file.subarray(start, end)) !== declaredChecksum)
      throw new AudioError('broken', `The ${format} file is damaged: a page has a wrong checksum.`);
    pages.push({
      start,
      end,
      flags: file[start + 5] ?? 0,
      serial: file.readUInt32LE(start + 14),
      number: file.readUInt32LE(start + 18),
    });
    start = end;
  }
  return pages;
}
