import { CsvError, parse } from 'csv-parse/sync';
import { type ColumnOptions, type ColumnPlan, planByHeader, planByIndex } from './csv-columns.ts';
import { sniffDelimiter } from './csv-delimiter.ts';
import { readDuration } from './csv-duration.ts';
import { ScriptError } from './script-error.ts';
import type { RawLine } from './script-lines.ts';
import type { ColumnUse, ReadingNotes } from './script-reading.ts';
import { unguardFormula } from './write-csv.ts';

const SAMPLE_ROWS = 200;
const SAMPLE_LENGTH = 1024 * 1024;
const LONGEST_ROW = 1_000_000;

export type CsvOptions = ColumnOptions & { format: string; csv_has_header: boolean };

/** Where a reader puts what it finds. */
type Sink = { add: (raw: RawLine) => void; notes: ReadingNotes };

type Row = { cells: string[]; row: number };

/** Reads csv and tsv text. Rows are counted as a spreadsheet counts them, the header and blank rows too. */
export function readCsv(text: string, options: CsvOptions, sink: Sink): void {
  const { body, declared } = splitDeclaration(text);
  if (body.trim() === '') return;
  const delimiter =
    declared ??
    sniffDelimiter(body, { has_header: options.csv_has_header, prefer_tab: options.format === 'tsv' });
  const source = { body, delimiter, first_row: declared === null ? 1 : 2 };
  const sample = readSample(source);
  const header = options.csv_has_header ? sample[0] : undefined;
  const plan = header
    ? planByHeader(header.cells, sample.slice(1).map(cellsOf), options)
    : planByIndex(sample.map(cellsOf), options);
  const uses = usesOf(plan);
  const filled = new Set<number>();
  eachRow(source, (row) => {
    if (row.row === header?.row) return;
    addRow(plan, row, sink);
    for (const [index, name] of plan.names.entries()) {
      if (name === '' && row.cells[index]?.trim()) filled.add(index);
    }
  });
  for (const [index, name] of plan.names.entries()) {
    const column = name === '' ? `column ${index + 1}` : name;
    const used = uses.filter((use) => use.index === index);
    for (const { index: _index, ...use } of used) sink.notes.columnUsed({ column, ...use });
    // A column without a name that is empty all the way down is none.
    if (used.length === 0 && (name !== '' || filled.has(index))) sink.notes.columnUnused(column);
  }
}

type Use = { index: number; used_as: ColumnUse; locale_code?: string };

function usesOf({ scripts, fields, max_duration }: ColumnPlan): Use[] {
  return [
    ...scripts.map(({ index, locale }): Use => {
      const locale_code = locale === null ? {} : { locale_code: locale };
      return { index, used_as: 'script', ...locale_code };
    }),
    ...Object.entries(fields).map(([field, index]): Use => ({ index, used_as: field as ColumnUse })),
    ...(max_duration ? [{ index: max_duration.index, used_as: 'max_duration_ms' as const }] : []),
  ];
}

/** The rows of a csv that is no script, the header first. */
export function readTable(text: string, format: string, visit: (cells: string[], row: number) => void): void {
  const { body, declared } = splitDeclaration(text);
  const delimiter = declared ?? sniffDelimiter(body, { has_header: true, prefer_tab: format === 'tsv' });
  const source = { body, delimiter, first_row: declared === null ? 1 : 2 };
  eachRow(source, ({ cells, row }) => visit(cells, row));
}

/** Excel writes the delimiter as a first line of its own: `sep=;`. */
function splitDeclaration(text: string): { body: string; declared: string | null } {
  const match = /^sep=([,;|\t])[^\S\r\n]*(?:\r\n|\r|\n)/i.exec(text);
  return match
    ? { body: text.slice(match[0].length), declared: match[1] ?? null }
    : { body: text, declared: null };
}

function cellsOf(row: Row): string[] {
  return row.cells;
}

type Source = { body: string; delimiter: string; first_row: number };

/** The first rows that hold anything. A quote left open by cutting the sample is the full reading's to judge. */
function readSample(source: Source): Row[] {
  const rows: Row[] = [];
  const enough = new Error('enough rows');
  try {
    eachRow({ ...source, body: source.body.slice(0, SAMPLE_LENGTH) }, (row) => {
      rows.push(row);
      if (rows.length > SAMPLE_ROWS) throw enough;
    });
  } catch (error) {
    const isCut = error instanceof ScriptError && source.body.length > SAMPLE_LENGTH && rows.length > 0;
    if (error !== enough && !isCut) throw error;
  }
  return rows;
}

function eachRow(source: Source, visit: (row: Row) => void): void {
  let row = source.first_row - 1;
  try {
    parse(source.body, {
      delimiter: source.delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: LONGEST_ROW,
      on_record: (cells: string[]) => {
        row += 1;
        if (cells.some((cell) => cell.trim() !== '')) visit({ cells, row });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw brokenRow(error, row + 1);
    throw error;
  }
}

function brokenRow(error: CsvError, row: number): ScriptError {
  const reason =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'A quote is opened and never closed.'
      : 'The row is not readable.';
  return new ScriptError(reason, { code: 'BROKEN_FILE', row });
}

function addRow(plan: ColumnPlan, { cells, row }: Row, { add, notes }: Sink): void {
  refuseExtraCells(plan, { cells, row });
  const cell = (index: number | undefined) => (index === undefined ? '' : unguardFormula(cells[index] ?? ''));
  const { fields } = plan;
  const scripts = plan.scripts.filter(({ index }) => cell(index).trim() !== '');
  if (scripts.length === 0) {
    notes.skipped({ row, code: 'no_text', message: 'The row has no text to speak.' });
    return;
  }
  for (const { index, locale } of scripts) {
    add({
      script: cell(index),
      row,
      line_id: cell(fields.line_id),
      source_line_id: cell(fields.source_line_id),
      locale: locale ?? cell(fields.locale),
      locale_column: plan.names[locale === null ? (fields.locale ?? index) : index] ?? '',
      character_name: cell(fields.character_name),
      notes: cell(fields.notes),
      direction: cell(fields.direction),
      max_duration_ms: durationOf(plan, { row, cells }),
    });
  }
}

function durationOf({ max_duration, names }: ColumnPlan, { cells, row }: Row): number | null {
  if (max_duration === null) return null;
  const { index, unit_ms } = max_duration;
  return readDuration(unguardFormula(cells[index] ?? ''), { unit_ms, row, column: names[index] ?? '' });
}

/** More cells than columns means a delimiter inside unquoted text: half of the line would be lost. */
function refuseExtraCells(plan: ColumnPlan, { cells, row }: Row): void {
  const width = plan.names.length;
  if (!cells.slice(width).some((cell) => cell.trim() !== '')) return;
  throw new ScriptError(
    `The row has ${cells.length} cells, the file has ${width} columns. Put text that contains the delimiter in quotes.`,
    { code: 'BROKEN_FILE', row },
  );
}
