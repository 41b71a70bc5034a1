import { quoteForMessage, ScriptError } from './script-error.ts';

export type Cue = {
  start_ms: number;
  end_ms: number;
  text: string;
  /** From a WebVTT voice tag, `<v Ada>`. */
  speaker: string | null;
  /** 1-based line of the cue's timing in the file. */
  row: number;
};

const TIME = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,9}))?$/;
const TIMING = /^\s*([\d:.,]{3,20})\s*--?>\s*([\d:.,]{3,20})(?:\s.*)?$/;
const BLOCK_WORDS = /^(NOTE|STYLE|REGION|WEBVTT)(\s|$)/;
/** Twenty lines for each of 100,000 cues. A list of far more breaks the process that makes it. */
const MOST_LINES = 2_000_000;

/** Milliseconds of `01:02:03,456`, `02:03.4` or null. */
export function parseTimestamp(text: string): number | null {
  const match = TIME.exec(text.trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + millis;
}

export type SkippedBlock = { row: number; code: string; message: string };

type Open = { start_ms: number; end_ms: number; row: number; lines: string[] };

/**
 * Cues of SRT or WebVTT text, in file order. Tolerant: numbers, hours, blank lines between cues and cue
 * settings may be missing or present. What is no cue is reported: one whose times cannot be read, notes, styles,
 * and whatever a header holds.
 */
export function parseCues(text: string, skipped: (block: SkippedBlock) => void = () => {}): Cue[] {
  const lines = splitLines(text.replace(/^\ufeff/, ''));
  const cues: Cue[] = [];
  let open: Open | null = null;
  let broken = false;
  let stray: string[] = [];
  const close = (row: number) => {
    if (open) cues.push(finishCue(open));
    else if (!broken) reportStray(stray, { row, skipped });
    open = null;
    broken = false;
    stray = [];
  };
  for (const [index, line] of lines.entries()) {
    if (looksLikeTiming(line) || (open === null && line.includes('-->') && !isInBlock([...stray, line]))) {
      // A cue number directly above the timing belongs to this cue, not to the text of the one before.
      if (open && /^\s*\d+\s*$/.test(open.lines.at(-1) ?? '')) open.lines.pop();
      // So does a name above it.
      if (open === null && !isInBlock(stray)) stray.pop();
      close(index + 1);
      const times = readTiming(line);
      if (times) open = { ...times, row: index + 1, lines: [] };
      else {
        broken = true;
        const message = `The times of the cue cannot be read: ${quoteForMessage(line)}.`;
        skipped({ row: index + 1, code: 'broken_cue', message });
      }
    } else if (open && line.trim() === '' && endsCue(lines, index)) close(index + 1);
    else if (open) open.lines.push(line);
    else if (line.trim() === '') close(index + 1);
    else if (!broken) stray.push(line.trim());
  }
  close(lines.length + 1);
  return cues;
}

function isInBlock(stray: readonly string[]): boolean {
  return BLOCK_WORDS.test(stray[0] ?? '');
}

const BLOCKS: Record<string, { code: string; message: string }> = {
  NOTE: { code: 'comment', message: 'A note in the file is not spoken.' },
  STYLE: { code: 'metadata', message: 'A style sheet in the file is not spoken.' },
  REGION: { code: 'metadata', message: 'A region of the screen is not spoken.' },
  WEBVTT: { code: 'metadata', message: 'What the header of the file holds is not spoken.' },
};

/** Text outside of cues. `row` is the row below it. The number of a cue, and a bare header, are nothing that is lost. */
function reportStray(
  stray: readonly string[],
  { row, skipped }: { row: number; skipped: (block: SkippedBlock) => void },
): void {
  const [first = ''] = stray;
  const isBare = stray.length <= 1 && (first === '' || /^(WEBVTT.*|\d+)$/.test(first));
  if (isBare) return;
  const word = BLOCK_WORDS.exec(first)?.[1] ?? '';
  const block = BLOCKS[word] ?? { code: 'stray_text', message: 'Text without times is not spoken.' };
  skipped({ row: row - stray.length, ...block });
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/, MOST_LINES + 1);
  if (lines.length <= MOST_LINES) return lines;
  const message = `The subtitle file has more than ${MOST_LINES.toLocaleString('en')} lines.`;
  throw new ScriptError(message, { code: 'BROKEN_FILE', row: MOST_LINES + 1 });
}

function looksLikeTiming(line: string): boolean {
  // Not one expression for times and arrow: it takes the square of the time on a long line of digits.
  return TIMING.test(line) || (/^\s*\d+:\d/.test(line) && /->|→/.test(line));
}

function readTiming(line: string): { start_ms: number; end_ms: number } | null {
  const match = TIMING.exec(line);
  const start_ms = match?.[1] === undefined ? null : parseTimestamp(match[1]);
  const end_ms = match?.[2] === undefined ? null : parseTimestamp(match[2]);
  return start_ms === null || end_ms === null ? null : { start_ms, end_ms };
}

/** A blank line ends a cue, except where its text plainly goes on below: some tools double every newline. */
function endsCue(lines: readonly string[], index: number): boolean {
  let next = index + 1;
  while (next < lines.length && next < index + 4 && lines[next]?.trim() === '') next += 1;
  const line = lines[next]?.trim() ?? '';
  if (line === '' || looksLikeTiming(line) || BLOCK_WORDS.test(line)) return true;
  const below = lines.slice(next + 1, next + 3).find((candidate) => candidate.trim() !== '') ?? '';
  return looksLikeTiming(below) || (below === '' && /^\d+$/.test(line));
}

function finishCue(open: { start_ms: number; end_ms: number; row: number; lines: string[] }): Cue {
  const raw = open.lines.join('\n');
  const speaker = /<v(?:\.[^\s>]{0,80})?\s+([^>\n]{1,200})>/i.exec(raw)?.[1]?.trim() ?? null;
  return { start_ms: open.start_ms, end_ms: open.end_ms, row: open.row, speaker, text: plainText(raw) };
}

/** Text without markup: `<i>`, `<c.loud>`, `<00:01.000>`, `{\an8}` and the entities WebVTT knows. */
function plainText(raw: string): string {
  return raw
    .replace(/<\/?[a-z0-9][^<>\n]{0,200}>/gi, '')
    .replace(/\{\\[^{}\n]{0,200}\}/g, '')
    .replace(/&(lt|gt|amp|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', nbsp: ' ', lrm: '', rlm: '' };
