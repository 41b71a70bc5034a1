import { createLineReader, type TextReader } from './line-reader.ts';
import { brokenFile, checkLength, quoteForMessage } from './script-error.ts';
import type { ReadingNotes } from './script-reading.ts';

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
/** Twenty lines for each of 100,000 cues. */
const MOST_LINES = 2_000_000;
/** How many following lines decide whether a blank line ends a cue. */
const LOOKAHEAD = 6;

/** Milliseconds of `01:02:03,456`, `02:03.4` or null. */
export function parseTimestamp(text: string): number | null {
  const match = TIME.exec(text.trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + millis;
}

type Open = { start_ms: number; end_ms: number; row: number; lines: string[]; length: number };
type Visitor = { cue: (cue: Cue) => void; skipped: ReadingNotes['skipped'] };
/** Lines outside of cues, up to a blank one. */
type Stray = { first: string; count: number };

/**
 * Reads SRT or WebVTT cues in file order. Tolerant: numbers, hours, blank lines between cues and cue settings
 * are optional. Everything else is reported: cues with invalid times, notes, styles and header content.
 */
export function createCueReader(visitor: Visitor): TextReader {
  const cues = createCueState(visitor);
  const waiting: string[] = [];
  let row = 0;
  const readNext = (): void => {
    row += 1;
    cues.add(waiting.shift() ?? '', { row, below: waiting });
  };
  const lines = createLineReader(/\r\n|\r|\n/g, (line, at) => {
    if (at > MOST_LINES)
      throw brokenFile(`The subtitle file has more than ${MOST_LINES.toLocaleString('en')} lines.`, at);
    waiting.push(at === 1 ? line.replace(/^\ufeff/, '') : line);
    if (waiting.length > LOOKAHEAD) readNext();
  });
  const end = (): void => {
    lines.end();
    while (waiting.length > 0) readNext();
    cues.close(row + 1);
  };
  return { write: lines.write, end };
}

function createCueState({ cue, skipped }: Visitor) {
  let open: Open | null = null;
  let broken = false;
  let stray: Stray = { first: '', count: 0 };
  const close = (row: number): void => {
    if (open) cue(finishCue(open));
    else if (!broken) reportStray(stray, { row, skipped });
    open = null;
    broken = false;
    stray = { first: '', count: 0 };
  };
  const start = (line: string, row: number): void => {
    // A number directly above the timing belongs to this cue, not to the text of the previous one.
    if (open && /^\s*\d+\s*$/.test(open.lines.at(-1) ?? '')) open.lines.pop();
    // The same applies to a name above the timing.
    if (open === null && !BLOCK_WORDS.test(stray.first)) stray.count -= 1;
    close(row);
    const times = readTiming(line);
    if (times) open = { ...times, row, lines: [], length: 0 };
    else {
      broken = true;
      const message = `The times of the cue are invalid: ${quoteForMessage(line)}.`;
      skipped({ row, code: 'broken_cue', message });
    }
  };
  const add = (line: string, { row, below }: { row: number; below: readonly string[] }): void => {
    const isBlank = line.trim() === '';
    const isInBlock = BLOCK_WORDS.test(stray.count > 0 ? stray.first : line);
    if (looksLikeTiming(line) || (open === null && line.includes('-->') && !isInBlock)) start(line, row);
    else if (open && !(isBlank && endsCue(below))) {
      open.lines.push(line);
      open.length += line.length + 1;
      checkLength(open.length, open.row);
    } else if (isBlank) close(row);
    else if (!broken) stray = { first: stray.count > 0 ? stray.first : line.trim(), count: stray.count + 1 };
  };
  return { add, close };
}

const BLOCKS: Record<string, { code: string; message: string }> = {
  NOTE: { code: 'comment', message: 'A note in the file is not spoken.' },
  STYLE: { code: 'metadata', message: 'A style sheet in the file is not spoken.' },
  REGION: { code: 'metadata', message: 'A region block is not spoken.' },
  WEBVTT: { code: 'metadata', message: 'The header of the file is not spoken.' },
};

/** Reports text outside cues. `row` is the row below it. Cue numbers and a bare header are not reported. */
function reportStray(
  { first, count }: Stray,
  { row, skipped }: { row: number; skipped: ReadingNotes['skipped'] },
): void {
  const isBare = count <= 0 || (count === 1 && (first === '' || /^(WEBVTT.*|\d+)$/.test(first)));
  if (isBare) return;
  const word = BLOCK_WORDS.exec(first)?.[1] ?? '';
  const block = BLOCKS[word] ?? { code: 'stray_text', message: 'Text without times is not spoken.' };
  skipped({ row: row - count, ...block });
}

function looksLikeTiming(line: string): boolean {
  // A single expression for times and arrow would take quadratic time on a long line of digits.
  return TIMING.test(line) || (/^\s*\d+:\d/.test(line) && /->|→/.test(line));
}

function readTiming(line: string): { start_ms: number; end_ms: number } | null {
  const match = TIMING.exec(line);
  const start_ms = match?.[1] === undefined ? null : parseTimestamp(match[1]);
  const end_ms = match?.[2] === undefined ? null : parseTimestamp(match[2]);
  return start_ms === null || end_ms === null ? null : { start_ms, end_ms };
}

/** A blank line ends a cue, unless its text clearly continues: some tools double every newline. */
function endsCue(below: readonly string[]): boolean {
  const blanks = below.slice(0, 3).findIndex((line) => line.trim() !== '');
  const next = blanks < 0 ? Math.min(3, below.length) : blanks;
  const line = below[next]?.trim() ?? '';
  if (line === '' || looksLikeTiming(line) || BLOCK_WORDS.test(line)) return true;
  const after = below.slice(next + 1, next + 3).find((candidate) => candidate.trim() !== '') ?? '';
  return looksLikeTiming(after) || (after === '' && /^\d+$/.test(line));
}

function finishCue(open: Open): Cue {
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
