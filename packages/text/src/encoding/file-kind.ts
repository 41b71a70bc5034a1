/** What a file is, by its first bytes, and what to do instead. */
interface FileKind {
  name: string;
  /** Undefined if it cannot be made a script. */
  remedy?: string;
}

const SAVE_AS_TEXT = 'Save its text as a txt or docx file, and upload that.';
const SAVE_AS_CSV = 'Save the sheet as CSV, and upload that.';
const UNPACK = 'Unpack it, and upload the scripts in it.';
const TRANSCRIBE = 'To transcribe recordings, use a source with the `input_type` `media`.';

/** Signatures at an offset, from the specifications of the formats. `.` stands for any byte. */
const SIGNATURES: readonly (FileKind & { at?: number; bytes: string })[] = [
  { bytes: '\x89PNG\r\n\x1a\n', name: 'a PNG picture' },
  { bytes: '\xff\xd8\xff', name: 'a JPEG picture' },
  { bytes: 'GIF87a', name: 'a GIF picture' },
  { bytes: 'GIF89a', name: 'a GIF picture' },
  { bytes: 'RIFF....WEBP', name: 'a WebP picture' },
  { bytes: 'II*\0', name: 'a TIFF picture' },
  { bytes: 'MM\0*', name: 'a TIFF picture' },
  { bytes: '%PDF-', name: 'a PDF document', remedy: SAVE_AS_TEXT },
  { bytes: '{\\rtf', name: 'a document in Rich Text Format', remedy: SAVE_AS_TEXT },
  { bytes: '\x1f\x8b', name: 'a gzip archive', remedy: UNPACK },
  { bytes: 'Rar!\x1a\x07', name: 'a RAR archive', remedy: UNPACK },
  { bytes: "7z\xbc\xaf'\x1c", name: 'a 7z archive', remedy: UNPACK },
  { bytes: 'RIFF....WAVE', name: 'a wav recording', remedy: TRANSCRIBE },
  { bytes: 'RIFF....AVI ', name: 'an AVI video', remedy: TRANSCRIBE },
  { bytes: 'ID3\x02', name: 'an mp3 recording', remedy: TRANSCRIBE },
  { bytes: 'ID3\x03', name: 'an mp3 recording', remedy: TRANSCRIBE },
  { bytes: 'ID3\x04', name: 'an mp3 recording', remedy: TRANSCRIBE },
  { bytes: 'fLaC', name: 'a FLAC recording', remedy: TRANSCRIBE },
  { bytes: 'OggS\0', name: 'an Ogg recording', remedy: TRANSCRIBE },
  { bytes: '\x1aE\xdf\xa3', name: 'a WebM or Matroska video', remedy: TRANSCRIBE },
  { bytes: 'ftyp', at: 4, name: 'an MP4 file', remedy: TRANSCRIBE },
  { bytes: 'SQLite format 3\0', name: 'an SQLite database' },
];
/** Old Office files, and new ones with a password. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const ZIP = 'PK\x03\x04';

/** ZIP archives by a name or a text in them, which is not compressed. */
const ARCHIVES: readonly (FileKind & { part: string })[] = [
  { part: 'application/epub+zip', name: 'an EPUB book', remedy: SAVE_AS_TEXT },
  { part: 'opendocument.text', name: 'an OpenDocument text', remedy: 'Save it as docx, and upload that.' },
  { part: 'opendocument.spreadsheet', name: 'an OpenDocument sheet', remedy: SAVE_AS_CSV },
  { part: 'opendocument.presentation', name: 'an OpenDocument presentation', remedy: SAVE_AS_TEXT },
  { part: 'xl/workbook', name: 'an Excel workbook (xlsx)', remedy: SAVE_AS_CSV },
  { part: 'ppt/presentation', name: 'a PowerPoint presentation (pptx)', remedy: SAVE_AS_TEXT },
  { part: 'Index/Document.iwa', name: 'a document of Pages, Numbers or Keynote', remedy: SAVE_AS_TEXT },
];
export const WORD: FileKind = {
  name: 'a Word document',
  remedy: 'Give it the extension docx, and upload it again.',
};
export const OLD_OFFICE: FileKind = {
  name: 'an old Office file, or one with a password',
  remedy: 'Save it in a new format without a password.',
};
export const ARCHIVE: FileKind = { name: 'a ZIP archive', remedy: UNPACK };
/** Where the names of the files in an archive are: at its beginning and at its end. */
const NAMES_BYTES = 65_536;

/**
 * What a binary file is; null for text and for unknown binary data. `head`: the file, or its first bytes.
 */
export function findFileKind(head: Uint8Array): FileKind | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const start = bytes.toString('latin1', 0, 32);
  if (start.startsWith(ZIP)) {
    const parts = [bytes.subarray(0, NAMES_BYTES), bytes.subarray(-NAMES_BYTES)];
    const hasPart = (part: string): boolean => parts.some((names) => names.includes(part));
    return ARCHIVES.find(({ part }) => hasPart(part)) ?? (hasPart('word/') ? WORD : ARCHIVE);
  }
  if (start.startsWith(COMPOUND_FILE)) return OLD_OFFICE;
  for (const { at = 0, bytes: signature, ...kind } of SIGNATURES) {
    const place = start.slice(at, at + signature.length);
    const isKind =
      place.length === signature.length &&
      [...signature].every((byte, index) => byte === '.' || byte === place[index]);
    if (isKind) return kind;
  }
  return null;
}

/** Why a file cannot be read, and what to do instead. `expected`: what it should be. */
export function describeForeignFile({ name, remedy }: FileKind, expected: string): string {
  const message = `The file is ${name}, not ${expected}.`;
  return remedy === undefined ? message : `${message} ${remedy}`;
}
