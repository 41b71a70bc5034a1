import { quoteForMessage } from '../script-error.ts';
import type { RawLine } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';

/**
 * The error values of spreadsheets, in the languages of their users: `#REF!`, `#BEZUG!`, `#¿NOMBRE?`, `#N/A`, `#NV`,
 * `Err:502`, and the signs of a column that is too narrow.
 */
const ERROR =
  /^(?:#[¡¿]?\p{Lu}[\p{Lu}\d/._]{0,30}[!?]|#\p{Lu}{1,2}\/\p{Lu}{1,2}|#(?:NV|YOK|GETTING_DATA)|#{3,}|Err:\d{3})$/u;
/** The start of a formula, `=A2` or `{=A2}`, but not `==` or a single sign. */
const FORMULA = /^\{?= ?[^=\s]/;
/** A formula has a function or the reference of a cell: `=A2&B2`, `=SUM(A1:A3)`, `="Hi "&$B$1`. */
const REFERENCE = /(?<!\p{L})\$?[A-Z]{1,3}\$?\d{1,7}(?![\p{L}\d])|(?<!\p{L})\p{Lu}[\p{Lu}\d._]{1,40}\(/u;
const MAX_LENGTH = 300;

/** Reports a line whose text or character is an error value or a formula of a spreadsheet. */
export function checkSpreadsheetText(
  { script, character_name = '', row }: RawLine,
  notes: ReadingNotes,
): void {
  for (const [name, value] of [
    ['text', script],
    ['character', character_name],
  ] as const) {
    const cell = value.slice(0, MAX_LENGTH).trim();
    if (ERROR.test(cell)) {
      const message = `The ${name} ${quoteForMessage(cell)} is an error value of a spreadsheet.`;
      notes.doubtful({ row, code: 'spreadsheet_error', message });
    } else if (FORMULA.test(cell) && REFERENCE.test(cell)) {
      const message = `The ${name} ${quoteForMessage(cell)} is a formula of a spreadsheet, not its result.`;
      notes.doubtful({ row, code: 'spreadsheet_formula', message });
    }
  }
}
