import type { TextReader } from '../formats/line-reader.ts';
import { createMatchCounter } from '../formats/match-counter.ts';
import { ScriptError } from '../formats/script-error.ts';
import {
  createSample,
  type DetectedEncoding,
  detectEncoding,
  isSupported,
  type Sample,
} from './detect-encoding.ts';
import { describeForeignFile, findFileKind } from './file-kind.ts';
import { isMacRoman, MAX_ACCENTS, MISPLACED } from './western.ts';

const SAMPLE_BYTES = 4096;
/** The advice at the end of each message. */
const REMEDY = 'Save it as UTF-8 text and upload it again.';

const PIECE_BYTES = 16 * 1024;

export type DecodedText = { text: string; encoding: string; guessed: boolean };
/** `detected`: the encoding was detected, so the text must look plausible. */
export type Encoding = { encoding: string; guessed: boolean; detected: boolean };

/**
 * Decodes the bytes of a script file: by byte order mark, as UTF-32, UTF-16 or UTF-8, else by a confident
 * detection.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  checkIsText(bytes);
  const finder = createEncodingFinder(bytes.length);
  for (const piece of splitBytes(bytes)) finder.write(piece);
  const encoding = finder.end();
  const decoder = createTextDecoder(encoding);
  const parts: string[] = [];
  for (const piece of splitBytes(bytes)) parts.push(decoder.write(piece));
  parts.push(decoder.end());
  return { text: parts.join(''), encoding: encoding.encoding, guessed: encoding.guessed };
}

/** Rejects a file that is not text, whatever its extension. `head`: the file, or its first bytes. */
export function checkIsText(head: Uint8Array): void {
  const kind = findFileKind(head);
  if (kind) throw new ScriptError(describeForeignFile(kind, 'text'), { code: 'UNSUPPORTED_FORMAT' });
}

/** Limits memory: the UTF-32 decoder and the checks need more than the input size. */
function* splitBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Finds the encoding of `size` bytes that arrive in chunks. */
export function createEncodingFinder(size: number) {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const sample = createSample();
  let head: Uint8Array = new Uint8Array(0);
  let isUtf8 = true;
  const write = (bytes: Uint8Array): void => {
    if (head.length < SAMPLE_BYTES)
      head = Buffer.concat([head, bytes.subarray(0, SAMPLE_BYTES - head.length)]);
    isUtf8 &&= tryDecode(utf8, bytes) !== null;
    sample.write(bytes);
  };
  const end = (): Encoding => {
    checkIsText(head);
    const [markEncoding] =
      BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => head[index] === byte)) ?? [];
    if (markEncoding) return { encoding: markEncoding, guessed: false, detected: false };
    const wideEncoding = detectUtf32(head, size) ?? detectUtf16(head, size);
    if (wideEncoding) return { encoding: wideEncoding, guessed: true, detected: false };
    if (isUtf8 && tryDecode(utf8) !== null) return { encoding: 'utf-8', guessed: false, detected: false };
    return { encoding: detectOldEncoding(sample.end()), guessed: true, detected: true };
  };
  return { write, end };
}

/** Decodes bytes that arrive in chunks. Implausible text is an error at the end. */
export function createTextDecoder({ encoding, detected }: Encoding) {
  const decoder = encoding.startsWith('utf-32')
    ? createUtf32Decoder(encoding)
    : new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' });
  const checks = [checkBinary()];
  if (encoding === 'utf-8') checks.unshift(checkTraces());
  else if (detected) checks.unshift(WESTERN.has(encoding) ? checkWestern() : checkPlausible(encoding));
  const decode = (bytes?: Uint8Array): string => {
    const text = tryDecode(decoder, bytes);
    if (text === null) throw detected ? uncertainEncoding(encoding) : invalidBytes(encoding);
    for (const check of checks) check.write(text);
    return text;
  };
  const end = (): string => {
    const text = decode();
    for (const check of checks) check.end();
    return text;
  };
  return { write: decode, end };
}

type Decoder = { decode(bytes?: Uint8Array, options?: { stream?: boolean }): string };

/** Without bytes: flushes the decoder. Null = the bytes are invalid in this encoding. */
function tryDecode(decoder: Decoder, bytes?: Uint8Array): string | null {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return null;
  }
}

const BYTE_ORDER_MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
];

/**
 * In UTF-32 each group of four bytes is a code point, whose first byte is zero and second byte almost zero.
 */
