import { localeOfHeader } from '../../locales/locale.ts';
import { keyOf } from '../csv/column-names.ts';
import { durationUnitOf, readDuration } from '../csv/csv-duration.ts';
import { controlsOfText, type LineControls } from '../line-controls.ts';
import { quoteForMessage, ScriptError } from '../script-error.ts';
import type { RawLine, Sink } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { readMessages } from './json-messages.ts';
import { createJsonScanner, type JsonScanner, limited } from './json-scanner.ts';

/**
 * Names of a line's fields, best first. Other fields are reported, except locales and durations. The names of csv
 * columns are in `csv/column-names.ts`.
 */
const FIELDS = {
  script: ['script', 'text', 'line', 'dialogue'],
  line_id: ['line_id', 'id', 'string_id', 'stringid', 'key', 'identifier', 'cue', 'filename'],
  locale: ['locale_code', 'locale', 'language'],
  character_name: ['character_name', 'character', 'speaker', 'role', 'actor'],
  notes: ['notes', 'context', 'description', 'comment'],
  direction: ['direction', 'emotion', 'style'],
} as const;
type Field = keyof typeof FIELDS;
/** Names that are an ID only if they are unique for each line. */
const WEAK_IDS = new Set(['cue', 'filename']);
const CONTROLS = 'controls';
const FIELD_OF = new Map<string, Field>(
  Object.entries(FIELDS).flatMap(([field, names]) =>
    names.map((name): [string, Field] => [name, field as Field]),
  ),
);

/** The known fields of one entry, as strings. */
type Values = Map<string, string>;

/**
 * Reads an array of strings, an array of line objects, or an object with a text for each key. Row numbers in messages
 * count these entries from 1.
 */
export function readJson(text: string, sink: Sink): void {
  let row = 0;
  const scanner = createJsonScanner(text, () => (row === 0 ? undefined : row));
  if (scanner.peek() === '') throw new ScriptError('The file is empty.', { code: 'EMPTY_SCRIPT' });
  if (scanner.peek() === '{') {
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
      readEntry(scanner, row, sink);
    } while (scanner.takes(','));
    scanner.take(']');
  }
  if (scanner.peek() !== '') throw scanner.fault('Unexpected text after the end of the JSON value');
}

function readEntry(scanner: JsonScanner, row: number, { add, notes, weak_ids }: Sink): void {
  const sign = scanner.peek();
  if (sign === '"') {
    addText({ script: limited(scanner.string(), row), row }, { add, notes });
    return;
  }
  if (sign === '') throw scanner.fault('The file ends early: an entry is missing');
  if (sign !== '{') throw invalidField(row, { message: 'is neither a string nor a line object.' });
  const values = readObject(scanner, row, { notes, weak_ids });
  const lines = linesOf(values, row);
  reportFields(values, notes);
  const spoken = lines.filter(({ script }) => script.trim() !== '');
  for (const line of spoken.length > 0 ? spoken : lines.slice(0, 1)) addText(line, { add, notes });
}

function addText(raw: RawLine, { add, notes }: Pick<Sink, 'add' | 'notes'>): void {
  if (raw.script.trim() !== '') add(raw);
  else notes.skipped({ row: raw.row, code: 'no_text', message: 'The entry has no text to speak.' });
}

/** Records the use of each known field. A field with a better alternative is unused. */
function reportFields(values: Values, notes: ReadingNotes): void {
  const duration = durationIn(values);
  for (const column of values.keys()) {
    const field = FIELD_OF.get(column);
    const locale_code = field === undefined ? localeOfHeader(column) : null;
    if (locale_code !== null) notes.columnUsed({ column, used_as: 'script', locale_code });
    else if (column === CONTROLS) notes.columnUsed({ column, used_as: 'controls' });
    else if (column === duration) notes.columnUsed({ column, used_as: 'max_duration_ms' });
    else if (field !== undefined && nameIn(values, field) === column)
      notes.columnUsed({ column, used_as: field });
    else notes.columnUnused(column);
  }
}

function durationIn(values: Values): string | undefined {
  return [...values.keys()].find((name) => durationUnitOf(keyOf(name)) !== null);
}

