import type { TextReader } from '../line-reader.ts';
import type { Sink } from '../script-lines.ts';
import { type ColumnOptions, planByHeader, planByIndex } from './csv-columns.ts';
import { createRowReader, isFilled, rowsIn } from './csv-rows.ts';
import { createTable, type Row } from './table-rows.ts';

const CANDIDATES = [',', ';', '\t', '|'] as const;
const SNIFFED_LENGTH = 64 * 1024;
const SAMPLE_RECORDS = 50;

/** Never occurs in text (control characters are rejected), so each row is one cell. */
const NO_DELIMITER = '\u001f';
const SAMPLE_ROWS = 200;
const SAMPLE_LENGTH = 1024 * 1024;
/** How much text is needed to detect the delimiter, including a preceding declaration. */
const MAX_DECLARATION = 200;
export const CSV_HEAD_LENGTH = SNIFFED_LENGTH + MAX_DECLARATION;

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
  const rows = createRowReader(source, {
    visit,
    skip,
    doubt: (row, message) => sink.notes.doubtful({ row, code: 'unclosed_quote', message }),
  });
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
  const rows = createRowReader(source, {
    visit: ({ cells, row }) => visit(cells, row),
    skip: () => {},
    doubt: () => {},
  });
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

/**
 * Excel declares the delimiter in a separate first line: `sep=;`. A spreadsheet that saves this line again puts it in
 * quotes, or adds the delimiters of the other columns.
 */
const DECLARATION = /^"?sep *= *(\\t|[^\s\w"])"?\1{0,100}[^\S\r\n]*(?:\r\n|\r|\n|$)/i;

function splitDeclaration(text: string): { body: string; declared: string | null } {
  const [line, delimiter] = DECLARATION.exec(text.slice(0, MAX_DECLARATION)) ?? [];
  if (line === undefined || delimiter === undefined) return { body: text, declared: null };
  return { body: text.slice(line.length), declared: delimiter === '\\t' ? '\t' : delimiter };
}

/**
 * Detects the delimiter of a csv text. With a header, it must occur in the header, so commas in prose do not
 * count. Without one, almost every row must contain it equally often.
 */
function sniffDelimiter(text: string, options: { has_header: boolean; prefer_tab: boolean }): string {
  let best = { delimiter: NO_DELIMITER, score: 0 };
  for (const delimiter of CANDIDATES) {
    const counts = countPerRow(text, delimiter);
    if (options.prefer_tab && delimiter === '\t' && (counts[0] ?? 0) > 0) return delimiter;
    const score = scoreDelimiter(counts, options.has_header);
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

/** The number of delimiters in each of the first rows that are not empty. */
function countPerRow(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  const sample = { text: text.slice(0, SNIFFED_LENGTH), delimiter, is_end: text.length <= SNIFFED_LENGTH };
  for (const { cells } of rowsIn(sample)) {
    if (cells.length > 1 || isFilled(cells)) counts.push(cells.length - 1);
    if (counts.length === SAMPLE_RECORDS) break;
  }
  return counts;
}

const cellsOf = ({ cells }: Row): string[] => cells;
