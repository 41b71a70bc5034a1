import { controlCell } from '../line-controls.ts';
import type { ScriptUnit } from '../xml/write-xliff.ts';

/** Text that spreadsheets treat as the start of a formula, after any escaping apostrophes. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** Escapes a cell with an apostrophe if a spreadsheet would execute it. */
function guardFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Removes the escaping apostrophe. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

const COLUMNS = [
  'line_id',
  'source_line_id',
  'locale',
  'character_name',
  'max_duration_ms',
  'max_characters',
  'notes',
  'direction',
  'source',
  'script',
] as const;

/**
 * `controls`: the names of the controls that lines have.
 * One row for each source, and one for each translation with its source. A byte order mark makes spreadsheets
 * use UTF-8.
 */
export async function* writeScriptCsv(
  units: AsyncIterable<ScriptUnit>,
  controls: readonly string[] = [],
): AsyncGenerator<string> {
  const header = [...COLUMNS, ...controls.map((name) => `controls.${name}`)];
  yield `\ufeff${header.join(',')}\r\n`;
  for await (const unit of units) {
    const { source, target, character_name, max_duration_ms, max_characters = null, notes, direction } = unit;
    const line = target ?? source;
    const cells = [
      line.line_id,
      target === null ? null : source.line_id,
      line.locale_code,
      character_name,
      max_duration_ms === null ? null : String(max_duration_ms),
      max_characters === null ? null : String(max_characters),
      notes,
      direction,
      target === null ? null : source.script,
      line.script,
      ...controls.map((name) => controlCell(unit.controls?.[name])),
    ];
    yield `${cells.map((cell) => textCell(cell ?? '')).join(',')}\r\n`;
  }
}

/** A csv cell: escaped, and quoted if blanks or special characters would be lost. */
export function textCell(text: string): string {
  const cell = guardFormula(text);
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
