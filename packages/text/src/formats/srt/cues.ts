import { createLineReader, type TextReader } from '../line-reader.ts';
import { brokenFile, checkLength, quoteForMessage } from '../script-error.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { cueNumber, hasArrow, readTiming } from './timing.ts';

export type Cue = {
  start_ms: number;
  end_ms: number;
  /** The lines with their markup. */
  text: string;
  /** 1-based line of the cue's timing in the file. */
  row: number;
};

const BLOCK_WORDS = /^(NOTE|STYLE|REGION|WEBVTT)(\s|$)/;
/** Twenty lines for each of 100,000 cues. */
const MAX_LINES = 2_000_000;
/** How many following lines decide whether a blank line ends a cue. */
const LOOKAHEAD = 6;

type Open = {
  start_ms: number;
  end_ms: number;
  row: number;
  lines: string[];
  length: number;
  /** The number above the times. */
  number: number | null;
};
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
    if (at > MAX_LINES)
      throw brokenFile(`The subtitle file has more than ${MAX_LINES.toLocaleString('en')} lines.`, at);
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
  let above = '';
  const close = (row: number): void => {
    if (open) {
      const { start_ms, end_ms, lines } = open;
      cue({ start_ms, end_ms, row: open.row, text: lines.join('\n') });
    } else if (!broken) reportStray(stray, { row, skipped });
    open = null;
    broken = false;
    stray = { first: '', count: 0 };
  };
  const start = (line: string, row: number): void => {
    const number = cueNumber(above);
    // A number directly above the timing belongs to this cue, not to the text of the previous one.
    if (open && number !== null && open.lines.at(-1) === above) open.lines.pop();
    // The same applies to a name above the timing.
    if (open === null && !BLOCK_WORDS.test(stray.first)) stray.count -= 1;
    close(row);
    const times = readTiming(line);
    if (times !== null && times !== 'broken') {
      const { text, start_ms, end_ms } = times;
      open = { start_ms, end_ms, row, lines: text === '' ? [] : [text], length: text.length, number };
    } else {
      broken = true;
      const message = `The times of the cue are invalid: ${quoteForMessage(line)}.`;
      skipped({ row, code: 'invalid_cue', message });
    }
  };
  const add = (line: string, { row, below }: { row: number; below: readonly string[] }): void => {
    const isBlank = line.trim() === '';
    const isInBlock = BLOCK_WORDS.test(stray.count > 0 ? stray.first : line);
    if (readTiming(line) !== null || (open === null && hasArrow(line) && !isInBlock)) start(line, row);
    else if (open && !(isBlank && endsCue(below, open.number))) {
      open.lines.push(line);
      open.length += line.length + 1;
      checkLength(open.length, open.row);
    } else if (isBlank) close(row);
    else if (!broken) stray = { first: stray.count > 0 ? stray.first : line.trim(), count: stray.count + 1 };
    above = line;
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
  const number = cueNumber(first);
  const isBare = count <= 0 || (count === 1 && (first === '' || number !== null || /^WEBVTT.*$/.test(first)));
  if (isBare) return;
  if (number !== null) {
    skipped({ row: row - count, code: 'invalid_cue', message: `Cue ${number} has no times.` });
    return;
  }
  const word = BLOCK_WORDS.exec(first)?.[1] ?? '';
  const block = BLOCKS[word] ?? { code: 'text_outside_cue', message: 'Text without times is not spoken.' };
  skipped({ row: row - count, ...block });
}

/**
 * A blank line ends a cue, unless its text clearly continues: some tools double every newline. The number of the next
 * cue ends it too, even if the times of that cue are missing.
 */
function endsCue(below: readonly string[], number: number | null): boolean {
  const blanks = below.slice(0, 3).findIndex((line) => line.trim() !== '');
  const next = blanks < 0 ? Math.min(3, below.length) : blanks;
  const line = below[next]?.trim() ?? '';
  if (line === '' || readTiming(line) !== null || hasArrow(line) || BLOCK_WORDS.test(line)) return true;
  const after = below.slice(next + 1, next + 3).find((candidate) => candidate.trim() !== '') ?? '';
  const nextNumber = cueNumber(line);
  if (nextNumber !== null && (after === '' || nextNumber === (number ?? Number.NaN) + 1)) return true;
  return readTiming(after) !== null || (hasArrow(after) && nextNumber !== null);
}
