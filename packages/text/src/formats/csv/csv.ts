import type { TextReader } from '../line-reader.ts';
import type { Sink } from '../script-lines.ts';
import { type ColumnOptions, planByHeader, planByIndex } from './csv-columns.ts';
import { createRowReader, isFilled, rowsIn, type TableSource } from './csv-rows.ts';
import { createTable, type Row } from './table-rows.ts';

/** What may separate the cells of a row. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How much text is needed to detect the delimiter. */
const DETECTION_LENGTH = 64 * 1024;
/** How many rows decide about the delimiter. */
const DETECTION_ROWS = 50;

/** For a table without a delimiter. It never occurs in text (control characters are rejected), so each row is one cell. */
const NO_DELIMITER = '\u001f';
/** How many rows, or how many characters, show what the columns contain. */
const SAMPLE_ROWS = 200;
const SAMPLE_LENGTH = 1024 * 1024;
/** A line such as `sep=;` is shorter than this. */
const MAX_DECLARATION = 200;
/** The text that shows the delimiter, with a declaration before it. */
export const CSV_HEAD_LENGTH = DETECTION_LENGTH + MAX_DECLARATION;

export type CsvOptions = ColumnOptions & { format: string; csv_has_header: boolean };

/**
 * Reads csv and tsv. `head` is the first CSV_HEAD_LENGTH characters, or all of the text. Rows are counted as
 * in spreadsheets, including the header and blank rows.
 */
export function createCsvReader(options: CsvOptions, sink: Sink, head: string): TextReader {
  const { csv_has_header, format } = options;
  const { body, ...source } = readSource(head, { has_header: csv_has_header, format });
  const sample = { rows: [] as Row[], length: 0 };
  let table: ReturnType<typeof createTable> | undefined;
  let isBlank = true;
  const startTable = () => {
    const rows = sample.rows.splice(0);
    const header = csv_has_header ? rows.shift() : undefined;
    // Without a plan, only the names are known.
    const names = header?.cells.map((name) => name.trim()).filter(Boolean);
    sink.notes.columnsFound({ used: [], unused: names ?? [] });
    const cells = rows.map((row) => row.cells);
    const plan = header ? planByHeader(header.cells, cells, options) : planByIndex(cells, options);
    table = createTable(plan, sink);
    for (const row of rows) table.add(row);
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
  const reader = createRowReader(source, {
    visit,
    skip: (row) => sink.notes.skipped({ row, code: 'empty_row', message: 'All cells of the row are empty.' }),
    doubt: (row, message) => sink.notes.doubtful({ row, code: 'unclosed_quote', message }),
  });
  /** How much of the declaration of the delimiter is still to come. It is no row. */
  let declarationLeft = head.length - body.length;
  const write = (text: string): void => {
    const part = text.slice(declarationLeft);
    declarationLeft = Math.max(0, declarationLeft - text.length);
    isBlank &&= part.trim() === '';
    reader.write(part);
  };
  const end = (): void => {
    reader.end();
    if (!isBlank) (table ?? startTable()).finish();
  };
  return { write, end };
}

/** The rows of a csv that is not a script, including the header. */
export function readTable(text: string, format: string, visit: (cells: string[], row: number) => void): void {
  const { body, ...source } = readSource(text, { has_header: true, format });
  const rows = createRowReader(source, {
    visit: ({ cells, row }) => visit(cells, row),
    skip: () => {},
    doubt: () => {},
  });
  rows.write(body);
  rows.end();
}

/**
 * Excel declares the delimiter in a separate first line: `sep=;`. A spreadsheet that saves this line again puts it in
 * quotes, or adds the delimiters of the other columns.
 */
const DECLARATION = /^"?sep *= *(\\t|[^\s\w"])"?\1{0,100}[^\S\r\n]*(?:\r\n|\r|\n|$)/i;

/** The delimiter of a table, declared or detected, and its text without the declaration. */
function readSource(
  text: string,
  options: { has_header: boolean; format: string },
): TableSource & { body: string } {
  const [line, delimiter] = DECLARATION.exec(text.slice(0, MAX_DECLARATION)) ?? [];
  if (line === undefined || delimiter === undefined)
    return { body: text, delimiter: detectDelimiter(text, options), first_row: 1 };
  return { body: text.slice(line.length), delimiter: delimiter.replace('\\t', '\t'), first_row: 2 };
}

/**
 * Detects the delimiter of a csv text. With a header, it must occur in the header, so commas in prose do not
 * count. Without one, almost every row must contain it equally often.
 */
function detectDelimiter(
  text: string,
  { has_header, format }: { has_header: boolean; format: string },
): string {
  const sample = text.slice(0, DETECTION_LENGTH);
  const is_end = text.length <= DETECTION_LENGTH;
  let best = { delimiter: NO_DELIMITER, score: 0 };
  for (const delimiter of DELIMITERS) {
    /** The number of delimiters in each of the first rows that are not empty. */
    const counts: number[] = [];
    for (const { cells } of rowsIn({ text: sample, delimiter, is_end })) {
      if (cells.length > 1 || isFilled(cells)) counts.push(cells.length - 1);
      if (counts.length === DETECTION_ROWS) break;
    }
    const [first = 0] = counts;
    if (first === 0) continue;
    if (format === 'tsv' && delimiter === '\t') return delimiter;
    const agreement = counts.filter((count) => count === first).length / counts.length;
    if (!has_header && agreement < 0.9) continue;
    // More columns break ties.
    const score = agreement + Math.min(first, 50) / 1000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
