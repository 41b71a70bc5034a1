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
export interface CastingFault {
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
const NEEDED = ['character', 'voice'] as const;
const MAX_ROWS = 10_000;
const LONGEST = 200;

interface Sheet {
  rows: CastingRow[];
  faults: CastingFault[];
}

/**
 * Reads a csv or tsv with a header. All cell errors are returned together; an unreadable file throws
 * ScriptError.
 */
export function readCastingSheet(bytes: Uint8Array, format: string): Sheet {
  const sheet: Sheet = { rows: [], faults: [] };
  let columns: Map<Field, number> | undefined;
  const seen = new Map<string, number>();
  readTable(decodeText(bytes).text, format, (cells, row) => {
    if (!columns) {
      columns = columnsOf(cells, row);
      return;
    }
    if (sheet.rows.length + sheet.faults.length >= MAX_ROWS)
      throw new ScriptError(`A casting sheet must have at most ${MAX_ROWS} rows and errors.`, {
        code: 'TOO_MANY_LINES',
        row,
      });
    const read = readRow({ cells, row, columns }, sheet.faults);
    if (!read) return;
    const key = JSON.stringify([read.character, read.locale]);
    const first = seen.get(key);
    if (first !== undefined)
      sheet.faults.push({
        row,
        column: 'character',
        message: `Row ${first} already casts the same character and locale.`,
      });
    seen.set(key, first ?? row);
    sheet.rows.push(read);
  });
  if (!columns) throw new ScriptError('The casting sheet is empty.', { code: 'EMPTY_SCRIPT' });
  return sheet;
}

function columnsOf(cells: readonly string[], row: number): Map<Field, number> {
  const columns = new Map<Field, number>();
  const names = cells.map(headerKey);
  for (const [field, known] of Object.entries(HEADERS)) {
    const index = names.findIndex((name) => known.includes(name));
    if (index >= 0) columns.set(field as Field, index);
  }
  for (const column of NEEDED)
    if (!columns.has(column))
      throw new ScriptError(`There is no column "${column}".`, { code: 'UNKNOWN_COLUMN', row, column });
  return columns;
}

interface Reading {
  cells: readonly string[];
  row: number;
  columns: ReadonlyMap<Field, number>;
}

/** Adds an error and returns undefined if the row cannot be used. */
function readRow({ cells, row, columns }: Reading, faults: CastingFault[]): CastingRow | undefined {
  const before = faults.length;
  const fault = (column: Field, message: string) => void faults.push({ row, column, message });
  const text = (field: Field): string | null => {
    const value = unguardFormula(cells[columns.get(field) ?? -1] ?? '').trim();
    if ([...value].length > LONGEST) fault(field, `The cell must have at most ${LONGEST} characters.`);
    return value === '' ? null : value;
  };
  const number = (field: 'speed' | 'pitch', [least, most]: [number, number]): number | null => {
    const value = text(field);
    if (value === null) return null;
    const read = /^[+-]?\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (read >= least && read <= most) return read;
    fault(field, `${quoteForMessage(value)} is not a number from ${least} to ${most}.`);
    return null;
  };
  const [character, voice, said] = [text('character'), text('voice'), text('locale')];
  if (character === null) fault('character', 'The row has no character.');
  if (voice === null) fault('voice', 'The row has no voice.');
  const locale = said === null ? null : normalizeLocale(said);
  if (said !== null && locale === null) fault('locale', unknownLocale(said));
  const manner = { speed: number('speed', [0.5, 2]), pitch: number('pitch', [-12, 12]) };
  const [provider, model] = [text('provider')?.toLowerCase() ?? null, text('model')];
  if (faults.length > before || character === null || voice === null) return undefined;
  return { row, character, locale, voice, provider, model, ...manner };
}
