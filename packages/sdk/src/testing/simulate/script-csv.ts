import type { TestLine } from '../options.ts';

/** The columns of a script. */
export const SCRIPT_COLUMNS = [
  'line_id',
  'source_line_id',
  'locale',
  'character_name',
  'max_duration_ms',
  'notes',
  'direction',
  'source',
  'script',
] as const;

/** What spreadsheets take for the start of a formula: an apostrophe before it makes it a text. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** A text as a cell. */
export function cellOf(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A script as the service writes it: a row for each line, in UTF-8 with a byte order mark. */
export function csvOf(lines: readonly TestLine[]): string {
  const rows = lines.map((line) => {
    const cells: Partial<Record<(typeof SCRIPT_COLUMNS)[number], string | null>> = {
      line_id: line.line_id,
      locale: line.locale_code,
      character_name: line.character_name,
      script: line.script,
    };
    return SCRIPT_COLUMNS.map((column) => cellOf(cells[column] ?? '')).join(',');
  });
  return `\ufeff${[SCRIPT_COLUMNS.join(','), ...rows].map((row) => `${row}\r\n`).join('')}`;
}
