import { extname } from 'node:path';

const TYPES: Record<string, string> = {
  '.arb': 'application/json',
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.flac': 'audio/flac',
  '.gz': 'application/gzip',
  '.html': 'text/html',
  '.json': 'application/json',
  '.m4a': 'audio/mp4',
  '.mkv': 'video/x-matroska',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg; codecs=opus',
  '.srt': 'application/x-subrip',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.vtt': 'text/vtt',
  '.wav': 'audio/wav',
  '.webm': 'audio/webm',
  '.xlf': 'application/xliff+xml',
  '.xliff': 'application/xliff+xml',
  '.zip': 'application/zip',
};

/** The extension of the key decides, because a folder stores no type with a file. Tickets contain their own type. */
export function getContentType(name: string): string {
  return TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
}

const MAX_FILENAME_LENGTH = 255;

/** Content-Disposition of RFC 6266: an ASCII name for old clients, and the real name (RFC 5987) if it differs. */
export function attachmentDisposition(filename: string): string {
  // Without path separators and control characters.
  const safeName = filename
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}/\\]/gu, '_')
    .slice(0, MAX_FILENAME_LENGTH)
    .toWellFormed();
  const name = safeName.trim() || 'download';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const disposition = `attachment; filename="${ascii}"`;
  if (ascii === name) return disposition;
  // `encodeURIComponent` does not encode these four characters, but RFC 5987 requires it.
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename*=UTF-8''${encodedName}`;
}
