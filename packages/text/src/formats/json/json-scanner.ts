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
  error(message: string): ScriptError;
}

const MAX_DEPTH = 64;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const MAX_NUMBER_LENGTH = 100;
const [SPACE_CODE, QUOTE, BACKSLASH] = [0x20, 0x22, 0x5c] as const;

interface Cursor extends JsonScanner {
  text: string;
  at: number;
  match(pattern: RegExp): string | null;
}

/** A scanner at the start of a text. `currentRow`: the row for errors. */
export function createJsonScanner(text: string, currentRow: () => number | undefined): JsonScanner {
  const cursor: Cursor = {
    text,
    at: 0,
    match(pattern) {
      pattern.lastIndex = cursor.at;
      const token = pattern.exec(text)?.[0] ?? null;
      cursor.at += token?.length ?? 0;
      return token;
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
      if (cursor.at >= text.length) throw cursor.error(`The file ends early: "${sign}" is missing`);
      throw cursor.error(`Expected "${sign}"`);
    },
    string: () => readString(cursor),
    number: () => readNumber(cursor),
    skip: () => skipValue(cursor),
    error(message) {
      let line = 1;
      let start = 0;
      for (let next = text.indexOf('\n'); next >= 0 && next < cursor.at; next = text.indexOf('\n', start)) {
        line += 1;
        start = next + 1;
      }
      const column = cursor.at - start + 1;
      return brokenFile(`${message} (line ${line}, column ${column} of the file).`, currentRow());
    },
  };
  return cursor;
}

/** Reads a string. JSON is parsed only if the string has escapes. */
function readString(cursor: Cursor): string {
  const { text, at: start } = cursor;
  let end = start + 1;
  for (let code = text.charCodeAt(end); code >= SPACE_CODE && code !== QUOTE; code = text.charCodeAt(end))
    end += code === BACKSLASH ? 2 : 1;
  if (text.charAt(end) !== '"') {
    if (text.indexOf('\n', start) < 0) throw cursor.error('The file ends early: a string is not closed');
    throw cursor.error('A string is not closed, or contains a line break');
  }
  const quoted = text.slice(start, end + 1);
  let value = quoted.slice(1, -1);
  if (value.includes('\\')) {
    try {
      value = JSON.parse(quoted);
    } catch {
      throw cursor.error('A string is not valid JSON');
    }
  }
  cursor.at = end + 1;
  return value;
}

/** Reads a number, as it is written. */
function readNumber(cursor: Cursor): string {
  const number = cursor.match(NUMBER);
  if (number && number.length <= MAX_NUMBER_LENGTH) return number;
  throw cursor.error('A number is not valid JSON');
}

/** Skips nested values without recursion. */
function skipValue(cursor: Cursor): string {
  /** The closing characters of open values. */
  const open: string[] = [];
  cursor.peek();
  const start = cursor.at;
  do {
    const sign = cursor.peek();
    if (sign === '[' || sign === '{') {
      if (open.length >= MAX_DEPTH) throw cursor.error(`Values are nested deeper than ${MAX_DEPTH} levels`);
      cursor.take(sign);
      const end = sign === '[' ? ']' : '}';
      if (!cursor.takes(end)) {
        open.push(end);
        if (end === '}') skipKey(cursor);
        continue;
      }
    } else if (sign === '"') readString(cursor);
    else if (cursor.match(LITERAL) === null) readNumber(cursor);
    // After a value, the next one of the same object or array follows, or the end of one or more of them.
    for (let end = open.at(-1); end !== undefined; end = open.at(-1)) {
      if (cursor.takes(',')) {
        if (end === '}') skipKey(cursor);
        break;
      }
      cursor.take(end);
      open.pop();
    }
  } while (open.length > 0);
  return cursor.text.slice(start, cursor.at);
}

/** Skips the name of a field and the colon after it. */
function skipKey(cursor: Cursor): void {
  if (cursor.peek() !== '"') throw cursor.error('Expected a field name in quotes');
  readString(cursor);
  cursor.take(':');
}

/** Replaces unpaired surrogates. Throws if the text is too long. */
export function limitText(text: string, row: number): string {
  checkLength(text.length, row);
  // JSON can escape an unpaired surrogate, which can be neither stored nor spoken.
  return text.toWellFormed();
}
