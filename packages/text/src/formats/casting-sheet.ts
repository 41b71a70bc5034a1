import { decodeText } from '../encoding/encoding.ts';
import { normalizeLocale } from '../locales/locale.ts';
import { headerKey } from './csv/column-names.ts';
import { readTable } from './csv/csv.ts';
import { unguardFormula } from './csv/write-csv.ts';
import { quoteForMessage, ScriptError, unknownLocale } from './script-error.ts';

/** One row of a casting sheet, which assigns a voice to a character in a locale. */
export interface CastingRow {
  /** The row number as spreadsheets count. */
  row: number;
  character: string;
  /** Null: every locale without its own row. */
  locale: string | null;
  /** A voice id, a voice name, or the provider's own id. */
  voice: string;
  provider: string | null;
  model: string | null;
  speed: number | null;
  pitch: number | null;
}

/** An error in a cell, for the person who made the file. */
export interface CastingError {
  row: number;
  column: string;
  message: string;
}

type Field = Exclude<keyof CastingRow, 'row'>;

const HEADERS: Readonly<Record<Field, readonly string[]>> = {
  character: ['character', 'character_name'],
  locale: ['locale', 'locale_code', 'language'],
  voice: ['voice', 'voice_id', 'voice_name'],
  provider: ['provider'],
  model: ['model'],
  speed: ['speed'],
  pitch: ['pitch'],
};
const REQUIRED = ['character', 'voice'] as const;
const MAX_ROWS = 10_000;
const MAX_LENGTH = 200;

/**
 * Reads a csv or tsv with a header. All cell errors are returned together; an unreadable file throws
 * ScriptError.
 */
export function readCastingSheet(
  bytes: Uint8Array,
  format: string,
): { rows: CastingRow[]; errors: CastingError[] } {
  const rows: CastingRow[] = [];
  const errors: CastingError[] = [];
  const rowNumbers = new Map<string, number>();
  let columns: Map<Field, number> | undefined;
  readTable(decodeText(bytes).text, format, (cells, row) => {
    if (!columns) {
      columns = readHeader(cells, row);
      return;
    }
    if (rows.length + errors.length >= MAX_ROWS)
      throw new ScriptError(`A casting sheet must have at most ${MAX_ROWS} rows and errors.`, {
        code: 'TOO_MANY_LINES',
        row,
      });
    const casting = readRow({ cells, row, columns, errors });
    if (!casting) return;
    const key = JSON.stringify([casting.character, casting.locale]);
    const first = rowNumbers.get(key);
    const message = `Row ${first} already casts the same character and locale.`;
    if (first === undefined) rowNumbers.set(key, row);
    else errors.push({ row, column: 'character', message });
    rows.push(casting);
  });
  if (!columns) throw new ScriptError('The casting sheet is empty.', { code: 'EMPTY_SCRIPT' });
  return { rows, errors };
}

/** The index of each column by its field. A column without a known name is ignored. */
function readHeader(cells: readonly string[], row: number): Map<Field, number> {
  const columns = new Map<Field, number>();
  const keys = cells.map(headerKey);
  for (const [field, names] of Object.entries(HEADERS)) {
    const index = keys.findIndex((key) => names.includes(key));
    if (index >= 0) columns.set(field as Field, index);
  }
  for (const column of REQUIRED)
    if (!columns.has(column))
      throw new ScriptError(`There is no column "${column}".`, { code: 'UNKNOWN_COLUMN', row, column });
  return columns;
}

interface SheetRow {
  cells: readonly string[];
  row: number;
  columns: ReadonlyMap<Field, number>;
  errors: CastingError[];
}

/** Adds an error and returns undefined if the row cannot be used. */
function readRow(sheetRow: SheetRow): CastingRow | undefined {
  const { row, errors } = sheetRow;
  const errorCount = errors.length;
  const character = readText(sheetRow, 'character');
  const voice = readText(sheetRow, 'voice');
  const tag = readText(sheetRow, 'locale');
  if (character === null) errors.push({ row, column: 'character', message: 'The row has no character.' });
  if (voice === null) errors.push({ row, column: 'voice', message: 'The row has no voice.' });
  const locale = tag && normalizeLocale(tag);
  if (tag !== null && locale === null) errors.push({ row, column: 'locale', message: unknownLocale(tag) });
  const speed = readNumber(sheetRow, 'speed', { min: 0.5, max: 2 });
  const pitch = readNumber(sheetRow, 'pitch', { min: -12, max: 12 });
  const provider = readText(sheetRow, 'provider')?.toLowerCase() ?? null;
  const model = readText(sheetRow, 'model');
  if (errors.length > errorCount || character === null || voice === null) return undefined;
  return { row, character, locale, voice, provider, model, speed, pitch };
}

/** The text of a cell; null if it is empty. Adds an error if it is too long. */
function readText({ cells, row, columns, errors }: SheetRow, field: Field): string | null {
  const value = unguardFormula(cells[columns.get(field) ?? -1] ?? '').trim();
  const message = `The cell must have at most ${MAX_LENGTH} characters.`;
  if ([...value].length > MAX_LENGTH) errors.push({ row, column: field, message });
  return value || null;
}

/** The number in a cell; null if it is empty or invalid. Adds an error if it is no number within the limits. */
function readNumber(
  sheetRow: SheetRow,
  field: Field,
  { min, max }: { min: number; max: number },
): number | null {
  const { row, errors } = sheetRow;
  const value = readText(sheetRow, field);
  if (value === null) return null;
  const number = Number(value);
  if (/^[+-]?\d+(?:\.\d+)?$/.test(value) && number >= min && number <= max) return number;
  const message = `${quoteForMessage(value)} is not a number from ${min} to ${max}.`;
  errors.push({ row, column: field, message });
  return null;
}
