import { isAscii } from 'node:buffer';
import { detectAll } from 'jschardet';

/** What the bytes of a text in an old encoding seem to be. */
export type Detected =
  | { kind: 'sure'; encoding: string }
  | { kind: 'western' }
  /** `encoding`: what it may be, as people call it; null = nothing fits. */
  | { kind: 'unsure'; encoding: string | null };

const SAMPLE_BYTES = 16_384;

/** Encodings that are read, by the names of the detector. */
const READ: Record<string, string> = {
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
const LABELS = new Set(Object.values(READ));
/** Letters are at the same places, or nearly so: these are no rivals of each other. */
const SAME: Record<string, string> = {
  'ISO-8859-2': 'Windows-1250',
  'iso8859-16': 'Windows-1250',
  MacCyrillic: 'Windows-1251',
  'koi8-u': 'KOI8-R',
  'ISO-8859-13': 'Windows-1257',
  'ISO-8859-9': 'Windows-1254',
  'ISO-8859-7': 'Windows-1253',
};
const WESTERN = new Set(['Windows-1252', 'ISO-8859-1', 'iso8859-15', 'ISO-8859-15']);
/** What else people save scripts in. The detector knows many more, which only take votes from these. */
const NAMED = new Set([
  ...['Big5', 'EUC-JP', 'KOI8-R', 'ISO-8859-5', 'ISO-8859-6', 'ISO-8859-8', 'TIS-620', 'CP874', 'IBM866'],
  ...['Windows-1253', 'Windows-1254', 'Windows-1255', 'Windows-1256', 'Windows-1257', 'Windows-1258'],
]);

/** How sure the detector must be, and how much more than of any other encoding. */
const LEAST_CONFIDENCE = 0.03;
const LEAST_LEAD = 1.1;
/** Western is what most files are: it counts where it is nearly as likely as a vague first. */
const NEARLY = 0.8;
const VAGUE = 0.15;

type Candidate = { name: string; confidence: number };

/** The encoding of bytes that are neither UTF-8 nor say what they are. */
export function detectEncoding(sample: Buffer): Detected {
  const [best, ...others] = candidatesOf(sample);
  if (best === undefined) return { kind: 'unsure', encoding: null };
  const western = best.name === 'western' ? best : others.find(({ name }) => name === 'western');
  const isNearlyWestern = best.confidence < VAGUE && (western?.confidence ?? 0) >= best.confidence * NEARLY;
  if (best === western || isNearlyWestern) return { kind: 'western' };
  const encoding = LABELS.has(best.name) ? best.name : undefined;
  const lead = best.confidence / (others[0]?.confidence ?? 0);
  const isSure = best.confidence >= LEAST_CONFIDENCE && lead >= LEAST_LEAD;
  if (encoding !== undefined && isSure) return { kind: 'sure', encoding };
  return { kind: 'unsure', encoding: best.name };
}

/** What the detector takes the bytes for, one entry for encodings of the same letters, the likeliest first. */
function candidatesOf(sample: Buffer): Candidate[] {
  const families = new Map<string, Candidate>();
  for (const { encoding, confidence } of detectAll(sample)) {
    const own = encoding ?? '';
    const name = WESTERN.has(own) ? 'western' : (READ[SAME[own] ?? own] ?? SAME[own] ?? own);
    const isKnown = name === 'western' || LABELS.has(name) || NAMED.has(name);
    if (isKnown && !families.has(name)) families.set(name, { name, confidence });
  }
  return [...families.values()];
}

/** Collects the lines that are not ASCII alone: the others are the same in most encodings, and only dilute the figures. */
export function createSample() {
  const lines: Buffer[] = [];
  let length = 0;
  let line = Buffer.alloc(0);
  const finishLine = (): void => {
    if (!isAscii(line)) {
      lines.push(line);
      length += line.length;
    }
    line = Buffer.alloc(0);
  };
  const write = (bytes: Uint8Array): void => {
    for (let start = 0; start < bytes.length && length < SAMPLE_BYTES; ) {
      const found = bytes.indexOf(0x0a, start);
      const end = found < 0 ? bytes.length : found + 1;
      const part = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES - line.length));
      // A line is copied, or it would keep all the bytes that it came with.
      if (part.length > 0 && (line.length > 0 || found < 0 || !isAscii(part)))
        line = Buffer.concat([line, part]);
      if (found >= 0) finishLine();
      start = end;
    }
  };
  const end = (): Buffer => {
    if (length < SAMPLE_BYTES) finishLine();
    return Buffer.concat(lines);
  };
  return { write, end };
}

/** Whether files in this encoding are read where the detector is sure. */
export function isReadEncoding(encoding: string): boolean {
  return LABELS.has(encoding);
}
