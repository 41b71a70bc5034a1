import { durationUnitOf, readDuration } from './csv-duration.ts';
import { createJsonScanner, type JsonScanner } from './json-scanner.ts';
import { localeOfHeader } from './locale.ts';
import { quoteForMessage, ScriptError } from './script-error.ts';
import type { RawLine } from './script-lines.ts';
import { checkLength } from './text-limit.ts';

/** Names of the fields of a line, the better one first. Others are ignored, except locales and durations. */
const FIELDS = {
  script: ['script', 'text', 'line', 'dialogue'],
  line_id: ['line_id', 'id'],
  locale: ['locale_code', 'locale', 'language'],
  character_name: ['character_name', 'character', 'speaker', 'role', 'actor'],
  notes: ['notes'],
} as const;
type Field = keyof typeof FIELDS;
const FIELD_OF = new Map<string, Field>(
  Object.entries(FIELDS).flatMap(([field, names]) =>
    names.map((name): [string, Field] => [name, field as Field]),
  ),
);

/** The known fields of one entry, as strings. */
type Values = Map<string, string>;

/** Reads an array of strings or of line objects. Rows are entries, counted from 1. */
export function readJson(text: string, add: (raw: RawLine) => void): void {
  let row = 0;
  const scanner = createJsonScanner(text, () => (row === 0 ? undefined : row));
  if (scanner.peek() === '') throw new ScriptError('The file is empty.', { code: 'EMPTY_SCRIPT' });
  if (!scanner.takes('[')) throw scanner.fault('The file should be an array of strings or of line objects');
  if (!scanner.takes(']')) {
    do {
      row += 1;
      readEntry(scanner, row, add);
    } while (scanner.takes(','));
    scanner.take(']');
  }
  if (scanner.peek() !== '') throw scanner.fault('The file should end here');
}

function readEntry(scanner: JsonScanner, row: number, add: (raw: RawLine) => void): void {
  const sign = scanner.peek();
  if (sign === '"') {
    add({ script: limited(scanner.string(), row), row });
    return;
  }
  if (sign === '') throw scanner.fault('The file ends early: an entry should be here');
  if (sign !== '{') throw invalidField(row, { message: 'is neither a string nor a line object.' });
  const values = readObject(scanner, row);
  for (const line of linesOf(values, row)) add(line);
}

function readObject(scanner: JsonScanner, row: number): Values {
  const values: Values = new Map();
  scanner.take('{');
  if (scanner.takes('}')) return values;
  do {
    const sign = scanner.peek();
    if (sign === '') throw scanner.fault('The file ends early: a field should be here');
    if (sign !== '"') throw scanner.fault('A field name in quotes should be here');
    const name = scanner.string();
    scanner.take(':');
    if (!isKnown(name)) scanner.skip();
    else if (values.has(name)) throw invalidField(row, { name, message: 'stands there twice.' });
    else values.set(name, readValue(scanner, { row, name }));
  } while (scanner.takes(','));
  scanner.take('}');
  return values;
}

function isKnown(name: string): boolean {
  return FIELD_OF.has(name) || durationUnitOf(name) !== null || localeOfHeader(name) !== null;
}

/** Strings; numbers for ids and durations; null is the same as no field. */
function readValue(scanner: JsonScanner, { row, name }: { row: number; name: string }): string {
  const sign = scanner.peek();
  if (sign === '"') return limited(scanner.string(), row);
  const isNumeric = FIELD_OF.get(name) === 'line_id' || durationUnitOf(name) !== null;
  if (isNumeric && /[-\d]/.test(sign)) return scanner.number();
  if (sign === '') throw scanner.fault('The file ends early: a value should be here');
  if (sign === 'n') {
    scanner.skip();
    return '';
  }
  throw invalidField(row, {
    name,
    message: isNumeric ? 'must be a string or a number.' : 'must be a string.',
  });
}

function limited(text: string, row: number): string {
  checkLength(text.length, row);
  // Half of a pair can be escaped in JSON, but neither stored nor spoken.
  return text.toWellFormed();
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
    const locale = FIELD_OF.has(name) ? null : localeOfHeader(name);
    if (locale !== null) scripts.push({ script, locale, name });
  }
  if (scripts.length === 0) throw invalidField(row, { name: 'script', message: 'is missing.' });
  const facts = factsOf(values, row);
  return scripts.map(({ name, ...script }) => ({ ...facts, ...script, locale_column: name }));
}

function factsOf(values: Values, row: number): Omit<RawLine, 'script'> {
  const value = (field: Field) => values.get(nameIn(values, field) ?? '') ?? '';
  const duration = [...values.keys()].find((name) => durationUnitOf(name) !== null);
  return {
    row,
    line_id: value('line_id'),
    character_name: value('character_name'),
    notes: value('notes'),
    max_duration_ms: duration === undefined ? null : durationOf(values, { row, column: duration }),
  };
}

function durationOf(values: Values, { row, column }: { row: number; column: string }): number | null {
  return readDuration(values.get(column) ?? '', { unit_ms: durationUnitOf(column) ?? 1000, row, column });
}

/** The best of the names that a field may have. */
function nameIn(values: Values, field: Field): string | undefined {
  return FIELDS[field].find((name) => values.has(name));
}

function invalidField(row: number, { name, message }: { name?: string; message: string }): ScriptError {
  const path = name === undefined ? `[${row - 1}]` : `[${row - 1}].${quoteForMessage(name).slice(1, -1)}`;
  return new ScriptError(`${path} ${message}`, {
    code: 'INVALID_FIELD',
    row,
    ...(name === undefined ? {} : { column: name }),
  });
}
