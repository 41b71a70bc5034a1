import { ScriptError } from './script-error.ts';

/** Characters of one line of a script. */
const LONGEST_TEXT = 1_000_000;

/** Refuses a text that no voice would ever finish. */
export function checkLength(length: number, row: number): void {
  if (length <= LONGEST_TEXT) return;
  const limit = LONGEST_TEXT.toLocaleString('en');
  throw new ScriptError(`The text is longer than ${limit} characters.`, { code: 'BROKEN_FILE', row });
}
