import { countText } from '@voiceloom/text';
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
        if (value instanceof Date) return `${value.toISOString().slice(0, 19)}Z`;
        // Names come from users, so a terminal must not interpret them.
        return plain(String(value));
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
export function personText(person: { email: string | null; id: string | null; name?: string }): string {
  const text = person.email ?? person.id ?? '-';
  if (!person.name) return text;
  return `${text} (${person.name})`;
}

/** The credits of an account; null means that its plan has no limit. */
export const balanceText = (balance: number | null) =>
  balance === null ? 'unlimited credits' : countText(balance, 'credit');

export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');

/** The report of a limited list. */
export function listReport<Row>(
  name: string,
  list: {
    /** One row more than `limit` shows that there are more. */
    rows: readonly Row[];
    limit: number;
    columns: Columns<Row>;
    /** Whether the command can select rows. Default: true. */
    isSearch?: boolean;
  },
): Report {
  const { rows, limit, columns, isSearch = true } = list;
  const page = rows.slice(0, limit);
  const more = rows.length > limit;
  let lines = [`No ${name} found.`];
  if (page.length > 0) lines = tableLines(columns, page);
  let advice = 'Raise';
  if (isSearch) advice = 'Narrow the search, or raise';
  if (more) lines.push(`There are more. ${advice} --limit, up to ${MAX_ROWS.toLocaleString('en')}.`);
  return { data: { [name]: page, more }, lines };
}
