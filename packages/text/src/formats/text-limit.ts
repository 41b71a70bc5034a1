import { ScriptError } from './script-error.ts';

/** The maximum number of characters in a line. */
const LONGEST_TEXT = 1_000_000;

/** Rejects a text that is too long to speak. */
export function checkLength(length: number, row: number): void {
  if (length <= LONGEST_TEXT) return;
  const limit = LONGEST_TEXT.toLocaleString('en');
  throw new ScriptError(`The text is longer than ${limit} characters.`, { code: 'BROKEN_FILE', row });
}