function readObject(
  scanner: JsonScanner,
  row: number,
  { notes, weak_ids }: Pick<Sink, 'notes' | 'weak_ids'>,
): Values {
  const values: Values = new Map();
  scanner.take('{');
  if (scanner.takes('}')) return values;
  do {
    const sign = scanner.peek();
    if (sign === '') throw scanner.fault('The file ends early: a field is missing');
    if (sign !== '"') throw scanner.fault('Expected a field name in quotes');
    const name = scanner.string();
    scanner.take(':');
    if (!isKnown(name) || (WEAK_IDS.has(name) && !(weak_ids && canBeId(scanner)))) {
      scanner.skip();
      notes.columnUnused(name);
    } else if (values.has(name)) throw invalidField(row, { name, message: 'is a duplicate.' });
    else values.set(name, readValue(scanner, { row, name }));
  } while (scanner.takes(','));
  scanner.take('}');
  return values;
}

/**
 * Whether the next value can be an ID: a string, a number or null. Some field names do not always mean an ID, so their
 * values can have any type.
 */
function canBeId(scanner: JsonScanner): boolean {
  return /["\-\dn]/.test(scanner.peek());
}

function isKnown(name: string): boolean {
  return (
    name === CONTROLS ||
    FIELD_OF.has(name) ||
    durationUnitOf(keyOf(name)) !== null ||
    localeOfHeader(name) !== null
  );
}

/** Strings, and numbers for ids and durations; null means that the field is missing. */
function readValue(scanner: JsonScanner, { row, name }: { row: number; name: string }): string {
  const sign = scanner.peek();
  if (name === CONTROLS && sign !== 'n') return readControls(scanner, row);
  if (sign === '"') return limited(scanner.string(), row);
  const isNumeric = FIELD_OF.get(name) === 'line_id' || durationUnitOf(keyOf(name)) !== null;
  if (isNumeric && /[-\d]/.test(sign)) return scanner.number();
  if (sign === '') throw scanner.fault('The file ends early: a value is missing');
  if (sign === 'n') {
    scanner.skip();
    return '';
  }
  throw invalidField(row, {
    name,
    message: isNumeric ? 'must be a string or a number.' : 'must be a string.',
  });
}

/** The object of controls, as JSON. */
function readControls(scanner: JsonScanner, row: number): string {
  const text = scanner.skip();
  return JSON.stringify(controlsOfText(text, { row, column: CONTROLS }) ?? {});
}

function linesOf(values: Values, row: number): RawLine[] {
  const scripts: { script: string; locale: string; name: string }[] = [];
  const own = nameIn(values, 'script');
  const named = nameIn(values, 'locale');
  if (own !== undefined) {
    const locale = named === undefined ? '' : (values.get(named) ?? '');
    scripts.push({ script: values.get(own) ?? '', locale, name: named ?? own });
  }
  for (const [name, script] of values) {
    const locale = FIELD_OF.has(name) || name === CONTROLS ? null : localeOfHeader(name);
    if (locale !== null) scripts.push({ script, locale, name });
  }
  if (scripts.length === 0) throw invalidField(row, { name: 'script', message: 'is missing.' });
  const facts = factsOf(values, row);
  return scripts.map(({ name, ...script }) => ({ ...facts, ...script, locale_column: name }));
}

function factsOf(values: Values, row: number): Omit<RawLine, 'script'> {
  const value = (field: Field) => values.get(nameIn(values, field) ?? '') ?? '';
  return {
    row,
    line_id: value('line_id'),
    has_weak_id: WEAK_IDS.has(nameIn(values, 'line_id') ?? ''),
    character_name: value('character_name'),
    notes: value('notes'),
    direction: value('direction'),
    controls: JSON.parse(values.get(CONTROLS) || '{}') as LineControls,
    max_duration_ms: durationOf(values, row),
  };
}

function durationOf(values: Values, row: number): number | null {
  const column = durationIn(values);
  if (column === undefined) return null;
  const unit_ms = durationUnitOf(keyOf(column)) ?? 1000;
  return readDuration(values.get(column) ?? '', { unit_ms, row, column });
}

/** The best of the names that a field may have. */
function nameIn(values: Values, field: Field): string | undefined {
  return FIELDS[field].find((name) => values.has(name));
}

function invalidField(row: number, { name, message }: { name?: string; message: string }): ScriptError {
  const path = name === undefined ? `[${row - 1}]` : `[${row - 1}].${quoteForMessage(name).slice(1, -1)}`;
  return new ScriptError(`${path} ${message}`, { code: 'INVALID_FIELD', row, column: name });
}
