const MAX_FILENAME_LENGTH = 255;

/** Content-Disposition of RFC 6266: an ASCII name for old clients, the real one (RFC 5987) when they differ. */
export function attachmentDisposition(filename: string): string {
  const name = safeFilename(filename);
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`;
}

/** Path separators and control characters have no place in the name of a downloaded file. */
function safeFilename(filename: string): string {
  const name = filename
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}/\\]/gu, '_')
    .slice(0, MAX_FILENAME_LENGTH)
    .toWellFormed();
  return name.trim() || 'download';
}

function encodeExtended(value: string): string {
  return encodeURIComponent(value).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
