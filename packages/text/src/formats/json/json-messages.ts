import { normalizeLocale } from '../../locales/locale.ts';
import { quoteForMessage, ScriptError } from '../script-error.ts';
import type { RawLine } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { type JsonScanner, limited } from './json-scanner.ts';

type Options = {
  sink: { add: (raw: RawLine) => void; notes: ReadingNotes };
  nextRow: () => number;
};
type State = Options & { lines: RawLine[]; locale: string | null };

const DEEPEST = 64;
const LOCALE_KEYS = ['@@locale', '@@language'];

/**
 * Reads an object of texts by key, as in i18next and ARB. Keys of nested objects are joined with dots and
 * become the ids. `@` metadata, numbers, booleans and null are not spoken, but reported.
 */
export function readMessages(scanner: JsonScanner, options: Options): void {
  const state: State = { ...options, lines: [], locale: null };
  readObject(scanner, state, []);
  const { add, notes } = options.sink;
  if (state.lines.length > 0) notes.columnUsed({ column: 'key', used_as: 'line_id' });
  // The locale may come after the texts.
  for (const line of state.lines) add(state.locale === null ? line : { ...line, locale: state.locale });
}

function readObject(scanner: JsonScanner, state: State, path: readonly string[]): void {
  scanner.take('{');
  if (scanner.takes('}')) return;
  do {
    if (scanner.peek() === '') throw scanner.fault('The file ends early: a key is missing');
    if (scanner.peek() !== '"') throw scanner.fault('Expected a key in quotes');
    const key = scanner.string();
    scanner.take(':');
    if (key.startsWith('@')) readMetadata(scanner, state, [...path, key]);
    else readValue(scanner, state, [...path, key]);
  } while (scanner.takes(','));
  scanner.take('}');
}

function readValue(scanner: JsonScanner, state: State, path: readonly string[]): void {
  if (path.length > DEEPEST) throw scanner.fault(`Values are nested deeper than ${DEEPEST} levels`);
  const sign = scanner.peek();
  if (sign === '') throw scanner.fault('The file ends early: a value is missing');
  if (sign === '{') readObject(scanner, state, path);
  else if (sign === '[') readArray(scanner, state, path);
  else readText(scanner, state, path);
}

/** For arrays, the index is the last part of the id. */
function readArray(scanner: JsonScanner, state: State, path: readonly string[]): void {
  scanner.take('[');
  if (scanner.takes(']')) return;
  let index = 0;
  do {
    if (scanner.peek() === '{') {
      throw new ScriptError(
        `${nameOf(path)} is an array of objects. For line objects, the top level of the file must be an array.`,
        { code: 'INVALID_FIELD', row: state.nextRow() },
      );
    }
    readValue(scanner, state, [...path, String(index)]);
    index += 1;
  } while (scanner.takes(','));
  scanner.take(']');
}

function readText(scanner: JsonScanner, state: State, path: readonly string[]): void {
  const row = state.nextRow();
  const { notes } = state.sink;
  if (scanner.peek() !== '"') {
    scanner.skip();
    const message = `${nameOf(path)} is a number, a boolean or null, not a string.`;
    notes.skipped({ row, code: 'not_text', message });
    return;
  }
  const script = limited(scanner.string(), row);
  if (script.trim() === '') notes.skipped({ row, code: 'no_text', message: `${nameOf(path)} is empty.` });
  else state.lines.push({ script, row, line_id: path.join('.').toWellFormed(), locale_column: '@@locale' });
}

function readMetadata(scanner: JsonScanner, state: State, path: readonly string[]): void {
  const { notes } = state.sink;
  const [key = ''] = path;
  const row = state.nextRow();
  const isLocale = path.length === 1 && LOCALE_KEYS.includes(key) && scanner.peek() === '"';
  const locale = isLocale ? normalizeLocale(scanner.string()) : null;
  if (!isLocale) scanner.skip();
  if (locale === null) {
    notes.skipped({ row, code: 'metadata', message: `${nameOf(path)} is metadata, which is not spoken.` });
    return;
  }
  state.locale ??= locale;
  notes.columnUsed({ column: key, used_as: 'locale' });
}

function nameOf(path: readonly string[]): string {
  return quoteForMessage(path.join('.'));
}
