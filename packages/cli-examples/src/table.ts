import Table from 'cli-table3';
import { safeLine } from './terminal-text.ts';

/** A column: its heading, and whether its cells are numbers. */
export type Column = { title: string; isNumber?: boolean };

/** Rows of cells. */
export type Cells = readonly (readonly (string | number)[])[];

const LEAST = 8;
/** A border and a blank on each side of a cell. */
const AROUND = 3;

/** The width of each column so that a row fits; undefined where it does by itself. The widest give way first. */
export function columnWidths(columns: readonly Column[], rows: Cells, width: number): number[] | undefined {
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...rows.map((row) => String(row[at] ?? '').length)),
  );
  const room = width - columns.length * AROUND - 1;
  let over = widths.reduce((sum, one) => sum + one, 0) - room;
  if (over <= 0) return undefined;
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const now = widths[widest] ?? 0;
    if (now <= LEAST) break;
    widths[widest] = now - 1;
    over -= 1;
  }
  return widths.map((one) => one + 2);
}

const lines = (rows: Cells): string[][] => rows.map((row) => row.map((cell) => safeLine(String(cell))));

/** Rows for programs: a line each, tabs between the cells, no heading. */
export const tabbed = (rows: Cells): string =>
  lines(rows)
    .map((row) => row.join('\t'))
    .join('\n');

/** Rows under headings, without colors; cells are wrapped where the terminal is narrower than the table. */
export function table(columns: readonly Column[], given: Cells, width = process.stdout.columns): string {
  const rows = lines(given);
  const colWidths = width ? columnWidths(columns, rows, width) : undefined;
  const made = new Table({
    head: columns.map(({ title }) => title),
    colAligns: columns.map(({ isNumber }) => (isNumber ? 'right' : 'left')),
    style: { head: [], border: [], compact: true },
    ...(colWidths && { colWidths, wordWrap: true, wrapOnWordBoundary: false }),
  });
  made.push(...rows);
  return made.toString();
}

/** Milliseconds as `1:05` or `12.3 s`. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
