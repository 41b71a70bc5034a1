import Table from 'cli-table3';

/** A column: its heading, and whether its cells are numbers. */
export type Column = { title: string; isNumber?: boolean };

/** Rows under headings, without colors. */
export function table(columns: readonly Column[], rows: readonly (readonly (string | number)[])[]): string {
  const made = new Table({
    head: columns.map(({ title }) => title),
    colAligns: columns.map(({ isNumber }) => (isNumber ? 'right' : 'left')),
    style: { head: [], border: [], compact: true },
  });
  made.push(...rows.map((row) => [...row]));
  return made.toString();
}

/** Milliseconds as `1:05` or `12.3 s`. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
