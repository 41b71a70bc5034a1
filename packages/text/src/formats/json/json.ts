import type { ColumnOptions } from '../csv/csv-columns.ts';
import { type Limits, readLimit } from '../csv/line-limits.ts';
import { controlsOfText, type LineControls } from '../line-controls.ts';
import { quoteForMessage, ScriptError } from '../script-error.ts';
import type { RawLine, Sink } from '../script-lines.ts';
import { CONTROLS, createFields, type Fields, type Values } from './json-fields.ts';
import { readMessages } from './json-messages.ts';
import { createJsonScanner, type JsonScanner, limited } from './json-scanner.ts';

/**
 * Reads an array of strings, an array of line objects, or an object with a text for each key. Row numbers in messages
 * count these entries from 1.
 */
export function readJson(text: string, options: ColumnOptions, sink: Sink): void {
  const fields = createFields(options);
  let row = 0;
  const scanner = createJsonScanner(text, () => (row === 0 ? undefined : row));
  if (scanner.peek() === '') throw new ScriptError('The file is empty.', { code: 'EMPTY_SCRIPT' });
  if (scanner.peek() === '{') {
    fields.rejectColumns('a file with a text for each key has no line objects');
    readMessages(scanner, { sink, nextRow: () => ++row });
    if (scanner.peek() !== '') throw scanner.fault('Unexpected text after the end of the JSON value');
    return;
  }
  if (!scanner.takes('[')) {
    throw scanner.fault(
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
  if (scanner.peek() !== '') throw scanner.fault('Unexpected text after the end of the JSON value');
  fields.checkFound();
}

type Reading = { fields: Fields; sink: Sink };

function readEntry(scanner: JsonScanner, row: number, { fields, sink }: Reading): void {
  const { notes } = sink;
  const sign = scanner.peek();
  if (sign === '"') {
    addText({ script: limited(scanner.string(), row), row }, sink);
    return;
  }
  if (sign === '') throw scanner.fault('The file ends early: an entry is missing');
  if (sign !== '{') throw invalidField(row, { message: 'is neither a string nor a line object.' });
  const values = readObject(scanner, row, { fields, sink });
  const lines = linesOf(values, row, { fields, sink });
  for (const column of values.keys()) {
    const use = fields.useOf(values, column);
    if (use) notes.columnUsed({ column, ...use });
    else notes.columnUnused(column);
  }
  const spoken = lines.filter(({ script }) => script.trim() !== '');
  for (const line of spoken.length > 0 ? spoken : lines.slice(0, 1)) addText(line, sink);
}

function addText(raw: RawLine, { add, notes }: Pick<Sink, 'add' | 'notes'>): void {
  if (raw.script.trim() !== '') add(raw);
  else notes.skipped({ row: raw.row, code: 'no_text', message: 'The entry has no text to speak.' });
}

function readObject(scanner: JsonScanner, row: number, { fields, sink }: Reading): Values {
  const values: Values = new Map();
  scanner.take('{');
  if (scanner.takes('}')) return values;
  do {
    const sign = scanner.peek();
    if (sign === '') throw scanner.fault('The file ends early: a field is missing');
    if (sign !== '"') throw scanner.fault('Expected a field name in quotes');
    const name = scanner.string();
    scanner.take(':');
    const isId = !fields.isWeakId(name) || (sink.weak_ids && isScalar(scanner));
    const isLimit = !fields.isWeakLimit(name) || isScalar(scanner);
    if (!fields.isKnown(name) || !isId || !isLimit) {
      scanner.skip();
      sink.notes.columnUnused(name);
    } else if (values.has(name)) throw invalidField(row, { name, message: 'is a duplicate.' });
    else values.set(name, readValue(scanner, { row, name, is_numeric: fields.isNumeric(name) }));
  } while (scanner.takes(','));
  scanner.take('}');
  return values;
}

/**
 * Whether the next value can be an ID or a limit: a string, a number or null. Some field names do not always mean an ID,
 * so their values can have any type.
 */
function isScalar(scanner: JsonScanner): boolean {
  return /["\-\dn]/.test(scanner.peek());
}

/** Strings, and numbers for ids and durations; null means that the field is missing. */
function readValue(
  scanner: JsonScanner,
  { row, name, is_numeric }: { row: number; name: string; is_numeric: boolean },
): string {
  const sign = scanner.peek();
  if (name === CONTROLS && sign !== 'n') return readControls(scanner, row);
  if (sign === '"') return limited(scanner.string(), row);
  if (is_numeric && /[-\d]/.test(sign)) return scanner.number();
  if (sign === '') throw scanner.fault('The file ends early: a value is missing');
  if (sign === 'n') {
    scanner.skip();
    return '';
  }
  throw invalidField(row, {
    name,
    message: is_numeric ? 'must be a string or a number.' : 'must be a string.',
  });
}

/** The object of controls, as JSON. */
function readControls(scanner: JsonScanner, row: number): string {
  const text = scanner.skip();
  return JSON.stringify(controlsOfText(text, { row, column: CONTROLS }) ?? {});
}

function linesOf(values: Values, row: number, { fields, sink }: Reading): RawLine[] {
  const scripts: { script: string; locale: string; name: string }[] = [];
  const own = fields.find(values, 'script');
  const named = fields.find(values, 'locale');
  if (own !== undefined) {
    const locale = named === undefined ? '' : (values.get(named) ?? '');
    scripts.push({ script: values.get(own) ?? '', locale, name: named ?? own });
  }
  for (const [name, script] of values) {
    const locale = fields.localeOf(name);
    if (locale !== null) scripts.push({ script, locale, name });
  }
  // If the config names the texts, an entry can lack them, like the row of a table.
  if (fields.has_named_texts && scripts.length === 0) scripts.push({ script: '', locale: '', name: '' });
  if (scripts.length === 0) throw invalidField(row, { name: 'script', message: 'is missing.' });
  const value = (field: Parameters<Fields['find']>[1]) => values.get(fields.find(values, field) ?? '') ?? '';
  const facts = {
    row,
    line_id: value('line_id'),
    has_weak_id: fields.isWeakId(fields.find(values, 'line_id') ?? ''),
    character_name: value('character_name'),
    notes: value('notes'),
    direction: value('direction'),
    controls: JSON.parse(values.get(CONTROLS) || '{}') as LineControls,
    ...limitsOf(values, row, { fields, sink }),
  };
  return scripts.map(({ name, ...script }) => ({ ...facts, ...script, locale_column: name }));
}

function limitsOf(values: Values, row: number, { fields, sink: { notes } }: Reading): Limits {
  const found: Limits = {};
  for (const { name, measure, unit } of fields.findLimits(values))
    Object.assign(found, readLimit(values.get(name) ?? '', { measure, unit, row, column: name, notes }));
  return found;
}

function invalidField(row: number, { name, message }: { name?: string; message: string }): ScriptError {
  const path = name === undefined ? `[${row - 1}]` : `[${row - 1}].${quoteForMessage(name).slice(1, -1)}`;
  return new ScriptError(`${path} ${message}`, { code: 'INVALID_FIELD', row, column: name });
}
