import { readAngle } from './angles.ts';
import { readBrace } from './braces.ts';
import { readRound, readSquare, readSquareEnd, readStar } from './brackets.ts';
import { readApostrophes, readBackslash, readDollar, readEntity, readPercent } from './codes.ts';
import { readRaised } from './raised.ts';
import { readAozora, readRuby } from './ruby.ts';
import type { Reader, Scan, Segment } from './segment.ts';

/** A sign of music, which is not spoken. */
const readNote: Reader = (_scan, at) => ({ kind: 'tag', end: at + 1, name: 'note', gap: 'auto' });

/** The reader for each character that can begin markup. */
const READERS: Readonly<Record<string, Reader>> = {
  '<': (scan, at) => readRuby(scan, at) ?? readRaised(scan, at) ?? readAngle(scan, at),
  '[': (scan, at) => readRuby(scan, at) ?? readRaised(scan, at) ?? readSquare(scan, at),
  ']': readSquareEnd,
  '{': (scan, at) => readRuby(scan, at) ?? readBrace(scan, at),
  $: readDollar,
  '&': readEntity,
  '%': readPercent,
  '\\': readBackslash,
  '(': readRound,
  '（': readRound,
  '*': readStar,
  "'": readApostrophes,
  '《': readAozora,
  '♩': readNote,
  '♪': readNote,
  '♫': readNote,
  '♬': readNote,
};
/** The characters that can begin markup. */
const FIRST = /[<[\]{$&%\\(（*《♩♪♫♬]|''/;
/** The same, to find every place. */
const FIRSTS = new RegExp(FIRST, 'g');
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * The segments of a line, in order and without gaps. `names`: lowercase names that are placeholders in any notation,
 * even in the notation of tags. The time is linear in the length of the line for any content.
 */
export function parseSegments(text: string, names: ReadonlySet<string> = NO_NAMES): Segment[] {
  const scan = createScan(text, names);
  const segments: Segment[] = [];
  let at = 0;
  /** Up to this position, everything is text, even if it looks like markup. */
  let plainEnd = 0;
  for (const { index: start } of text.matchAll(FIRSTS)) {
    if (start < at || start < plainEnd) continue;
    const match = READERS[text.charAt(start)]?.(scan, start);
    if (match?.kind === 'text') plainEnd = match.end;
    if (!match || match.kind === 'text') continue;
    if (start > at) segments.push({ kind: 'text', start: at, end: start, name: '' });
    segments.push({ ...match, start });
    at = match.end;
  }
  if (text.length > at) segments.push({ kind: 'text', start: at, end: text.length, name: '' });
  // An alias element that is never closed has no effect on the text after it.
  const open: Segment[] = [];
  for (const segment of segments) {
    if (segment.kind !== 'speech' || segment.name !== 'sub') continue;
    if (segment.position === 'open') open.push(segment);
    else if (segment.position === 'close') open.pop();
  }
  for (const segment of open) segment.position = 'void';
  return segments;
}

/** Whether a text can contain markup. */
export const mayHoldMarkup = (text: string): boolean => FIRST.test(text);

/** The facts that readers need about the whole text, each found when it is first needed. */
function createScan(text: string, names: ReadonlySet<string>): Scan {
  let braces: Map<number, number> | undefined;
  let brackets: Map<number, number> | undefined;
  let closingTags: Set<string> | undefined;
  return {
    text,
    names,
    open: new Map(),
    braces() {
      braces ??= findPairs(text, '{', '}');
      return braces;
    },
    brackets() {
      brackets ??= findPairs(text, '[', ']');
      return brackets;
    },
    closes(tag) {
      closingTags ??= new Set(text.toLowerCase().match(/\{\/[a-z]{1,20}\}/g));
      return closingTags.has(tag);
    },
  };
}

/** The closing sign of each opening one, in one pass. */
function findPairs(text: string, opening: string, closing: string): Map<number, number> {
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
