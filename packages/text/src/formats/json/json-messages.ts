import { normalizeLocale } from '../../locales/locale.ts';
import { quoteForMessage, ScriptError } from '../script-error.ts';
import type { RawLine } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { type JsonScanner, limitText } from './json-scanner.ts';

type Options = {
  sink: { add: (raw: RawLine) => void; notes: ReadingNotes };
  nextRow: () => number;
};

interface State extends Options {
  /** The texts with their keys. */
  messages: { line: RawLine; path: readonly string[] }[];
  locale: string | undefined;
  /** Whether the file has the metadata of ARB, whose texts are in the syntax of ICU. */
  is_arb: boolean;
  /** Whether each object so far has a message. Null if a value cannot be the message of a browser extension. */
  objects: Map<string, boolean> | null;
}

const MAX_DEPTH = 64;
const LOCALE_KEYS = ['@@locale', '@@language'];
/** The fields of a message in a browser extension. Only the message is spoken. */
const EXTENSION_FIELDS = new Set(['message', 'description', 'placeholders', 'hash']);

/**
 * Reads an object of texts by key, as in i18next and ARB. Keys of nested objects are joined with dots and
 * become the ids. `@` metadata, numbers, booleans and null are not spoken, but reported.
 */
export function readMessages(scanner: JsonScanner, options: Options): void {
  const { add, notes } = options.sink;
  const state: State = { ...options, messages: [], locale: undefined, is_arb: false, objects: new Map() };
  readObject(scanner, state, []);
  let { messages } = state;
  // The `messages.json` of a browser extension: `{"key": {"message": "…", "description": "…"}}`.
  const objects = [...(state.objects?.values() ?? [])];
  const isExtension = objects.length > 0 && objects.every((has_message) => has_message);
  if (isExtension) {
    const { metadata = [], texts = [] } = Object.groupBy(messages, ({ path }) =>
      path.length === 2 && path[1] === 'message' ? 'texts' : 'metadata',
    );
    for (const { line, path } of metadata) reportMetadata(path, line.row, notes);
    messages = texts.map(({ line, path }) => ({ line, path: path.slice(0, 1) }));
  }
  if (messages.length > 0) notes.columnUsed({ column: 'key', used_as: 'line_id' });
  // The locale may come after the texts.
  for (const { line, path } of messages) {
    const line_id = path.join('.').toWellFormed();
    // In ICU texts, two apostrophes are one.
    const script = state.is_arb ? line.script.replaceAll("''", "'") : line.script;
    add({ ...line, script, line_id, locale: state.locale });
  }
}

/** Reads the values of an object by key. `path`: the keys of the objects around it. */
function readObject(scanner: JsonScanner, state: State, path: readonly string[]): void {
  scanner.take('{');
  if (scanner.takes('}')) return;
  do {
    if (scanner.peek() === '') throw scanner.error('The file ends early: a key is missing');
    if (scanner.peek() !== '"') throw scanner.error('Expected a key in quotes');
    const key = scanner.string();
    scanner.take(':');
    if (key.startsWith('@')) readMetadata(scanner, state, [...path, key]);
    else readValue(scanner, state, [...path, key]);
  } while (scanner.takes(','));
  scanner.take('}');
}

/** Reads a text, or the texts in an object or array. Other values are reported. `path`: the keys that lead to it. */
function readValue(scanner: JsonScanner, state: State, path: readonly string[]): void {
  const { notes } = state.sink;
  if (path.length > MAX_DEPTH) throw scanner.error(`Values are nested deeper than ${MAX_DEPTH} levels`);
  const sign = scanner.peek();
  if (sign === '') throw scanner.error('The file ends early: a value is missing');
  checkExtension(state, path, sign);
  if (sign === '{') readObject(scanner, state, path);
  else if (sign === '[') readArray(scanner, state, path);
  else {
    const row = state.nextRow();
    if (sign !== '"') {
      scanner.skip();
      const message = `${quotePath(path)} is a number, a boolean or null, not a string.`;
      notes.skipped({ row, code: 'not_a_string', message });
      return;
    }
    const script = limitText(scanner.string(), row);
    if (script.trim() === '')
      notes.skipped({ row, code: 'no_text', message: `${quotePath(path)} is empty.` });
    else state.messages.push({ line: { script, row, locale_column: '@@locale' }, path });
  }
}

/**
 * Notes whether a value can be in the `messages.json` of a browser extension: `state.objects` gets each object and
 * whether it has a message, and becomes null at a value that such a file does not have.
 */
function checkExtension(state: State, path: readonly string[], sign: string): void {
  const [key = '', field] = path;
  if (path.length > 2) return;
  if (field === undefined && sign === '{') state.objects?.set(key, false);
  else if (field === undefined || !EXTENSION_FIELDS.has(field)) state.objects = null;
  else if (field === 'message' && sign === '"') state.objects?.set(key, true);
}

/** For arrays, the index is the last part of the id. */
function readArray(scanner: JsonScanner, state: State, path: readonly string[]): void {
  scanner.take('[');
  if (scanner.takes(']')) return;
  let index = 0;
  do {
    if (scanner.peek() === '{') {
      throw new ScriptError(
        `${quotePath(path)} is an array of objects. For line objects, the top level of the file must be an array.`,
        { code: 'INVALID_FIELD', row: state.nextRow() },
      );
    }
    readValue(scanner, state, [...path, String(index)]);
    index += 1;
  } while (scanner.takes(','));
  scanner.take(']');
}

/** Reads the locale of the file, or skips other metadata and reports it. */
function readMetadata(scanner: JsonScanner, state: State, path: readonly string[]): void {
  const { notes } = state.sink;
  const [key = ''] = path;
  state.is_arb = true;
  const row = state.nextRow();
  let locale: string | null = null;
  if (path.length === 1 && LOCALE_KEYS.includes(key) && scanner.peek() === '"')
    locale = normalizeLocale(scanner.string());
  else scanner.skip();
  if (locale === null) {
    reportMetadata(path, row, notes);
    return;
  }
  state.locale ??= locale;
  notes.columnUsed({ column: key, used_as: 'locale' });
}

function reportMetadata(path: readonly string[], row: number, notes: ReadingNotes): void {
  notes.skipped({ row, code: 'metadata', message: `${quotePath(path)} is metadata, which is not spoken.` });
}

function quotePath(path: readonly string[]): string {
  return quoteForMessage(path.join('.'));
}
