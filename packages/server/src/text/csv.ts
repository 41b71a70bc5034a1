import { CsvError, parse } from 'csv-parse/sync';
import { type ColumnOptions, planByHeader, planByIndex } from './csv-columns.ts';
import { sniffDelimiter } from './csv-delimiter.ts';
import { ScriptError } from './script-error.ts';
import type { Sink } from './script-lines.ts';
import { createTable, type Row } from './table-rows.ts';

const SAMPLE_ROWS = 200;
const SAMPLE_LENGTH = 1024 * 1024;
const LONGEST_ROW = 1_000_000;

export type CsvOptions = ColumnOptions & { format: string; csv_has_header: boolean };

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
  const table = createTable(plan, sink);
  eachRow(source, (row) => {
    if (row.row !== header?.row) table.add(row);
  });
  table.finish();
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
