import { writeControlCell } from '../line-controls.ts';
import type { ScriptUnit } from '../xml/write-xliff.ts';

/** Text that spreadsheets treat as the start of a formula, after any escaping apostrophes. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** The content of a cell without the apostrophe with which `textCell` escapes a formula. */
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
 * A script as csv, in pieces: one row for each source, and one for each translation with its source. A byte order mark
 * makes spreadsheets use UTF-8. `controls`: the names of the controls that lines have.
 */
export async function* writeScriptCsv(
  units: AsyncIterable<ScriptUnit>,
  controls: readonly string[] = [],
): AsyncGenerator<string> {
  const header = [...COLUMNS, ...controls.map((name) => `controls.${name}`)];
  yield `\ufeff${header.join(',')}\r\n`;
  for await (const unit of units) {
    const { source, target, character_name, max_duration_ms, max_characters, notes, direction } = unit;
    const line = target ?? source;
    // The source of a translation. A row without a translation has no other text.
    const original = target && source;
    const cells = [
      line.line_id,
      original?.line_id,
      line.locale_code,
      character_name,
      max_duration_ms?.toString(),
      max_characters?.toString(),
      notes,
      direction,
      original?.script,
      line.script,
      ...controls.map((name) => writeControlCell(unit.controls?.[name])),
    ];
    yield `${cells.map((cell) => textCell(cell ?? '')).join(',')}\r\n`;
  }
}

/** A csv cell: escaped, and quoted if blanks or special characters would be lost. */
export function textCell(text: string): string {
  // An apostrophe prevents a spreadsheet from executing the cell.
  const cell = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
