import { decodeText } from '../../encoding/encoding.ts';
import { cleanScript } from '../../locales/characters.ts';
import { headerKey } from '../csv/column-names.ts';
import { readTable } from '../csv/csv.ts';
import { findHeaderLimit, readLimit } from '../csv/line-limits.ts';
import { unguardFormula } from '../csv/write-csv.ts';
import { brokenFile, checkLength, requireLocale, ScriptError } from '../script-error.ts';

/** The list's entry for one file. */
export interface RecordingFacts {
  /** The lookup key: the name without folders, in lowercase. */
  file: string;
  /** The row of a csv, the entry of a json. */
  row: number;
  script: string;
  line_id: string | null;
  locale_code: string | null;
  character_name: string | null;
  notes: string | null;
  max_duration_ms: number | null;
  /** What is wrong with the limit of the line, if anything. */
  limit_problem: string | null;
}

/** Extensions of the lists that can be read. */
export const RECORDING_LIST_FORMATS = ['csv', 'tsv', 'json'] as const;

/**
 * Column names, best first. Others are ignored, because an export manifest has many more. The names of script columns
 * are in `csv/column-names.ts`.
 */
const FIELDS = {
  file: ['file', 'filename', 'file_name', 'path'],
  script: ['script', 'text', 'line', 'dialogue'],
  line_id: ['line_id', 'id'],
  locale: ['locale_code', 'locale', 'language'],
  character: ['character_name', 'character', 'speaker', 'role', 'actor'],
  notes: ['notes'],
} as const;

const MAX_BYTES = 16 * 1_048_576;
const MAX_ROWS = 100_000;
const MAX_ID_LENGTH = 200;

/** The cells of a row by the name of their column. */
type Cells = ReadonlyMap<string, string>;

/** The entries of a list. Rows without a file are skipped, because their lines were not delivered. */
export function readRecordingList(bytes: Uint8Array, format: string): RecordingFacts[] {
  if (bytes.byteLength > MAX_BYTES) throw brokenFile('The list is larger than 16 MiB.');
  const { text } = decodeText(bytes);
  const facts: RecordingFacts[] = [];
  const add = (cells: Cells, row: number): void => {
    if (row > MAX_ROWS)
      throw brokenFile(`The list has more than ${MAX_ROWS.toLocaleString('en')} rows.`, row);
    const entry = readFacts(cells, row);
    if (entry) facts.push(entry);
  };
  if (format === 'json') readEntries(text, add);
  else readRows(text, format, add);
  return facts;
}

/** A normalized file name: without folders, in lowercase. */
export function fileKey(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase();
}

/** Calls `add` for each row of a table, with its cells by column. */
function readRows(text: string, format: string, add: (cells: Cells, row: number) => void): void {
  let names: string[] | undefined;
  readTable(text, format, (cells, row) => {
    if (names) {
      add(new Map(names.map((name, at) => [name, unguardFormula(cells[at] ?? '')])), row);
      return;
    }
    const keys = cells.map(headerKey);
    names = keys;
    if (FIELDS.file.some((name) => keys.includes(name))) return;
    const message = `No column contains the file names. Name the column one of: ${FIELDS.file.join(', ')}.`;
    throw new ScriptError(message, { code: 'UNKNOWN_COLUMN', row });
  });
}

/** Calls `add` for each object in a JSON array, with its texts and numbers by field. */
function readEntries(text: string, add: (cells: Cells, row: number) => void): void {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw brokenFile('The list is not well-formed JSON.');
  }
  if (!Array.isArray(entries)) throw brokenFile('The list must be an array of objects.');
  for (const [index, entry] of entries.entries()) {
    if (typeof entry !== 'object' || entry === null)
      throw brokenFile('The entry must be an object.', index + 1);
    const cells = new Map<string, string>();
    for (const [name, value] of Object.entries(entry)) {
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      cells.set(name.toLowerCase(), String(value).toWellFormed());
    }
    add(cells, index + 1);
  }
}

/** The facts of one row; undefined if it names no file. */
function readFacts(cells: Cells, row: number): RecordingFacts | undefined {
  const value = (field: keyof typeof FIELDS): string => {
    const name = FIELDS[field].find((one) => cells.has(one));
    if (name === undefined) return '';
    return cleanScript(cells.get(name) ?? '');
  };
  const file = fileKey(value('file'));
  if (file === '') return undefined;
  const line_id = value('line_id').replace(/\s+/g, ' ');
  if ([...line_id].length > MAX_ID_LENGTH)
    throw new ScriptError(`The line ID is longer than ${MAX_ID_LENGTH} characters.`, {
      code: 'INVALID_LINE_ID',
      row,
    });
  const script = value('script');
  checkLength(script.length, row);
  const locale = value('locale');
  return {
    file,
    row,
    script,
    line_id: line_id || null,
    locale_code: locale === '' ? null : requireLocale(locale, { row }),
    character_name: value('character') || null,
    notes: value('notes') || null,
    ...findLimit(cells, row),
  };
}

/**
 * The limit in the first column of a time, and what is wrong with it. A list has no texts to show the unit of a limit, so
 * a time without one is in seconds, as in scripts.
 */
function findLimit(cells: Cells, row: number): Pick<RecordingFacts, 'max_duration_ms' | 'limit_problem'> {
  let limit_problem: string | null = null;
  for (const [column, cell] of cells) {
    const limit = findHeaderLimit(column);
    if (limit === null || limit.measure === 'characters') continue;
    if (limit.unit === null && limit.measure === 'length') continue;
    const unit = limit.unit ?? 's';
    const notes = {
      doubtful({ message }: { message: string }): void {
        limit_problem = message;
      },
    };
    const { max_duration_ms = null } = readLimit(cell, { ...limit, unit, row, column, notes });
    return { max_duration_ms, limit_problem };
  }
  return { max_duration_ms: null, limit_problem };
}
