import { brokenFile, checkLength, type ScriptError } from '../script-error.ts';

/** Reads JSON value by value, so that unused parts are never parsed into objects. */
export interface JsonScanner {
  /** The first character of the next token; empty at the end. */
  peek(): string;
  /** Consumes a punctuation character, or throws. */
  take(sign: string): void;
  /** Consumes the character if it comes next, and returns whether it did. */
  takes(sign: string): boolean;
  string(): string;
  /** The characters of a number. */
  number(): string;
  /** Skips a value of any type, and returns its text. */
  skip(): string;
  fault(message: string): ScriptError;
}

const DEEPEST = 64;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const LONGEST_NUMBER = 100;

export function createJsonScanner(text: string, currentRow: () => number | undefined): JsonScanner {
  const cursor = createCursor(text, currentRow);
  const { peek, take, takes, fault } = cursor;
  const string = () => readString(cursor);
  const number = () => readNumber(cursor);
  const skip = () => {
    const open: string[] = [];
    peek();
    const start = cursor.at;
    do skipStep(cursor, open);
    while (open.length > 0);
    return text.slice(start, cursor.at);
  };
  return { peek, take, takes, fault, string, number, skip };
}

type Cursor = Pick<JsonScanner, 'peek' | 'take' | 'takes' | 'fault'> & {
  text: string;
  at: number;
  match(pattern: RegExp): string | null;
};

function createCursor(text: string, currentRow: () => number | undefined): Cursor {
  const cursor: Cursor = {
    text,
    at: 0,
    match(pattern) {
      pattern.lastIndex = cursor.at;
      const found = pattern.exec(text)?.[0] ?? null;
      cursor.at += found?.length ?? 0;
      return found;
    },
    peek() {
      cursor.match(SPACE);
      return text.charAt(cursor.at);
    },
    takes(sign) {
      if (cursor.peek() !== sign) return false;
      cursor.at += 1;
      return true;
    },
    take(sign) {
      if (cursor.takes(sign)) return;
      const isOver = cursor.at >= text.length;
      throw cursor.fault(isOver ? `The file ends early: "${sign}" is missing` : `Expected "${sign}"`);
    },
    fault(message) {
      const { line, column } = positionOf(text, cursor.at);
      return brokenFile(`${message} (line ${line}, column ${column} of the file).`, currentRow());
    },
  };
  return cursor;
}

function readString(cursor: Cursor): string {
  const start = cursor.at;
  const end = endOfString(cursor.text, start);
  if (end === null) {
    const isCut = !cursor.text.slice(start).includes('\n');
    throw cursor.fault(
      isCut
        ? 'The file ends early: a string is not closed'
        : 'A string is not closed, or contains a line break',
    );
  }
  const value = unescaped(cursor.text.slice(start, end));
  if (value === null) throw cursor.fault('A string is not valid JSON');
  cursor.at = end;
  return value;
}

function readNumber(cursor: Cursor): string {
  const found = cursor.match(NUMBER);
  if (found && found.length <= LONGEST_NUMBER) return found;
  throw cursor.fault('A number is not valid JSON');
}

/** One step over nested values, without recursion. `open` contains the closing characters of open values. */
function skipStep(cursor: Cursor, open: string[]): void {
  const sign = cursor.peek();
  if (sign === '[' || sign === '{') {
    if (open.length >= DEEPEST) throw cursor.fault(`Values are nested deeper than ${DEEPEST} levels`);
    cursor.take(sign);
    const end = sign === '[' ? ']' : '}';
    if (!cursor.takes(end)) {
      open.push(end);
      if (end === '}') skipKey(cursor);
      return;
    }
  } else if (sign === '"') readString(cursor);
  else if (cursor.match(LITERAL) === null) readNumber(cursor);
  for (let end = open.at(-1); end !== undefined; end = open.at(-1)) {
    if (cursor.takes(',')) {
      if (end === '}') skipKey(cursor);
      return;
    }
    cursor.take(end);
    open.pop();
  }
}

function skipKey(cursor: Cursor): void {
  if (cursor.peek() !== '"') throw cursor.fault('Expected a field name in quotes');
  readString(cursor);
  cursor.take(':');
}

/** The index after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) at += 1;
    else if (code < 0x20) return null;
  }
  return null;
}

function unescaped(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}

/** Replaces unpaired surrogates. Throws if the text is too long. */
export function limited(text: string, row: number): string {
  checkLength(text.length, row);
  // JSON can escape an unpaired surrogate, which can be neither stored nor spoken.
  return text.toWellFormed();
}

function positionOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', start)) {
    line += 1;
    start = next + 1;
  }
  return { line, column: at - start + 1 };
}
