import { isAscii, isUtf8 } from 'node:buffer';
import { detectAll } from 'jschardet';

/** The detected encoding of a text that is not Unicode. */
export type DetectedEncoding =
  | { kind: 'sure'; encoding: string }
  | { kind: 'western' }
  /** `encoding`: the likely encoding, by its common name; null = none fits. */
  | { kind: 'unsure'; encoding: string | null };

const SAMPLE_BYTES = 16_384;

/** Supported encodings, by the detector's names. */
const SUPPORTED: Record<string, string> = {
  'Windows-1250': 'windows-1250',
  'Windows-1251': 'windows-1251',
  CP932: 'shift_jis',
  SHIFT_JIS: 'shift_jis',
  GB18030: 'gb18030',
  GB2312: 'gb18030',
  CP949: 'euc-kr',
  'EUC-KR': 'euc-kr',
  'UTF-16LE': 'utf-16le',
  'UTF-16BE': 'utf-16be',
};
const LABELS = new Set(Object.values(SUPPORTED));
/** Encodings with almost the same letters, which do not count as alternatives to each other. */
const SAME: Record<string, string> = {
  'ISO-8859-2': 'Windows-1250',
  'iso8859-16': 'Windows-1250',
  MacCyrillic: 'Windows-1251',
  'koi8-u': 'KOI8-R',
  'ISO-8859-13': 'Windows-1257',
  'ISO-8859-9': 'Windows-1254',
  'ISO-8859-7': 'Windows-1253',
};
/** The encodings of Western Europe, which share most letters. */
const WESTERN = new Set(['Windows-1252', 'ISO-8859-1', 'iso8859-15', 'ISO-8859-15']);
/** Other encodings that people use. The detector knows many more, which only distort the result. */
const COMMON = new Set([
  ...['Big5', 'EUC-JP', 'KOI8-R', 'ISO-8859-5', 'ISO-8859-6', 'ISO-8859-8', 'TIS-620', 'CP874', 'IBM866'],
  ...['Windows-1253', 'Windows-1254', 'Windows-1255', 'Windows-1256', 'Windows-1257', 'Windows-1258'],
]);

/** The detector's minimum confidence, and its minimum lead over other encodings. */
const MIN_CONFIDENCE = 0.03;
const MIN_LEAD = 1.1;
/**
 * Western encodings are the most common, so they win if they are nearly as likely as an uncertain first
 * result.
 */
const NEARLY = 0.8;
const VAGUE = 0.15;

type Candidate = { name: string; confidence: number };

/** Detects the encoding of bytes that are neither UTF-8 nor declare an encoding. */
export function detectEncoding(sample: Buffer): DetectedEncoding {
  const [best, ...others] = findCandidates(sample);
  if (best === undefined) return { kind: 'unsure', encoding: null };
  const western = best.name === 'western' ? best : others.find(({ name }) => name === 'western');
  const isNearlyWestern = best.confidence < VAGUE && (western?.confidence ?? 0) >= best.confidence * NEARLY;
  if (best === western || isNearlyWestern) return { kind: 'western' };
  const lead = best.confidence / (others[0]?.confidence ?? 0);
  const isSure = best.confidence >= MIN_CONFIDENCE && lead >= MIN_LEAD && isSupported(best.name);
  return { kind: isSure ? 'sure' : 'unsure', encoding: best.name };
}

/** The detector's candidates, most likely first; encodings with the same letters are merged. */
function findCandidates(sample: Buffer): Candidate[] {
  const families = new Map<string, Candidate>();
  for (const { encoding, confidence } of detectAll(sample)) {
    const detectorName = encoding ?? '';
    const family = SAME[detectorName] ?? detectorName;
    let name = SUPPORTED[family] ?? family;
    if (WESTERN.has(detectorName)) name = 'western';
    const isKnown = name === 'western' || LABELS.has(name) || COMMON.has(name);
    if (isKnown && !families.has(name)) families.set(name, { name, confidence });
  }
  return [...families.values()];
}

/** Lines with non-ASCII characters, and the first lines that are and are not UTF-8. Lines count from 1. */
export interface Sample {
  bytes: Buffer;
  utf8_line: number | null;
  other_line: number | null;
}

/**
 * Collects lines with non-ASCII characters. Other lines are the same in most encodings and only dilute the
 * result.
 */
export function createSample() {
  const lines: Buffer[] = [];
  const sample: Sample = { bytes: Buffer.alloc(0), utf8_line: null, other_line: null };
  let length = 0;
  let number = 1;
  let line = Buffer.alloc(0);
  const finishLine = (): void => {
    if (!isAscii(line)) {
      // The beginning of a longer line may end within a character.
      if (line.length < SAMPLE_BYTES) {
        if (isUtf8(line)) sample.utf8_line ??= number;
        else sample.other_line ??= number;
      }
      if (length < SAMPLE_BYTES) {
        lines.push(line);
        length += line.length;
      }
    }
    line = Buffer.alloc(0);
    number += 1;
  };
  const isFull = (): boolean =>
    length >= SAMPLE_BYTES && sample.utf8_line !== null && sample.other_line !== null;
  const write = (bytes: Uint8Array): void => {
    for (let start = 0; start < bytes.length && !isFull(); ) {
      const lineFeed = bytes.indexOf(0x0a, start);
      const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
      const part = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES - line.length));
      // Copies the line, which would otherwise keep the whole buffer in memory.
      if (part.length > 0 && (line.length > 0 || lineFeed < 0 || !isAscii(part)))
        line = Buffer.concat([line, part]);
      if (lineFeed >= 0) finishLine();
      start = end;
    }
  };
  const end = (): Sample => {
    finishLine();
    return { ...sample, bytes: Buffer.concat(lines) };
  };
  return { write, end };
}

/** Whether files in this encoding are accepted if the detector is confident. */
export function isSupported(encoding: string): boolean {
  return LABELS.has(encoding);
}
