import Table from 'cli-table3';
import { safeLine } from './terminal-text.ts';

/** A column: its heading, and whether its cells are numbers. */
export type Column = { title: string; isNumber?: boolean };

export type Cells = readonly (readonly (string | number)[])[];

/** Blanks between two columns. */
const BETWEEN = 2;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** The display width of a text in terminal columns. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) if (!/\p{M}/u.test(letter)) width += WIDE.test(letter) ? 2 : 1;
  return width;
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));

/**
 * Column widths that make rows fit; undefined if they already do. The widest columns shrink first, but never
 * below their longest word: a broken id cannot be copied, so the row may stay too long.
 */
export function columnWidths(columns: readonly Column[], rows: Cells, width: number): number[] | undefined {
  const cellsOf = (at: number) => rows.map((row) => String(row[at] ?? ''));
  const widths = columns.map(({ title }, at) => widest([title, ...cellsOf(at)]));
  const least = columns.map(({ title }, at) =>
    widest([title, ...cellsOf(at)].flatMap((cell) => cell.split(' '))),
  );
  let over = widths.reduce((sum, one) => sum + one + BETWEEN, 0) - BETWEEN - width;
  if (over <= 0) return undefined;
  for (; over > 0; over -= 1) {
    const room = widths.map((one, at) => (one > (least[at] ?? 0) ? one : 0));
    const at = room.indexOf(Math.max(...room));
    if (room[at] === 0) break;
    widths[at] = (widths[at] ?? 0) - 1;
  }
  return widths.map((one) => one + BETWEEN);
}

const lines = (rows: Cells): string[][] => rows.map((row) => row.map((cell) => safeLine(String(cell))));

/** Rows for programs: tab-separated, without a heading. */
export const tabbed = (rows: Cells): string =>
  lines(rows)
    .map((row) => row.join('\t'))
    .join('\n');

/** Times to the minute for people; programs get the full value. */
const shortTime = (cell: string): string =>
  cell.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1 $2Z');

const NO_LINES = Object.fromEntries(Object.keys(new Table().options.chars).map((place) => [place, '']));

/** Rows under headings, without colors. Cells wrap between words if the terminal is too narrow. */
export function table(columns: readonly Column[], cells: Cells, width = process.stdout.columns): string {
  const rows = lines(cells).map((row) => row.map(shortTime));
  const colWidths = width ? columnWidths(columns, rows, width) : undefined;
  const layout = new Table({
    chars: NO_LINES,
    head: columns.map(({ title }) => title.toUpperCase()),
    colAligns: columns.map(({ isNumber }) => (isNumber ? 'right' : 'left')),
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': BETWEEN },
    ...(colWidths && { colWidths, wordWrap: true }),
  });
  layout.push(...rows);
  return layout.toString().replaceAll(/(?<! ) +$/gm, '');
}

/** Milliseconds as `1:05` or `12.3 s`. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
