import { detectEncoding, isReadEncoding } from './detect-encoding.ts';
import { ScriptError } from './script-error.ts';

const SAMPLE_BYTES = 4096;
const REMEDY = 'Save it as UTF-8 text and upload it again.';

export type DecodedText = { text: string; encoding: string; guessed: boolean };

/** Bytes of a script file as text: what a byte order mark says, UTF-32, UTF-16, UTF-8, else what a detector is sure of. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncoding(bytes);
  if (wide) {
    const { encoding, guessed } = wide;
    const text = encoding.startsWith('utf-32')
      ? decodeUtf32(bytes, encoding)
      : decodeStrictly(bytes, encoding);
    return { text: checked(text), encoding, guessed };
  }
  const utf8 = tryDecode(bytes, 'utf-8');
  if (utf8 !== null) return { text: checked(refuseTraces(utf8)), encoding: 'utf-8', guessed: false };
  if (markedEncoding(bytes) === 'utf-8') decodeStrictly(bytes, 'utf-8');
  const { text, encoding } = decodeOld(bytes);
  return { text: checked(text), encoding, guessed: true };
}

function wideEncoding(bytes: Uint8Array): { encoding: string; guessed: boolean } | null {
  const marked = markedEncoding(bytes);
  if (marked && marked !== 'utf-8') return { encoding: marked, guessed: false };
  const found = marked ? null : (unmarkedUtf32(bytes) ?? unmarkedUtf16(bytes));
  return found ? { encoding: found, guessed: true } : null;
}

function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be';
  return null;
}

/** In UTF-32 every group of four bytes is a code point: its first byte is zero, and its second one nearly so. */
function unmarkedUtf32(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~3;
  if (length < 8 || bytes.length % 4 !== 0) return null;
  const fits = (high: number, next: number, low: readonly number[]): boolean => {
    for (let at = 0; at < length; at += 4) {
      if (bytes[at + high] !== 0 || (bytes[at + next] ?? 0) > 0x10) return false;
      if (low.every((place) => bytes[at + place] === 0)) return false;
    }
    return true;
  };
  if (fits(3, 2, [0, 1])) return 'utf-32le';
  return fits(0, 1, [2, 3]) ? 'utf-32be' : null;
}

function decodeUtf32(bytes: Uint8Array, encoding: string): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const code = at + 4 > bytes.length ? -1 : view.getUint32(at, encoding === 'utf-32le');
    if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw notWhatItSays(encoding);
    if (at > 0 || code !== 0xfeff) parts.push(String.fromCodePoint(code));
  }
  return parts.join('');
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
  if (text === null) throw notWhatItSays(encoding);
  return text;
}

/** Bytes that are not Unicode. Every sequence is valid in some encoding, and its nonsense would be spoken and paid for. */
function decodeOld(bytes: Uint8Array): { text: string; encoding: string } {
  const detected = detectEncoding(bytes);
  if (detected.kind === 'western') return { text: decodeWestern(bytes), encoding: 'windows-1252' };
  if (detected.kind === 'sure') {
    const text = tryDecode(bytes, detected.encoding);
    if (text !== null && isPlausible(text)) return { text, encoding: detected.encoding };
  }
  throw wrongEncoding(`The file has the wrong encoding: ${guessOf(detected.encoding)}. ${REMEDY}`);
}

function guessOf(encoding: string | null): string {
  if (encoding === null) return 'it is neither UTF-8 nor any other encoding that is read';
  if (isReadEncoding(encoding)) return `it may be ${encoding}, but that is not certain`;
  return `it seems to be ${encoding}, which is not read`;
}

/** Characters that nobody writes, and words of two alphabets, are what text in another encoding looks like. */
function isPlausible(text: string): boolean {
  const foreign = countMatches(text, /[\u0080-\u{10ffff}]/gu);
  const odd = countMatches(text, /[\u0080-\u009f\uff61-\uff9f]|\p{Co}|\p{Cn}/gu);
  const mixed = countMatches(text, /[A-Za-z][\p{sc=Cyrl}\p{sc=Grek}]|[\p{sc=Cyrl}\p{sc=Grek}][A-Za-z]/gu);
  return odd * 10 <= foreign && mixed * 20 <= foreign;
}

/** Text of western Europe. Bytes without a character, and text that is mostly accents, are refused. */
function decodeWestern(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const undefinedBytes = countMatches(text, /[\u0080-\u009f]/g);
  const accents = countMatches(text, /[\u00a0-\uffff]/g);
  const visible = countMatches(text, /\S/g);
  if (undefinedBytes === 0 && (accents <= 8 || accents <= visible * 0.35)) return text;
  throw wrongEncoding(`The file has the wrong encoding: it is neither UTF-8 nor western text. ${REMEDY}`);
}

/** Text that passes as UTF-8 and is none: ASCII with escapes, and UTF-8 that was taken for western text and saved again. */
function refuseTraces(text: string): string {
  const twice = countMatches(
    text,
    /[\u00c2-\u00c5\u00d0\u00d1][\u0080-\u00bf\u0152-\u0192\u02c6-\u02dc\u2013-\u203a\u20ac\u2122]|\u00e2\u20ac./g,
  );
  if (twice > 1 && twice * 2 >= countMatches(text, /[\u0080-\u{10ffff}]/gu) * 0.8) {
    throw wrongEncoding(
      `The file was converted to UTF-8 twice, and its text is no longer readable. ${REMEDY}`,
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is how they are known.
  const match = /\u001b(?:\$\)?(C)|\$[@AB]|\([JI])/.exec(text);
  if (match === null) return text;
  const name = match[1] === 'C' ? 'ISO-2022-KR' : 'ISO-2022-JP';
  throw wrongEncoding(
    `The file has the wrong encoding: it seems to be ${name}, which is not read. ${REMEDY}`,
  );
}

function notWhatItSays(encoding: string): ScriptError {
  return wrongEncoding(`The file says it is ${encoding} text but is not. ${REMEDY}`);
}

function wrongEncoding(message: string): ScriptError {
  return new ScriptError(message, { code: 'WRONG_ENCODING' });
}

function checked(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are how binary data shows.
  const controls = countMatches(text, /[\u0000-\u0008\u000e-\u0019\u001c-\u001f\u007f]/g);
  if (text.includes('\u0000') || controls * 100 > text.length) {
    throw wrongEncoding(`The file has the wrong encoding: it holds binary data, not text. ${REMEDY}`);
  }
  return text;
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count += 1;
  return count;
}