function detectUtf32(bytes: Uint8Array, size: number): string | null {
  const length = bytes.length & ~3;
  if (length < 8 || size % 4 !== 0) return null;
  /** Whether every group has its bytes at these places. No group is zero, and no code point is above U+10FFFF. */
  const hasBytesAt = (places: { highest: number; second: number; lower: readonly number[] }): boolean => {
    const { highest, second, lower } = places;
    for (let at = 0; at < length; at += 4) {
      if (bytes[at + highest] !== 0 || (bytes[at + second] ?? 0) > 0x10) return false;
      if (lower.every((place) => bytes[at + place] === 0)) return false;
    }
    return true;
  };
  if (hasBytesAt({ highest: 3, second: 2, lower: [0, 1] })) return 'utf-32le';
  if (hasBytesAt({ highest: 0, second: 1, lower: [2, 3] })) return 'utf-32be';
  return null;
}

/** A decoder with the interface of `TextDecoder`, which does not know UTF-32. */
function createUtf32Decoder(encoding: string): Decoder {
  let rest: Uint8Array = new Uint8Array(0);
  let isStart = true;
  const decode: Decoder['decode'] = (bytes = new Uint8Array(0), { stream = false } = {}) => {
    const all = Buffer.concat([rest, bytes]);
    rest = all.subarray(all.length & ~3);
    if (!stream && rest.length > 0) throw invalidBytes(encoding);
    const parts: string[] = [];
    for (let at = 0; at + 4 <= all.length; at += 4) {
      const code = encoding === 'utf-32le' ? all.readUInt32LE(at) : all.readUInt32BE(at);
      const isSurrogate = code >= 0xd800 && code <= 0xdfff;
      if (code > 0x10ffff || isSurrogate) throw invalidBytes(encoding);
      const isByteOrderMark = isStart && code === 0xfeff;
      if (!isByteOrderMark) parts.push(String.fromCodePoint(code));
      isStart = false;
    }
    return parts.join('');
  };
  return { decode };
}

/** Latin text in UTF-16 has a zero in every second byte, always on the same side. */
function detectUtf16(bytes: Uint8Array, size: number): string | null {
  const length = bytes.length & ~1;
  if (length < 4 || size % 2 === 1) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) evenZeros += 1;
    if (bytes[at + 1] === 0) oddZeros += 1;
  }
  const [many, few] = [(length / 2) * 0.4, (length / 2) * 0.05];
  if (oddZeros > many && evenZeros < few) return 'utf-16le';
  if (evenZeros > many && oddZeros < few) return 'utf-16be';
  return null;
}

/**
 * For bytes that are not Unicode. Any bytes are valid in some encoding, and garbled text would be spoken and
 * charged.
 */
function detectOldEncoding({ bytes, utf8_line, other_line }: Sample): string {
  let detection: DetectedEncoding = { kind: 'sure', encoding: 'macintosh' };
  if (!isMacRoman(bytes)) detection = detectEncoding(bytes);
  if (detection.kind === 'sure' && MULTIBYTE.has(detection.encoding)) return detection.encoding;
  // In an encoding with one byte per letter, hardly any line is valid UTF-8 by chance.
  if (utf8_line !== null && other_line !== null)
    throw new ScriptError(
      `The file mixes two encodings: line ${utf8_line} is UTF-8, but line ${other_line} is not. ${REMEDY}`,
      { code: 'WRONG_ENCODING', row: other_line },
    );
  if (detection.kind === 'unsure') throw uncertainEncoding(detection.encoding);
  return detection.kind === 'sure' ? detection.encoding : 'windows-1252';
}

const MULTIBYTE = new Set(['shift_jis', 'gb18030', 'euc-kr', 'utf-16le', 'utf-16be']);

/** The error for a text whose encoding cannot be detected. `encoding`: the likely one; null = none fits. */
function uncertainEncoding(encoding: string | null): ScriptError {
  let guess = `it seems to be ${encoding}, which is not supported`;
  if (encoding === null) guess = 'it is not in a supported encoding';
  else if (isSupported(encoding)) guess = `it may be ${encoding}, but that is not certain`;
  return wrongEncoding(`The file has the wrong encoding: ${guess}. ${REMEDY}`);
}

/** A check that counts matches in a text. `checkResult` throws at the end if the counts show a wrong encoding. */
function checkCounts(counters: ReturnType<typeof createMatchCounter>[], checkResult: () => void): TextReader {
  return {
    write(text) {
      for (const counter of counters) counter.write(text);
    },
    end() {
      for (const counter of counters) counter.end();
      checkResult();
    },
  };
}

