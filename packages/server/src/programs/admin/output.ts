import type { Report } from './command.ts';
import { MAX_ROWS } from './values.ts';

/** A column: its title, and its text in a row. */
export type Columns<Row> = readonly (readonly [title: string, text: (row: Row) => unknown])[];

/** Formats a table as aligned lines. */
export function tableLines<Row>(columns: Columns<Row>, rows: readonly Row[]): string[] {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) =>
      columns.map(([, text]) => {
        const value = text(row);
        if (value === null || value === undefined || value === '') return '-';
        // Names come from users, so a terminal must not interpret them.
        return plain(value instanceof Date ? `${value.toISOString().slice(0, 19)}Z` : String(value));
      }),
    ),
  ];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A person: the email address or else the ID, and the name. */
export const personText = ({ email, id, name }: { email: string | null; id: string | null; name?: string }) =>
  `${email ?? id ?? '-'}${name ? ` (${name})` : ''}`;

export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');

interface List<Row> {
  /** One row more than `limit` shows that there are more. */
  rows: readonly Row[];
  limit: number;
  columns: Columns<Row>;
  /** Whether the command can select rows. Default: true. */
  isSearch?: boolean;
}

/** The report of a limited list. */
export function listReport<Row>(name: string, { rows, limit, columns, isSearch = true }: List<Row>): Report {
  const page = rows.slice(0, limit);
  const more = rows.length > limit;
  const lines = page.length > 0 ? tableLines(columns, page) : [`No ${name} found.`];
  const how = isSearch ? 'Narrow the search, or raise' : 'Raise';
  if (more) lines.push(`There are more. ${how} --limit, up to ${MAX_ROWS.toLocaleString('en')}.`);
  return { data: { [name]: page, more }, lines };
}
