import type { ColumnOptions } from '../csv/csv-columns.ts';
import { checkNoColumns } from '../csv/csv-columns.ts';
import { readLimit } from '../csv/line-limits.ts';
import { type LineControls, parseControls } from '../line-controls.ts';
import { quoteForMessage, ScriptError } from '../script-error.ts';
import type { RawLine, Sink } from '../script-lines.ts';
import {
  CONTROLS,
  checkConfig,
  createFields,
  type Field,
  type Fields,
  findFieldName,
  findLimits,
  findTextLocale,
  findUse,
  isKnown,
  isNumeric,
  isWeakId,
  isWeakLimit,
  TEXT_FIELDS,
  type Values,
} from './json-fields.ts';
import { readMessages } from './json-messages.ts';
import { createJsonScanner, type JsonScanner, limitText } from './json-scanner.ts';
import { isMisspelled } from './misspelled.ts';

/**
 * Reads an array of strings, an array of line objects, or an object with a text for each key. Row numbers in messages
 * count these entries from 1.
 */
export function readJson(text: string, options: ColumnOptions, sink: Sink): void {
  const fields = createFields(options);
  let row = 0;
  const scanner = createJsonScanner(text, () => row || undefined);
  if (scanner.peek() === '') throw new ScriptError('The file is empty.', { code: 'EMPTY_SCRIPT' });
  if (scanner.peek() === '{') {
    checkNoColumns(options, 'a file with a text for each key has no line objects');
    readMessages(scanner, { sink, nextRow: () => ++row });
    if (scanner.peek() !== '') throw scanner.error('Unexpected text after the end of the JSON value');
    return;
  }
  if (!scanner.takes('[')) {
    throw scanner.error(
      'The file must be an array of strings or of line objects, or an object with a text for each key',
    );
  }
  if (!scanner.takes(']')) {
    do {
      row += 1;
      readEntry(scanner, row, { fields, sink });
    } while (scanner.takes(','));
    scanner.take(']');
  }
  if (scanner.peek() !== '') throw scanner.error('Unexpected text after the end of the JSON value');
  checkConfig(fields);
}

type Reading = { fields: Fields; sink: Sink };

/** Reads an entry of the array: a text, or an object with the fields of one line in one or more locales. */
function readEntry(scanner: JsonScanner, row: number, { fields, sink }: Reading): void {
  const { notes } = sink;
  const sign = scanner.peek();
  if (sign === '"') {
    addText({ script: limitText(scanner.string(), row), row }, sink);
    return;
  }
  if (sign === '') throw scanner.error('The file ends early: an entry is missing');
  if (sign !== '{')
    throw new ScriptError('The entry is neither a string nor a line object.', { code: 'INVALID_FIELD', row });
  const { values, names } = readObject(scanner, row, { fields, sink });
  if (!fields.has_named_texts && !hasText(fields, values)) throw missingText(names, row);
  const lines = toLines(values, row, { fields, sink });
  for (const column of values.keys()) {
    const use = findUse(fields, values, column);
    if (use) notes.columnUsed({ column, ...use });
    else notes.columnUnused(column);
  }
  const linesWithText = lines.filter(({ script }) => script.trim() !== '');
  for (const line of linesWithText) addText(line, sink);
  const [first] = lines;
  if (first && linesWithText.length === 0) addText(first, sink);
}

/** Adds a line, or reports that it has no text. */
function addText(raw: RawLine, { add, notes }: Sink): void {
  if (raw.script.trim() !== '') add(raw);
  else notes.skipped({ row: raw.row, code: 'no_text', message: 'The entry has no text to speak.' });
}

