import { normalizeLocale } from '../../locales/locale.ts';
import { quoteForMessage, ScriptError } from '../script-error.ts';
import type { RawLine } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { type JsonScanner, limited } from './json-scanner.ts';

type Options = {
  sink: { add: (raw: RawLine) => void; notes: ReadingNotes };
  nextRow: () => number;
};
/** A text with its keys. */
type Message = { line: RawLine; path: readonly string[] };
type State = Options & {
  messages: Message[];
  locale: string | null;
  /** Whether the file has the metadata of ARB, whose texts are in the syntax of ICU. */
  is_arb: boolean;
  /** Whether each object so far has a message. Null if a value cannot be the message of a browser extension. */
  objects: Map<string, boolean> | null;
};

const DEEPEST = 64;
const LOCALE_KEYS = ['@@locale', '@@language'];
/** The fields of a message in a browser extension. Only the message is spoken. */
const EXTENSION_FIELDS = new Set(['message', 'description', 'placeholders', 'hash']);

/**
 * Reads an object of texts by key, as in i18next and ARB. Keys of nested objects are joined with dots and
 * become the ids. `@` metadata, numbers, booleans and null are not spoken, but reported.
 */
export function readMessages(scanner: JsonScanner, options: Options): void {
  const state: State = { ...options, messages: [], locale: null, is_arb: false, objects: new Map() };
  readObject(scanner, state, []);
  const { add, notes } = options.sink;
  const messages = isExtension(state.objects) ? messagesOfExtension(state) : state.messages;
  if (messages.length > 0) notes.columnUsed({ column: 'key', used_as: 'line_id' });
  // The locale may come after the texts.
  for (const { line, path } of messages) {
    const line_id = path.join('.').toWellFormed();
    // In ICU texts, two apostrophes are one.
    const script = state.is_arb ? line.script.replaceAll("''", "'") : line.script;
    add({ ...line, script, line_id, ...(state.locale === null ? {} : { locale: state.locale }) });
  }
}

/** Whether a file is the `messages.json` of a browser extension: `{"key": {"message": "…", "description": "…"}}`. */
function isExtension(objects: State['objects']): boolean {
  return objects !== null && objects.size > 0 && [...objects.values()].every((has_message) => has_message);
}

/** The texts of the messages, with the key of the message as their path. Reports the others as metadata. */
function messagesOfExtension({ messages, sink }: State): Message[] {
  return messages.flatMap(({ line, path }): Message[] => {
    const [key = '', field] = path;
    if (path.length === 2 && field === 'message') return [{ line, path: [key] }];
    reportMetadata(path, line.row, sink.notes);
    return [];
  });
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
  noteExtension(state, path, sign);
  if (sign === '{') readObject(scanner, state, path);
  else if (sign === '[') readArray(scanner, state, path);
  else readText(scanner, state, path);
}

function noteExtension(state: State, [key = '', field, ...rest]: readonly string[], sign: string): void {
  if (rest.length > 0) return;
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
    notes.skipped({ row, code: 'not_a_string', message });
    return;
  }
  const script = limited(scanner.string(), row);
  if (script.trim() === '') notes.skipped({ row, code: 'no_text', message: `${nameOf(path)} is empty.` });
  else state.messages.push({ line: { script, row, locale_column: '@@locale' }, path });
}

function readMetadata(scanner: JsonScanner, state: State, path: readonly string[]): void {
  const { notes } = state.sink;
  const [key = ''] = path;
  state.is_arb = true;
  const row = state.nextRow();
  const isLocale = path.length === 1 && LOCALE_KEYS.includes(key) && scanner.peek() === '"';
  const locale = isLocale ? normalizeLocale(scanner.string()) : null;
  if (!isLocale) scanner.skip();
  if (locale === null) {
    reportMetadata(path, row, notes);
    return;
  }
  state.locale ??= locale;
  notes.columnUsed({ column: key, used_as: 'locale' });
}

function reportMetadata(path: readonly string[], row: number, notes: ReadingNotes): void {
  notes.skipped({ row, code: 'metadata', message: `${nameOf(path)} is metadata, which is not spoken.` });
}

function nameOf(path: readonly string[]): string {
  return quoteForMessage(path.join('.'));
}
