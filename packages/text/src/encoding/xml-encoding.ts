import { quoteForMessage, ScriptError } from '../formats/script-error.ts';

/**
 * Decodes XML in chunks: by byte order mark, else as UTF-16 by its zero bytes, else by the XML declaration.
 */
export function decodeXml(bytes: Uint8Array, chunk: number): { label: string; chunks: Iterable<string> } {
  const label = findEncoding(bytes);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    const message = `The encoding ${quoteForMessage(label)} is unknown. Save the file as UTF-8.`;
    throw new ScriptError(message, { code: 'WRONG_ENCODING' });
  }
  function* decodeChunks(): Generator<string> {
    for (let at = 0; at < bytes.length; at += chunk) {
      const isLast = at + chunk >= bytes.length;
      let text: string;
      try {
        text = decoder.decode(bytes.subarray(at, at + chunk), { stream: !isLast });
      } catch {
        const message = `The file declares the encoding ${label}, but its bytes are not ${label} text. Save it as UTF-8 and upload it again.`;
        throw new ScriptError(message, { code: 'WRONG_ENCODING' });
      }
      yield text;
    }
  }
  return { label: decoder.encoding, chunks: decodeChunks() };
}

/** The encoding of an XML file by its first bytes: a byte order mark, or `<` (0x3c) as two bytes, else its declaration. */
function findEncoding(bytes: Uint8Array): string {
  const firstBytes = Buffer.from(bytes.subarray(0, 3)).toString('hex');
  if (firstBytes === 'efbbbf') return 'utf-8';
  if (firstBytes.startsWith('fffe') || firstBytes.startsWith('3c00')) return 'utf-16le';
  if (firstBytes.startsWith('feff') || firstBytes.startsWith('003c')) return 'utf-16be';
  // `<?xml version="1.0" encoding="UTF-8"?>`
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  const label = /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8';
  // If the declaration can be read as single bytes, the file is not UTF-16, even if it declares that.
  return /^(utf-?16|ucs-?2|unicode$)/i.test(label) ? 'utf-8' : label;
}
