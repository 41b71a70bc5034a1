import { normalizeLocale } from '../locales/locale.ts';
import type { ScriptReading } from './script-reading.ts';

export type ScriptErrorCode =
  | 'EMPTY_SCRIPT'
  | 'UNKNOWN_COLUMN'
  | 'BROKEN_FILE'
  | 'WRONG_ENCODING'
  | 'UNSUPPORTED_FORMAT'
  | 'TOO_MANY_LINES'
  | 'UNKNOWN_LOCALE'
  | 'UNDECIDABLE_LOCALE'
  | 'DUPLICATE_LINE_ID'
  | 'INVALID_LINE_ID'
  | 'INVALID_FIELD'
  | 'LINE_TOO_LONG'
  | 'UNSAFE_FILE';

/**
 * An error in the script. The message is for the person who made the file; `row` and `column` are the
 * position.
 */
export class ScriptError extends Error {
  readonly code: ScriptErrorCode;
  /** 1-based: the spreadsheet row of a csv, the entry of a json, the paragraph of a docx, else the text line. */
  readonly row: number | undefined;
  readonly column: string | undefined;
  /** The config field that causes the error, if it is not the file. */
  readonly field: string | undefined;
  /** The facts about the file that were known at the time of the error. */
  reading: ScriptReading | undefined;

  constructor(
    message: string,
    facts: { code: ScriptErrorCode; row?: number; column?: string; field?: string },
  ) {
    super(message);
    this.name = 'ScriptError';
    this.code = facts.code;
    this.row = facts.row;
    this.column = facts.column;
    this.field = facts.field;
  }
}

/** The message for an invalid locale. */
export function unknownLocale(tag: string): string {
  return `${quoteForMessage(tag)} is not a known language code. Use a code such as en-us, de-de or ja-jp.`;
}

/** The normalized locale of a text that names one. */
export function requireLocale(tag: string, facts: { row?: number; field?: string }): string {
  const locale = normalizeLocale(tag);
  if (locale !== null) return locale;
  throw new ScriptError(unknownLocale(tag), { code: 'UNKNOWN_LOCALE', ...facts });
}

/** A value shortened to one line for use in a message. */
export function quoteForMessage(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim();
  const points = [...line.slice(0, 200)];
  return points.length > 60 ? `"${points.slice(0, 60).join('')}…"` : `"${line}"`;
}

/** The config names a column or field that the file does not have. */
export function unknownName(
  message: string,
  facts: { field: string; column?: string; row?: number },
): ScriptError {
  return new ScriptError(message, { code: 'UNKNOWN_COLUMN', ...facts });
}

/** A file that cannot be read. */
export function brokenFile(message: string, row?: number): ScriptError {
  return new ScriptError(message, { code: 'BROKEN_FILE', row });
}

/** The maximum number of characters in a line. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Rejects a text that is too long to speak. */
export function checkLength(length: number, row: number): void {
  if (length <= MAX_TEXT_LENGTH) return;
  const limit = MAX_TEXT_LENGTH.toLocaleString('en');
  throw brokenFile(`The text is longer than ${limit} characters.`, row);
}
