import { toReadable } from '../text/labels.ts';

/** A JSON Schema, as far as forms need it. */
export interface JsonSchema {
  type?: string;
  format?: string;
  description?: string;
  enum?: (string | number)[];
  const?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: { examples?: unknown[] };
  additionalProperties?: JsonSchema | boolean;
  default?: unknown;
}

type Value = string | number | boolean;

/** How a field is edited. */
export type Control =
  | { kind: 'flag' }
  | { kind: 'choice'; values: Value[]; nullable: boolean }
  | { kind: 'several'; values: (string | number)[] }
  /** One of the values, a number, or any text. */
  | { kind: 'scalar'; values: Value[]; number: JsonSchema | undefined; text: boolean; nullable: boolean }
  | { kind: 'text'; schema: JsonSchema; long: boolean; nullable: boolean }
  /** A text for each name. With `groups`, a text can also be for one language. */
  | { kind: 'texts'; groups: boolean; isByLocale: boolean; isId: boolean; nullable: boolean }
  | { kind: 'group'; fields: Record<string, JsonSchema>; required: string[] }
  /** A value for each name. */
  | { kind: 'record'; value: JsonSchema; isByLocale: boolean }
  | { kind: 'list'; item: JsonSchema };

const MAX_INPUT_LENGTH = 300;

/** The alternatives of a schema, including those of nested unions. */
const listAlternatives = (schema: JsonSchema): JsonSchema[] =>
  schema.anyOf?.flatMap(listAlternatives) ?? [schema];

function listValues(part: JsonSchema): (string | number)[] {
  if (part.enum) return part.enum;
  if (part.const === undefined) return [];
  return [part.const as string];
}

/** The control for a schema, or undefined if no form can edit it. A test verifies that no node has such a setting. */
export function toControl(schema: JsonSchema): Control | undefined {
  const alternatives = listAlternatives(schema);
  const parts = alternatives.filter(({ type }) => type !== 'null');
  const nullable = parts.length < alternatives.length;
  // The alternatives that are not limited to listed values.
  const freeParts = parts.filter((part) => listValues(part).length === 0);
  const isFlag = freeParts.some(({ type }) => type === 'boolean');
  const values: Value[] = parts.flatMap(listValues);
  if (isFlag) values.push(true, false);
  const [only, ...otherParts] = freeParts.filter(({ type }) => type !== 'boolean');
  if (only === undefined) {
    if (isFlag && parts.length === 1 && !nullable) return { kind: 'flag' };
    return { kind: 'choice', values, nullable };
  }
  const number = freeParts.find(({ type }) => type === 'number' || type === 'integer');
  const text = freeParts.find(({ type }) => type === 'string');
  if (number !== undefined || (text !== undefined && values.length > 0))
    return { kind: 'scalar', values, number, text: text !== undefined, nullable };
  if (otherParts.length > 0 || values.length > 0) return;
  if (text) return { kind: 'text', schema: text, long: (text.maxLength ?? 0) > MAX_INPUT_LENGTH, nullable };
  return toManyControl(only, nullable);
}

/** The control for a list, or for an object with a value for each name. */
function toManyControl(schema: JsonSchema, nullable: boolean): Control | undefined {
  const { type, items } = schema;
  if (type === 'array') {
    if (items === undefined) return;
    const choices = listValues(items);
    if (choices.length > 0) return { kind: 'several', values: choices };
    return { kind: 'list', item: items };
  }
  const { properties, required = [], additionalProperties: value, propertyNames } = schema;
  if (properties) return { kind: 'group', fields: properties, required };
  if (typeof value !== 'object') return;
  const isByLocale = propertyNames?.examples !== undefined;
  const groups = hasTextGroups(value);
  if (groups === undefined) return { kind: 'record', value, isByLocale };
  return { kind: 'texts', groups, isByLocale, isId: value.format === 'uuid', nullable };
}

/** Whether texts can also be in groups; undefined if the record contains other values. */
function hasTextGroups(value: JsonSchema): boolean | undefined {
  const parts = listAlternatives(value);
  const texts = parts.filter(({ type, enum: values }) => type === 'string' && values === undefined);
  const groups = parts.filter(
    ({ additionalProperties: groupSchema }) =>
      typeof groupSchema === 'object' && hasTextGroups(groupSchema) !== undefined,
  );
  if (texts.length === 0 || texts.length + groups.length < parts.length) return undefined;
  return groups.length > 0;
}

/** The initial value of a new row: the required fields that have no empty value. */
export function createValue(schema: JsonSchema): unknown {
  const control = toControl(schema);
  if (control?.kind === 'group') {
    const { fields, required } = control;
    return Object.fromEntries(required.map((name) => [name, createValue(fields[name] ?? {})]));
  }
  if (control?.kind === 'choice') return control.values[0];
  return '';
}

/** A row of texts by name. */
export interface Entry {
  /** The language of the text; empty if it applies to all. */
  group: string;
  name: string;
  text: string;
}

/** The rows of texts by name. A text for one language has that language as its group. */
export function toEntries(values: Record<string, unknown>): Entry[] {
  const entries: Entry[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') entries.push({ group: '', name, text: value });
    else
      for (const [nameInGroup, text] of Object.entries(value as Record<string, string>))
        entries.push({ group: name, name: nameInGroup, text });
  }
  return entries;
}

/** The texts by name. A row without a name is ignored. */
export function textsByName(entries: readonly Entry[]): Record<string, unknown> {
  const groups = Map.groupBy(
    entries.filter(({ name }) => name !== ''),
    ({ group }) => group,
  );
  const toPairs = (rows: Entry[] = []) => Object.fromEntries(rows.map(({ name, text }) => [name, text]));
  const texts = toPairs(groups.get(''));
  groups.delete('');
  return { ...texts, ...Object.fromEntries(Array.from(groups, ([group, rows]) => [group, toPairs(rows)])) };
}

/** Whether a row would replace an earlier one. */
export function isDuplicate(entries: readonly Entry[], index: number): boolean {
  const { group, name } = entries[index] ?? { group: '', name: '' };
  // Names and groups are keys of the same object.
  if (group === '' && name !== '' && entries.some((entry) => entry.group === name)) return true;
  return entries
    .slice(0, index)
    .some((entry) => entry.name !== '' && entry.name === name && entry.group === group);
}

/** The pattern of an ID. */
export const ID = '[0-9a-fA-F\\-]{36}';

/** The sentence about null or the default in a description. In a form, it describes the empty field. */
// linear: the descriptions of settings are the service's own, and short.
const EMPTY = / ?(?:Null(?: means)?|Default:) ([^.]+)\./;

/** A description for people: the help, and the meaning of an empty field. */
export function parseDescription(schema: JsonSchema): { help: string; empty: string | undefined } {
  const { description = '' } = schema;
  const empty = EMPTY.exec(description)?.[1];
  return { help: toReadable(description.replace(EMPTY, '').trim()), empty: empty && toReadable(empty) };
}
