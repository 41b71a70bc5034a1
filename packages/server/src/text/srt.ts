import { ScriptError } from './script-error.ts';

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

/**
 * Cues of SRT or WebVTT text, in file order. Tolerant: numbers, hours, blank lines between cues and cue
 * settings may be missing or present; only a timing line that has no readable times is an error.
 */
export function parseCues(text: string): Cue[] {
  const lines = splitLines(text.replace(/^\ufeff/, ''));
  const cues: Cue[] = [];
  let open: { start_ms: number; end_ms: number; row: number; lines: string[] } | null = null;
  const close = () => {
    if (open) cues.push(finishCue(open));
    open = null;
  };
  for (const [index, line] of lines.entries()) {
    if (looksLikeTiming(line) || (open === null && line.includes('-->'))) {
      // A cue number directly above the timing belongs to this cue, not to the text of the one before.
      if (open && /^\s*\d+\s*$/.test(open.lines.at(-1) ?? '')) open.lines.pop();
      close();
      open = { ...readTiming(line, index + 1), row: index + 1, lines: [] };
    } else if (open && line.trim() === '' && endsCue(lines, index)) close();
    else open?.lines.push(line);
  }
  close();
  return cues;
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/, MOST_LINES + 1);
  if (lines.length <= MOST_LINES) return lines;
  const message = `The subtitle file has more than ${MOST_LINES.toLocaleString('en')} lines.`;
  throw new ScriptError(message, { code: 'BROKEN_FILE', row: MOST_LINES + 1 });
}

function looksLikeTiming(line: string): boolean {
  // Not one expression for times and arrow: it takes the square of the time on a long line of digits.
  return TIMING.test(line) || (/^\s*\d+:\d/.test(line) && line.includes('-->'));
}

function readTiming(line: string, row: number): { start_ms: number; end_ms: number } {
  const match = TIMING.exec(line);
  const start_ms = match?.[1] === undefined ? null : parseTimestamp(match[1]);
  const end_ms = match?.[2] === undefined ? null : parseTimestamp(match[2]);
  if (start_ms === null || end_ms === null) {
    throw new ScriptError(`Line ${row} of the subtitle file is not a readable time range.`, {
      code: 'BROKEN_FILE',
      row,
    });
  }
  return { start_ms, end_ms };
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