/** The fields of an entry that can be used, and the names of all its fields. */
function readObject(
  scanner: JsonScanner,
  row: number,
  { fields, sink }: Reading,
): { values: Values; names: string[] } {
  const values: Values = new Map();
  const names: string[] = [];
  scanner.take('{');
  if (scanner.takes('}')) return { values, names };
  do {
    const sign = scanner.peek();
    if (sign === '') throw scanner.error('The file ends early: a field is missing');
    if (sign !== '"') throw scanner.error('Expected a field name in quotes');
    const name = scanner.string();
    names.push(name);
    scanner.take(':');
    // Some names do not always mean an ID or a limit, so their values can have any type.
    const isTextNumberOrNull = /["\-\dn]/.test(scanner.peek());
    const isId = !isWeakId(fields, name) || (sink.weak_ids && isTextNumberOrNull);
    const isLimit = !isWeakLimit(fields, name) || isTextNumberOrNull;
    if (!isKnown(fields, name) || !isId || !isLimit) {
      scanner.skip();
      sink.notes.columnUnused(name);
    } else if (values.has(name)) throw invalidField(row, { name, message: 'is a duplicate.' });
    else values.set(name, readValue(scanner, row, { name, is_numeric: isNumeric(fields, name) }));
  } while (scanner.takes(','));
  scanner.take('}');
  return { values, names };
}

/** Whether an entry has a field for its text, which may be empty. */
function hasText(fields: Fields, values: Values): boolean {
  if (findFieldName(fields, values, 'script') !== undefined) return true;
  return [...values.keys()].some((name) => findTextLocale(fields, name) !== null);
}

const MAX_NAMES = 20;

/** The error of an entry without a text: its fields, and the one that may be misspelled. */
function missingText(names: readonly string[], row: number): ScriptError {
  let message = 'The entry has no text: its field `script` is missing.';
  const list = names.slice(0, MAX_NAMES).map(quoteForMessage).join(', ');
  message += names.length === 0 ? ' It has no fields.' : ` Its fields are ${list}.`;
  const misspelled = names.find((name) => TEXT_FIELDS.some((field) => isMisspelled(name, field)));
  if (misspelled !== undefined) message += ` Is ${quoteForMessage(misspelled)} misspelled?`;
  else if (names.length > 0) message += ' Name the field of the text in `columns.script`.';
  return new ScriptError(message, { code: 'INVALID_FIELD', row, column: 'script' });
}

/** Strings, and numbers for ids and durations; null means that the field is missing. Controls are JSON. */
function readValue(
  scanner: JsonScanner,
  row: number,
  { name, is_numeric }: { name: string; is_numeric: boolean },
): string {
  const sign = scanner.peek();
  if (name === CONTROLS && sign !== 'n')
    return JSON.stringify(parseControls(scanner.skip(), { row, column: CONTROLS }) ?? {});
  if (sign === '"') return limitText(scanner.string(), row);
  if (is_numeric && /[-\d]/.test(sign)) return scanner.number();
  if (sign === '') throw scanner.error('The file ends early: a value is missing');
  if (sign === 'n') {
    scanner.skip();
    return '';
  }
  const message = is_numeric ? 'must be a string or a number.' : 'must be a string.';
  throw invalidField(row, { name, message });
}

/** The lines of an entry, one for each of its texts, with its other fields as their facts. */
function toLines(values: Values, row: number, { fields, sink }: Reading): RawLine[] {
  const scripts: { script: string; locale: string; locale_column: string }[] = [];
  const scriptName = findFieldName(fields, values, 'script');
  const localeName = findFieldName(fields, values, 'locale');
  if (scriptName !== undefined) {
    const [script = '', locale = ''] = [values.get(scriptName), values.get(localeName ?? '')];
    scripts.push({ script, locale, locale_column: localeName ?? scriptName });
  }
  for (const [name, script] of values) {
    const locale = findTextLocale(fields, name);
    if (locale !== null) scripts.push({ script, locale, locale_column: name });
  }
  if (scripts.length === 0) {
    // If the config names the texts, an entry can lack them, like the row of a table.
    scripts.push({ script: '', locale: '', locale_column: '' });
  }
  const value = (field: Field) => values.get(findFieldName(fields, values, field) ?? '') ?? '';
  const facts = {
    row,
    line_id: value('line_id'),
    has_weak_id: isWeakId(fields, findFieldName(fields, values, 'line_id') ?? ''),
    character_name: value('character_name'),
    notes: value('notes'),
    direction: value('direction'),
    controls: JSON.parse(values.get(CONTROLS) || '{}') as LineControls,
  };
  for (const { name, measure, unit } of findLimits(fields, values)) {
    const limit = { measure, unit, row, column: name, notes: sink.notes };
    Object.assign(facts, readLimit(values.get(name) ?? '', limit));
  }
  return scripts.map((script) => ({ ...facts, ...script }));
}

/** The error for the field `name` of an entry. */
function invalidField(row: number, { name, message }: { name: string; message: string }): ScriptError {
  return new ScriptError(`${quoteForMessage(name)} ${message}`, { code: 'INVALID_FIELD', row, column: name });
}
