import type { ScriptUnit } from '../xml/write-xliff.ts';

/** What spreadsheets take for the start of a formula, behind any apostrophes of ours. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** The cell so that a spreadsheet shows it as text: one apostrophe before what it would run. */
function guardFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before it was guarded. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

const COLUMNS = [
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

/**
 * One row for each source and each of its translations, which have the source beside them. A byte order mark tells
 * spreadsheets that it is UTF-8.
 */
export async function* writeScriptCsv(units: AsyncIterable<ScriptUnit>): AsyncGenerator<string> {
  yield `\ufeff${COLUMNS.join(',')}\r\n`;
  for await (const unit of units) {
    const { source, target, character_name, max_duration_ms, notes, direction } = unit;
    const line = target ?? source;
    const cells = [
      line.line_id,
      target === null ? null : source.line_id,
      line.locale_code,
      character_name,
      max_duration_ms === null ? null : String(max_duration_ms),
      notes,
      direction,
      target === null ? null : source.script,
      line.script,
    ];
    yield `${cells.map((cell) => textCell(cell ?? '')).join(',')}\r\n`;
  }
}

/** A cell of any csv that is written here: guarded, and quoted where its blanks or marks would be lost to who reads it. */
export function textCell(text: string): string {
  const cell = guardFormula(text);
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
