import { findField, keyOf, localeOfColumn } from '../csv/column-names.ts';
import { planByHeader } from '../csv/csv-columns.ts';
import { createTable } from '../csv/table-rows.ts';
import type { Sink } from '../script-lines.ts';

/** The paragraphs of a cell. */
export type Cell<Paragraph> = Paragraph[];

const SAMPLE_ROWS = 200;

/**
 * Reads a table whose first row names a script column, as in a csv. Returns false for other tables, whose
 * cells are read as ordinary text.
 */
export function addTable<Paragraph extends { row: number }>(
  table: readonly Cell<Paragraph>[][],
  { textOf, sink }: { textOf: (paragraph: Paragraph) => string; sink: Sink },
): boolean {
  const rows = table.map((cells) => ({
    cells: cells.map((cell) => cell.map(textOf).join('\n').trim()),
    row: cells.flat()[0]?.row ?? 0,
  }));
  const [header, ...others] = rows;
  if (header === undefined || others.length === 0) return false;
  const { cells: names } = header;
  const isScript =
    findField('script', names.map(keyOf)) >= 0 || names.some((name) => localeOfColumn(name) !== null);
  if (!isScript) return false;
  const sample = others.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  const lines = createTable(planByHeader(names, sample, { csv_column: null }), sink);
  for (const row of others) if (row.cells.some((cell) => cell !== '')) lines.add(row);
  lines.finish();
  return true;
}
