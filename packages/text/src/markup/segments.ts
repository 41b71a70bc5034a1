import { readAngle } from './angles.ts';
import { readBrace } from './braces.ts';
import { readRound, readSquare, readSquareEnd, readStar } from './brackets.ts';
import { readBackslash, readDollar, readEntity, readPercent } from './codes.ts';
import type { Reader, Scan, Segment } from './segment.ts';

/** How each first character of markup is read. */
const READERS: Readonly<Record<string, Reader>> = {
  '<': readAngle,
  '[': readSquare,
  ']': readSquareEnd,
  '{': readBrace,
  $: readDollar,
  '&': readEntity,
  '%': readPercent,
  '\\': readBackslash,
  '(': readRound,
  '（': readRound,
  '*': readStar,
};
const FIRST = /[<[\]{$&%\\(（*]/;
const FIRSTS = new RegExp(FIRST, 'g');
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * The segments of a line, in order and without gaps. `names`: names in lowercase that are placeholders in any notation,
 * even in one of tags. Time grows with the length of the line, whatever stands in it.
 */
export function parseSegments(text: string, names: ReadonlySet<string> = NO_NAMES): Segment[] {
  const scan = scanOf(text, names);
  const segments: Segment[] = [];
  let at = 0;
  /** Up to where there is text, whatever it looks like. */
  let plain = 0;
  const addText = (end: number): void => {
    if (end > at) segments.push({ kind: 'text', start: at, end, name: '' });
  };
  for (const start of firstsIn(text)) {
    if (start < at || start < plain) continue;
    const found = READERS[text.charAt(start)]?.(scan, start);
    if (found?.kind === 'text') plain = found.end;
    if (!found || found.kind === 'text') continue;
    addText(start);
    segments.push({ ...found, start });
    at = found.end;
  }
  addText(text.length);
  return closed(segments);
}

/** An alias that is never closed replaces nothing. */
function closed(segments: Segment[]): Segment[] {
  const open: Segment[] = [];
  for (const segment of segments) {
    if (segment.kind !== 'speech' || segment.name !== 'sub') continue;
    if (segment.position === 'open') open.push(segment);
    else if (segment.position === 'close') open.pop();
  }
  for (const segment of open) segment.position = 'void';
  return segments;
}

/** Whether a text can hold markup at all. */
export const mayHoldMarkup = (text: string): boolean => FIRST.test(text);

function* firstsIn(text: string): Generator<number> {
  for (const { index } of text.matchAll(FIRSTS)) yield index;
}

function scanOf(text: string, names: ReadonlySet<string>): Scan {
  let braces: Map<number, number> | undefined;
  let brackets: Map<number, number> | undefined;
  let closing: Set<string> | undefined;
  return {
    text,
    names,
    open: new Map(),
    braces() {
      braces ??= pairsIn(text, '{', '}');
      return braces;
    },
    brackets() {
      brackets ??= pairsIn(text, '[', ']');
      return brackets;
    },
    closes(tag) {
      closing ??= new Set(text.toLowerCase().match(/\{\/[a-z]{1,20}\}/g));
      return closing.has(tag);
    },
  };
}

/** The closing sign of each opening one, in one pass. */
function pairsIn(text: string, opening: string, closing: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = text.indexOf(opening); at >= 0 && at < text.length; at++) {
    const character = text[at];
    if (character === opening) open.push(at);
    const start = character === closing ? open.pop() : undefined;
    if (start !== undefined) pairs.set(start, at);
  }
  return pairs;
}