/** Text in a wrong encoding contains implausible characters and words that mix two alphabets. */
function checkPlausible(encoding: string): TextReader {
  const foreign = createMatchCounter(/[\u0080-\u{10ffff}]/gu);
  // Control characters, narrow katakana, and characters for private use or without a meaning.
  const odd = createMatchCounter(/[\u0080-\u009f\uff61-\uff9f]|\p{Co}|\p{Cn}/gu);
  // A Latin letter beside a Cyrillic or Greek one.
  const mixed = createMatchCounter(/[A-Za-z][\p{sc=Cyrl}\p{sc=Grek}]|[\p{sc=Cyrl}\p{sc=Grek}][A-Za-z]/gu, 3);
  return checkCounts([foreign, odd, mixed], () => {
    if (odd.count * 10 > foreign.count || mixed.count * 20 > foreign.count) throw uncertainEncoding(encoding);
  });
}

/** The encodings of Western European text that are accepted. */
const WESTERN = new Set(['windows-1252', 'macintosh']);

/**
 * Western European text. Undefined bytes, text that mostly consists of accented letters, and letters and signs that are
 * out of place are rejected.
 */
function checkWestern(): TextReader {
  // Control characters, which bytes without a character become.
  const missing = createMatchCounter(/[\u0080-\u009f]/g);
  const accents = createMatchCounter(/[\u00a0-\uffff]/g);
  const visible = createMatchCounter(/\S/g);
  const misplaced = createMatchCounter(MISPLACED);
  const twice = createMatchCounter(TWICE, 3);
  return checkCounts([missing, accents, visible, misplaced, twice], () => {
    const isOdd = misplaced.count > 1 && misplaced.count * 4 >= accents.count;
    const isDense = accents.count > 8 && accents.count > visible.count * MAX_ACCENTS;
    // Each letter that was decoded twice is two characters.
    const isGarbled = twice.count > 0 && twice.count * 2 >= accents.count * 0.8;
    if (missing.count === 0 && !isOdd && !isDense && !isGarbled) return;
    throw wrongEncoding(
      `The file has the wrong encoding: it is neither UTF-8 nor Western European text. ${REMEDY}`,
    );
  });
}

/** UTF-8 that was decoded as a western encoding: `Ã¼` for `ü`, `â€“` for `–`. */
const TWICE =
  /[\u00c2-\u00c5\u00d0\u00d1][\u0080-\u00bf\u0152-\u0192\u02c6-\u02dc\u2013-\u203a\u20ac\u2122]|\u00e2\u20ac./g;

/**
 * Valid UTF-8 that is garbled: ASCII with escapes, and UTF-8 that was decoded as a western encoding and saved
 * again.
 */
function checkTraces(): TextReader {
  const foreign = createMatchCounter(/[\u0080-\u{10ffff}]/gu);
  const twice = createMatchCounter(TWICE, 3);
  // Escapes of ISO-2022, which change the alphabet. The first group matches that of Korean.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character identifies them
  const escapes = createMatchCounter(/\u001b(?:\$\)?(C)|\$[@AB]|\([JI])/g, 4);
  return checkCounts([foreign, twice, escapes], () => {
    if (twice.count > 1 && twice.count * 2 >= foreign.count * 0.8) {
      throw wrongEncoding(
        `The file was converted to UTF-8 twice, and its text is no longer readable. ${REMEDY}`,
      );
    }
    if (escapes.first === null) return;
    const [, koreanEscape] = escapes.first;
    const name = koreanEscape === undefined ? 'ISO-2022-JP' : 'ISO-2022-KR';
    throw wrongEncoding(
      `The file has the wrong encoding: it seems to be ${name}, which is not supported. ${REMEDY}`,
    );
  });
}

/** The error for a file whose declared encoding is wrong. */
function invalidBytes(encoding: string): ScriptError {
  return wrongEncoding(
    `The file declares the encoding ${encoding}, but its bytes are not ${encoding} text. ${REMEDY}`,
  );
}

function wrongEncoding(message: string): ScriptError {
  return new ScriptError(message, { code: 'WRONG_ENCODING' });
}

/** Rejects binary data, which has many control characters. */
function checkBinary(): TextReader {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters identify binary data
  const controls = createMatchCounter(/[\u0000-\u0008\u000e-\u0019\u001c-\u001f\u007f]/g);
  const total = { length: 0, has_nul: false };
  return {
    write(text) {
      controls.write(text);
      total.length += text.length;
      total.has_nul ||= text.includes('\u0000');
    },
    end() {
      // More than one control character in a hundred is not text.
      if (!total.has_nul && controls.count * 100 <= total.length) return;
      throw wrongEncoding(`The file has the wrong encoding: it contains binary data, not text. ${REMEDY}`);
    },
  };
}
