import { columnKey, findField, namesLocale } from '../csv/column-names.ts';
import {
  type ColumnOptions,
  type ColumnPlan,
  configNames,
  planByHeader,
  planByIndex,
} from '../csv/csv-columns.ts';
import { createTable, type Row } from '../csv/table-rows.ts';
import { quoteForMessage, unknownName } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';

/** A cell as Word stores it. `Content`: its paragraphs. */
export interface WordCell<Content> {
  /** The number of columns that it covers. */
  span: number;
  /** Whether it starts a cell over several rows, or continues the cell above. */
  merge: 'restart' | 'continue' | null;
  /** Whether it continues the cell to its left. */
  is_continued: boolean;
  content: Content[];
}

export interface WordRow<Content> {
  /** The number of columns before its first cell. */
  before: number;
  is_deleted: boolean;
  cells: WordCell<Content>[];
}

export type TableOptions = ColumnOptions & { csv_has_header: boolean };

interface GridRow extends Row {
  /** The columns whose cell continues the one above. */
  continued: Set<number>;
  /** The columns that a cell covers after its first one, by its first one. */
  covered: Map<number, number>;
}

const SAMPLE_ROWS = 200;

/** Reads the tables of a document that have a column of texts. */
export function createTables(options: TableOptions, sink: Sink) {
  const { fields, texts } = configNames(options);
  const textNames = [fields.get('script'), ...texts.keys()]
    .filter((name) => typeof name === 'string')
    .map((name) => name.toLowerCase());
  const headers: string[] = [];
  let has_script = false;

  /** Returns false for a table without a column of texts, whose cells are ordinary text. */
  const add = (grid: GridRow[]): boolean => {
    if (!options.csv_has_header) {
      if (textNames.length === 0) return false;
      addRows(planByIndex(listSample(grid), options), grid, sink);
      has_script = true;
      return true;
    }
    const [header, second] = grid;
    if (header === undefined || second === undefined) return false;
    // A cell of the header can cover its second row. The other cells of that row then have the names.
    const isTwoRows = second.continued.size > 0;
    const names = header.cells.map((name, index) => (isTwoRows && second.cells[index]) || name);
    headers.push(...names.filter(Boolean));
    let hasTexts = names.some((name) => textNames.includes(name.toLowerCase()));
    if (textNames.length === 0)
      hasTexts = findField('script', names.map(columnKey)) >= 0 || names.some(namesLocale);
    if (!hasTexts) return false;
    const rows = grid.slice(isTwoRows ? 2 : 1);
    addRows(planByHeader(names, listSample(rows), options), rows, sink);
    has_script = true;
    return true;
  };

  /** Rejects columns in the config if no table has them. */
  const finish = (): void => {
    const configColumns = [
      ...Array.from(fields, ([field, column]) => ({ field: `columns.${field}`, column })),
      ...Array.from(texts, ([column, locale]) => ({ field: `columns.texts.${locale}`, column })),
      { field: 'csv_column', column: options.csv_column },
    ];
    const missing = configColumns.find(({ column }) => column !== null);
    if (has_script || typeof missing?.column !== 'string') return;
    const { field } = missing;
    const column = missing.column;
    const start = `\`${field}\` is ${quoteForMessage(column)}, but`;
    const names = `The first rows of its tables have ${headers.slice(0, 20).map(quoteForMessage).join(', ')}.`;
    let message = `${start} no table of the document has it in its first row. ${names}`;
    if (headers.length === 0) message = `${start} the document has no table with a header.`;
    else if (headers.includes(column))
      message = `${start} no text column was found in its table. Name it in \`columns.script\`. ${names}`;
    throw unknownName(message, { field, column });
  };
  return { add, finish };
}

/** Adds the lines of a table. A cell over several columns is reported, because only one of them gets its text. */
function addRows(plan: ColumnPlan, rows: readonly GridRow[], sink: Sink): void {
  const table = createTable(plan, sink);
  for (const row of rows) {
    // A cell over several rows has facts about each of them, but its text is spoken once.
    for (const { index } of plan.scripts) if (row.continued.has(index)) row.cells[index] = '';
    if (!row.cells.some((cell) => cell !== '')) continue;
    for (const [first, last] of row.covered) {
      const columns = plan.names.slice(first, last + 1).filter(Boolean);
      if (row.cells[first] === '' || columns.length < 2) continue;
      const quotes = columns.map(quoteForMessage);
      const message = `A cell covers the columns ${quotes.join(', ')}. Its text is read as ${quotes[0]}.`;
      sink.notes.doubtful({ row: row.row, code: 'merged_cells', message });
    }
    table.add(row);
  }
  table.finish();
}

const listSample = (rows: readonly GridRow[]): string[][] =>
  rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);

/**
 * The rows with one text for each column. A cell over several rows counts in each of them; one over several columns has
 * its text in the first.
 */
export function buildGrid<Content extends { row: number }>(
  rows: readonly WordRow<Content>[],
  toText: (content: Content) => string,
): GridRow[] {
  /** The texts of cells over several rows that may continue, by column. */
  const above = new Map<number, string>();
  return rows.map(({ before, cells: wordCells }) => {
    const grid: GridRow = {
      cells: Array<string>(before).fill(''),
      row: wordCells.flatMap(({ content }) => content)[0]?.row ?? 0,
      continued: new Set(),
      covered: new Map(),
    };
    for (const { span, merge, is_continued, content } of wordCells) {
      const column = grid.cells.length;
      let text = content.map(toText).join('\n').trim();
      if (merge === 'continue') {
        grid.continued.add(column);
        text = above.get(column) ?? text;
      }
      if (merge === null) above.delete(column);
      else above.set(column, text);
      grid.cells.push(is_continued ? '' : text, ...Array<string>(span - 1).fill(''));
      if (span > 1) grid.covered.set(column, column + span - 1);
    }
    return grid;
  });
}
