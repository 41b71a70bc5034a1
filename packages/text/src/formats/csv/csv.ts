import { CsvError, Parser } from 'csv-parse';
import type { TextReader } from '../line-reader.ts';
import { brokenFile, type ScriptError } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';
import { type ColumnOptions, planByHeader, planByIndex } from './csv-columns.ts';
import { createTable, type Row } from './table-rows.ts';

const CANDIDATES = [',', ';', '\t', '|'] as const;
const SNIFFED_LENGTH = 64 * 1024;
const SAMPLE_RECORDS = 50;

/** Never occurs in text (control characters are rejected), so each row is one cell. */
const NO_DELIMITER = '\u001f';
const SAMPLE_ROWS = 200;
const SAMPLE_LENGTH = 1024 * 1024;
const LONGEST_ROW = 1_000_000;
/** How much text is needed to detect the delimiter, including a preceding declaration. */
export const CSV_HEAD_LENGTH = SNIFFED_LENGTH + 64;

export type CsvOptions = ColumnOptions & { format: string; csv_has_header: boolean };

/**
 * Reads csv and tsv. `head` is the first CSV_HEAD_LENGTH characters, or all of the text. Rows are counted as
 * in spreadsheets, including the header and blank rows.
 */
export function createCsvReader(options: CsvOptions, sink: Sink, head: string): TextReader {
  const { body, ...source } = sourceOf(head, { has_header: options.csv_has_header, format: options.format });
  const sample = { rows: [] as Row[], length: 0 };
  let table: ReturnType<typeof createTable> | undefined;
  let isBlank = true;
  const startTable = () => {
    const header = options.csv_has_header ? sample.rows[0] : undefined;
    // Without a plan, only the names are known.
    sink.notes.columnsFound({
      used: [],
      unused: header?.cells.map((name) => name.trim()).filter(Boolean) ?? [],
    });
    const plan = header
      ? planByHeader(header.cells, sample.rows.slice(1).map(cellsOf), options)
      : planByIndex(sample.rows.map(cellsOf), options);
    table = createTable(plan, sink);
    for (const row of sample.rows.splice(0)) if (row !== header) table.add(row);
    return table;
  };
  const visit = (row: Row): void => {
    if (table) {
      table.add(row);
      return;
    }
    sample.rows.push(row);
    sample.length += row.cells.join('').length;
    if (sample.rows.length > SAMPLE_ROWS || sample.length > SAMPLE_LENGTH) startTable();
  };
  const skip = (row: number): void =>
    sink.notes.skipped({ row, code: 'empty_row', message: 'All cells of the row are empty.' });
  const rows = createRowReader(source, { visit, skip });
  let declaration = head.length - body.length;
  const write = (text: string): void => {
    const part = text.slice(declaration);
    declaration = Math.max(0, declaration - text.length);
    isBlank &&= part.trim() === '';
    rows.write(part);
  };
  const end = (): void => {
    rows.end();
    if (!isBlank) (table ?? startTable()).finish();
  };
  return { write, end };
}

/** The rows of a csv that is not a script, including the header. */
export function readTable(text: string, format: string, visit: (cells: string[], row: number) => void): void {
  const { body, ...source } = sourceOf(text, { has_header: true, format });
  const rows = createRowReader(source, { visit: ({ cells, row }) => visit(cells, row), skip: () => {} });
  rows.write(body);
  rows.end();
}

type Source = { delimiter: string; first_row: number };

function sourceOf(
  text: string,
  { has_header, format }: { has_header: boolean; format: string },
): Source & { body: string } {
  const { body, declared } = splitDeclaration(text);
  const delimiter = declared ?? sniffDelimiter(body, { has_header, prefer_tab: format === 'tsv' });
  return { body, delimiter, first_row: declared === null ? 1 : 2 };
}

/** Excel declares the delimiter in a separate first line: `sep=;`. */
function splitDeclaration(text: string): { body: string; declared: string | null } {
  const match = /^sep=([,;|\t])[^\S\r\n]*(?:\r\n|\r|\n)/i.exec(text);
  return match
    ? { body: text.slice(match[0].length), declared: match[1] ?? null }
    : { body: text, declared: null };
}

/**
 * Detects the delimiter of a csv text. With a header, it must occur in the header, so commas in prose do not
 * count. Without one, almost every row must contain it equally often.
 */
function sniffDelimiter(text: string, options: { has_header: boolean; prefer_tab: boolean }): string {
  const counts = countPerRecord(text.slice(0, SNIFFED_LENGTH));
  if (options.prefer_tab && (counts[0]?.get('\t') ?? 0) > 0) return '\t';
  let best = { delimiter: NO_DELIMITER, score: 0 };
  for (const delimiter of CANDIDATES) {
    const occurrences = counts.map((record) => record.get(delimiter) ?? 0);
    const score = scoreDelimiter(occurrences, options.has_header);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The share of rows that match the first one; more columns break ties. 0 = not the delimiter. */
function scoreDelimiter(counts: readonly number[], hasHeader: boolean): number {
  const [first = 0] = counts;
  if (first === 0) return 0;
  const agreeing = counts.filter((count) => count === first).length / counts.length;
  if (!hasHeader && agreeing < 0.9) return 0;
  return agreeing + Math.min(first, 50) / 1000;
}

/** Delimiters outside quotes, for each non-empty record of the sample. */
function countPerRecord(sample: string): Map<string, number>[] {
  const records: Map<string, number>[] = [];
  let record = new Map<string, number>();
  let quoted = false;
  let isEmpty = true;
  const finish = () => {
    if (!isEmpty) records.push(record);
    record = new Map();
    isEmpty = true;
  };
  for (const character of sample) {
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) finish();
    else if (character.trim() !== '' || character === '\t') isEmpty = false;
    if (!quoted && (CANDIDATES as readonly string[]).includes(character)) {
      record.set(character, (record.get(character) ?? 0) + 1);
    }
    if (records.length >= SAMPLE_RECORDS) return records;
  }
  finish();
  return records;
}

const cellsOf = ({ cells }: Row): string[] => cells;

function createRowReader(
  { delimiter, first_row }: Source,
  { visit, skip }: { visit: (row: Row) => void; skip: (row: number) => void },
): TextReader {
  let row = first_row - 1;
  const parser = new Parser({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    on_record: (cells: string[]) => {
      row += 1;
      if (cells.some((cell) => cell.trim() !== '')) visit({ cells, row });
      else if (cells.length > 1) skip(row);
      return null;
    },
  });
  const raise = (error?: Error | null): void => {
    if (error instanceof CsvError) throw brokenRow(error, row + 1);
    if (error) throw error;
  };
  // Called directly, because the stream's own methods report errors later.
  return {
    write: (text) => parser._transform(Buffer.from(text), 'utf8', raise),
    end: () => parser._flush(raise),
  };
}

function brokenRow(error: CsvError, row: number): ScriptError {
  const reason = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'A quote is not closed.' : 'The row cannot be read.';
  return brokenFile(reason, row);
}
