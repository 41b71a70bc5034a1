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

/** The first word of a block that is no cue. */
const BLOCK_WORDS = /^(NOTE|STYLE|REGION|WEBVTT)(\s|$)/;
/** Twenty lines for each of 100,000 cues. */
const MAX_LINES = 2_000_000;
/** How many following lines decide whether a blank line ends a cue. */
const LOOKAHEAD = 6;

/** A cue whose text is not complete. `row` and `length` are those of its times and its text. */
interface OpenCue {
  start_ms: number;
  end_ms: number;
  row: number;
  lines: string[];
  length: number;
  /** The number above the times. */
  number: number | null;
}

type Visitor = { cue: (cue: Cue) => void; skipped: ReadingNotes['skipped'] };

/**
 * Reads SRT or WebVTT cues in file order. Tolerant: numbers, hours, blank lines between cues and cue settings
 * are optional. Everything else is reported: cues with invalid times, notes, styles and header content.
 */
export function createCueReader(visitor: Visitor): TextReader {
  const state: State = { visitor, cue: null, is_broken: false, outside: { first: '', count: 0 }, above: '' };
  const nextLines: string[] = [];
  let row = 0;
  const readNext = (): void => {
    row += 1;
    readLine(state, nextLines.shift() ?? '', { row, below: nextLines });
  };
  const lines = createLineReader(/\r\n|\r|\n/g, (line, at) => {
    if (at > MAX_LINES)
      throw brokenFile(`The subtitle file has more than ${MAX_LINES.toLocaleString('en')} lines.`, at);
    nextLines.push(at === 1 ? line.replace(/^\ufeff/, '') : line);
    if (nextLines.length > LOOKAHEAD) readNext();
  });
  const end = (): void => {
    lines.end();
    while (nextLines.length > 0) readNext();
    closeCue(state, row + 1);
  };
  return { write: lines.write, end };
}

interface State {
  visitor: Visitor;
  cue: OpenCue | null;
  /** Whether the lines belong to a cue with invalid times. */
  is_broken: boolean;
  /** Lines outside of cues, up to a blank one: the first one, and how many there are. */
  outside: { first: string; count: number };
  /** The line before. */
  above: string;
}

/**
 * Reads a line: the times of a cue, a line of its text, a blank line that ends it, or a line outside of cues. `below`: the
 * lines that follow.
 */
function readLine(
  state: State,
  line: string,
  { row, below }: { row: number; below: readonly string[] },
): void {
  const { cue, outside } = state;
  const isBlank = line.trim() === '';
  const isInBlock = BLOCK_WORDS.test(outside.count > 0 ? outside.first : line);
  const isBrokenTiming = cue === null && hasArrow(line) && !isInBlock;
  const isEndOfCue = cue !== null && isBlank && endsCue(below, cue.number);
  if (isBrokenTiming || readTiming(line) !== null) openCue(state, line, row);
  else if (cue && !isEndOfCue) {
    cue.lines.push(line);
    cue.length += line.length + 1;
    checkLength(cue.length, cue.row);
  } else if (isBlank) closeCue(state, row);
  else if (!state.is_broken) {
    if (outside.count <= 0) outside.first = line.trim();
    outside.count += 1;
  }
  state.above = line;
}

/** Opens a cue at its line of times, and closes what is above it. Invalid times are reported. */
function openCue(state: State, line: string, row: number): void {
  const { cue, outside, above, visitor } = state;
  const number = cueNumber(above);
  // A number directly above the timing belongs to this cue, not to the text of the previous one.
  if (cue && number !== null && cue.lines.at(-1) === above) cue.lines.pop();
  // Outside of a cue, the line above is its number or a name, and so no line to report.
  if (cue === null && !BLOCK_WORDS.test(outside.first)) outside.count -= 1;
  closeCue(state, row);
  const times = readTiming(line);
  if (times === null || times === 'broken') {
    state.is_broken = true;
    const message = `The times of the cue are invalid: ${quoteForMessage(line)}.`;
    visitor.skipped({ row, code: 'invalid_cue', message });
    return;
  }
  const { text, start_ms, end_ms } = times;
  const lines = text === '' ? [] : [text];
  state.cue = { start_ms, end_ms, row, lines, length: text.length, number };
}

const BLOCKS: Record<string, { code: string; message: string }> = {
  NOTE: { code: 'comment', message: 'A note in the file is not spoken.' },
  STYLE: { code: 'metadata', message: 'A style sheet in the file is not spoken.' },
  REGION: { code: 'metadata', message: 'A region block is not spoken.' },
  WEBVTT: { code: 'metadata', message: 'The header of the file is not spoken.' },
};

/**
 * Hands on the open cue, or reports text outside of cues: a note, a style sheet, or a cue without times. `row`: the row
 * below it.
 */
function closeCue(state: State, row: number): void {
  const { visitor, cue, is_broken, outside } = state;
  const { first, count } = outside;
  state.cue = null;
  state.is_broken = false;
  state.outside = { first: '', count: 0 };
  if (cue) {
    const { start_ms, end_ms, lines } = cue;
    visitor.cue({ start_ms, end_ms, row: cue.row, text: lines.join('\n') });
    return;
  }
  if (is_broken || count <= 0) return;
  const number = cueNumber(first);
  // Cue numbers and a bare header are not reported.
  if (count === 1 && (first === '' || number !== null || /^WEBVTT.*$/.test(first))) return;
  const word = BLOCK_WORDS.exec(first)?.[1] ?? '';
  let block = BLOCKS[word] ?? { code: 'text_outside_cue', message: 'Text without times is not spoken.' };
  if (number !== null) block = { code: 'invalid_cue', message: `Cue ${number} has no times.` };
  visitor.skipped({ row: row - count, ...block });
}

/**
 * A blank line ends a cue, unless its text clearly continues: some tools double every newline. The number of the next
 * cue ends it too, even if the times of that cue are missing.
 */
function endsCue(below: readonly string[], number: number | null): boolean {
  /** The position of the next line with text. */
  let next = below.slice(0, 3).findIndex((line) => line.trim() !== '');
  if (next < 0) next = Math.min(3, below.length);
  const line = below[next]?.trim() ?? '';
  const beginsBlock = readTiming(line) !== null || hasArrow(line) || BLOCK_WORDS.test(line);
  if (line === '' || beginsBlock) return true;
  const lineAfter = below.slice(next + 1, next + 3).find((candidate) => candidate.trim() !== '') ?? '';
  const nextNumber = cueNumber(line);
  const isFollowingNumber = nextNumber !== null && number !== null && nextNumber === number + 1;
  if (isFollowingNumber || (nextNumber !== null && lineAfter === '')) return true;
  return readTiming(lineAfter) !== null || (hasArrow(lineAfter) && nextNumber !== null);
}
