import { ScriptError } from './script-error.ts';

const SAMPLE_BYTES = 4096;
const REMEDY = 'Save it as UTF-8 text and upload it again.';

export type DecodedText = { text: string; encoding: string; guessed: boolean };

/** Bytes of a script file as text: byte order mark, UTF-8, UTF-16 without a mark, else windows-1252. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = markedEncoding(bytes);
  if (marked) return decoded(decodeStrictly(bytes, marked), marked, false);
  const wide = unmarkedUtf16(bytes);
  if (wide) return decoded(decodeStrictly(bytes, wide), wide, true);
  const utf8 = tryDecode(bytes, 'utf-8');
  if (utf8 !== null) return decoded(utf8, 'utf-8', false);
  return decoded(decodeWestern(bytes), 'windows-1252', true);
}

function decoded(text: string, encoding: string, guessed: boolean): DecodedText {
  return { text: checked(text), encoding, guessed };
}

function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** Latin text in UTF-16 has a zero in every second byte, always on the same side. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  if (length < 4 || bytes.length % 2 === 1) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const pairs = length / 2;
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.05) return 'utf-16be';
  return null;
}

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string {
  const text = tryDecode(bytes, encoding);
  if (text === null) {
    throw new ScriptError(`The file says it is ${encoding} text but is not. ${REMEDY}`, {
      code: 'WRONG_ENCODING',
    });
  }
  return text;
}

/**
 * Any byte sequence is valid windows-1252, so a Cyrillic or Japanese file would pass as nonsense and be
 * spoken and paid for. Bytes without a character, and text that is mostly accents, are refused.
 */
function decodeWestern(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const undefinedBytes = countMatches(text, /[\u0080-\u009f]/g);
  const accents = countMatches(text, /[\u00a0-\uffff]/g);
  const visible = countMatches(text, /\S/g);
  if (undefinedBytes > 0 || (accents > 8 && accents > visible * 0.35)) {
    throw new ScriptError(
      `The file has the wrong encoding: it is neither UTF-8 nor western text. ${REMEDY}`,
      {
        code: 'WRONG_ENCODING',
      },
    );
  }
  return text;
}

function checked(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are how binary data shows.
  const controls = countMatches(text, /[\u0000-\u0008\u000e-\u0019\u001c-\u001f\u007f]/g);
  if (text.includes('\u0000') || controls * 100 > text.length) {
    throw new ScriptError(`The file has the wrong encoding: it holds binary data, not text. ${REMEDY}`, {
      code: 'WRONG_ENCODING',
    });
  }
  return text;
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count += 1;
  return count;
}
