import { findField, keyOf, namesLocale } from '../csv/column-names.ts';
import { type ColumnOptions, chosenNames, planByHeader, planByIndex } from '../csv/csv-columns.ts';
import { createTable, type Row } from '../csv/table-rows.ts';
import { quoteForMessage, type ScriptError, unknownName } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';

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
  const { fields, texts } = chosenNames(options);
  const textNames = [fields.get('script'), ...texts.keys()].filter((name) => typeof name === 'string');
  const headers: string[] = [];
  let has_script = false;

  const isScript = (names: readonly string[]): boolean => {
    const known = names.map((name) => name.toLowerCase());
    if (textNames.length > 0) return textNames.some((name) => known.includes(name.toLowerCase()));
    return findField('script', names.map(keyOf)) >= 0 || names.some(namesLocale);
  };

  /** Returns false for a table without a column of texts, whose cells are ordinary text. */
  const add = (grid: GridRow[]): boolean => {
    if (!options.csv_has_header) {
      if (textNames.length === 0) return false;
      addRows(planByIndex(grid.slice(0, SAMPLE_ROWS).map(cellsOf), options), grid);
      return true;
    }
    const [header, second, ...others] = grid;
    if (header === undefined || second === undefined) return false;
    // A cell of the header can cover its second row. The other cells of that row then have the names.
    const isTwoRows = second.continued.size > 0;
    const names = header.cells.map((name, index) => (isTwoRows && second.cells[index]) || name);
    headers.push(...names.filter(Boolean));
    if (!isScript(names)) return false;
    const rows = isTwoRows ? others : [second, ...others];
    addRows(planByHeader(names, rows.slice(0, SAMPLE_ROWS).map(cellsOf), options), rows);
    return true;
  };

  const addRows = (plan: ReturnType<typeof planByHeader>, rows: readonly GridRow[]): void => {
    has_script = true;
    const lines = createTable(plan, sink);
    for (const row of rows) {
      // A cell over several rows has facts about each of them, but its text is spoken once.
      for (const { index } of plan.scripts) if (row.continued.has(index)) row.cells[index] = '';
      if (!row.cells.some((cell) => cell !== '')) continue;
      reportCovered(row, plan.names, sink.notes);
      lines.add(row);
    }
    lines.finish();
  };

  /** Rejects columns in the config if no table has them. */
  const finish = (): void => {
    const named = [
      ...Array.from(fields, ([field, name]) => ({ field: `columns.${field}`, name })),
      ...Array.from(texts, ([name, locale]) => ({ field: `columns.texts.${locale}`, name })),
      { field: 'csv_column', name: options.csv_column },
    ].find(({ name }) => name !== null);
    if (has_script || named === undefined) return;
    throw missingColumn(named.field, named.name ?? '', headers);
  };
  return { add, finish };
}

function missingColumn(field: string, column: string, headers: readonly string[]): ScriptError {
  const start = `\`${field}\` is ${quoteForMessage(column)}, but`;
  const listed = `The first rows of its tables have ${headers.slice(0, 20).map(quoteForMessage).join(', ')}.`;
  let message = `${start} no table of the document has it in its first row. ${listed}`;
  if (headers.length === 0) message = `${start} the document has no table with a header.`;
  else if (headers.includes(column))
    message = `${start} no text column was found in its table. Name it in \`columns.script\`. ${listed}`;
  return unknownName(message, { field, column });
}

function reportCovered(
  { covered, cells, row }: GridRow,
  names: readonly string[],
  notes: ReadingNotes,
): void {
  for (const [first, last] of covered) {
    const columns = names.slice(first, last + 1).filter(Boolean);
    if (cells[first] === '' || columns.length < 2) continue;
    const listed = columns.map(quoteForMessage).join(', ');
    const message = `A cell covers the columns ${listed}. Its text is read as ${quoteForMessage(columns[0] ?? '')}.`;
    notes.doubtful({ row, code: 'merged_cells', message });
  }
}

const cellsOf = ({ cells }: Row): string[] => cells;

/** The rows with one text for each column. A cell over several rows counts in each of them. */
export function gridOf<Content extends { row: number }>(
  rows: readonly WordRow<Content>[],
  textOf: (content: Content) => string,
): GridRow[] {
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
      const own = content.map(textOf).join('\n').trim();
      const text = merge === 'continue' ? (above.get(column) ?? own) : own;
      if (merge === 'continue') grid.continued.add(column);
      if (merge === null) above.delete(column);
      else above.set(column, text);
      grid.cells.push(is_continued ? '' : text, ...Array<string>(span - 1).fill(''));
      if (span > 1) grid.covered.set(column, column + span - 1);
    }
    return grid;
  });
}
