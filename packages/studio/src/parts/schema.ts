import { readable } from '../text/labels.ts';

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
  | { kind: 'scalar'; values: Value[]; number?: JsonSchema; text: boolean; nullable: boolean }
  | { kind: 'text'; schema: JsonSchema; long: boolean; nullable: boolean }
  /** A text for each name. With `groups`, a text can also be for one language. */
  | { kind: 'texts'; groups: boolean; isByLocale: boolean; isId: boolean; nullable: boolean }
  | { kind: 'group'; fields: Record<string, JsonSchema>; required: string[] }
  /** A value for each name. */
  | { kind: 'record'; value: JsonSchema; isByLocale: boolean }
  | { kind: 'list'; item: JsonSchema };

const LONG = 300;

/** The alternatives of a schema, including those of nested unions. */
const partsOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf?.flatMap(partsOf) ?? [schema];

const valuesOf = (part: JsonSchema): (string | number)[] =>
  part.enum ?? (part.const === undefined ? [] : [part.const as string]);

const isNumber = ({ type }: JsonSchema): boolean => type === 'number' || type === 'integer';

/** The control for a schema, or undefined if no form can edit it. A test verifies that no node has such a setting. */
export function controlOf(schema: JsonSchema): Control | undefined {
  const all = partsOf(schema);
  const parts = all.filter(({ type }) => type !== 'null');
  const nullable = parts.length < all.length;
  const open = parts.filter((part) => valuesOf(part).length === 0);
  const flags = open.some(({ type }) => type === 'boolean') ? [true, false] : [];
  const values = [...parts.flatMap(valuesOf), ...flags];
  const [only, ...others] = open.filter(({ type }) => type !== 'boolean');
  if (only === undefined)
    return parts.length === 1 && flags.length > 0 && !nullable
      ? { kind: 'flag' }
      : { kind: 'choice', values, nullable };
  const number = open.find(isNumber);
  const text = open.find(({ type }) => type === 'string');
  if (number !== undefined || (text !== undefined && values.length > 0))
    return { kind: 'scalar', values, ...(number && { number }), text: text !== undefined, nullable };
  if (others.length > 0 || values.length > 0) return;
  if (text) return { kind: 'text', schema: text, long: (text.maxLength ?? 0) > LONG, nullable };
  return only.type === 'array' ? listOf(only) : namedOf(only, nullable);
}

function listOf({ items }: JsonSchema): Control | undefined {
  if (items === undefined) return;
  const values = valuesOf(items);
  return values.length > 0 ? { kind: 'several', values } : { kind: 'list', item: items };
}

/** A record with a value for each name. */
function namedOf(schema: JsonSchema, nullable: boolean): Control | undefined {
  const { properties, required = [], additionalProperties: value, propertyNames } = schema;
  if (properties) return { kind: 'group', fields: properties, required };
  if (typeof value !== 'object') return;
  const isByLocale = propertyNames?.examples !== undefined;
  const groups = textGroups(value);
  return groups === undefined
    ? { kind: 'record', value, isByLocale }
    : { kind: 'texts', groups, isByLocale, isId: value.format === 'uuid', nullable };
}

/** Whether texts can also be in groups; undefined if the record contains other values. */
function textGroups(value: JsonSchema): boolean | undefined {
  const parts = partsOf(value);
  const isGroup = ({ additionalProperties: own }: JsonSchema) =>
    typeof own === 'object' && textGroups(own) !== undefined;
  const texts = parts.filter(({ type, enum: values }) => type === 'string' && values === undefined);
  const groups = parts.filter(isGroup);
  return texts.length > 0 && texts.length + groups.length === parts.length ? groups.length > 0 : undefined;
}

/** The initial value of a new row: the required fields that have no empty value. */
export function startOf(schema: JsonSchema): unknown {
  const control = controlOf(schema);
  if (control?.kind === 'group') {
    const { fields, required } = control;
    return Object.fromEntries(required.map((name) => [name, startOf(fields[name] ?? {})]));
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

export const entriesOf = (values: Record<string, unknown>): Entry[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [{ group: '', name, text: value }]
      : Object.entries(value as Record<string, string>).map(([own, text]) => ({
          group: name,
          name: own,
          text,
        })),
  );

/** The texts by name. A row without a name is ignored. */
export function textsByName(entries: readonly Entry[]): Record<string, unknown> {
  const named = entries.filter(({ name }) => name !== '');
  const groups = Map.groupBy(named, ({ group }) => group);
  const pairsOf = (own: Entry[]) => Object.fromEntries(own.map(({ name, text }) => [name, text]));
  const grouped = [...groups].filter(([group]) => group !== '');
  return {
    ...pairsOf(groups.get('') ?? []),
    ...Object.fromEntries(grouped.map(([group, own]) => [group, pairsOf(own)])),
  };
}

/** Whether a row would replace an earlier one. */
export function isDouble(entries: readonly Entry[], index: number): boolean {
  const { group, name } = entries[index] ?? { group: '', name: '' };
  // Names and groups are keys of the same object.
  if (group === '' && name !== '' && entries.some((one) => one.group === name)) return true;
  return entries.slice(0, index).some((one) => one.name !== '' && one.name === name && one.group === group);
}

/** The pattern of an ID. */
export const ID = '[0-9a-fA-F\\-]{36}';

/** The sentence about null or the default in a description. In a form, it describes the empty field. */
// linear: the descriptions of settings are the service's own, and short.
const EMPTY = / ?(?:Null(?: means)?|Default:) ([^.]+)\./;

/** A description for people: the help, and the meaning of an empty field. */
export function helpOf({ description = '' }: JsonSchema): { help: string; empty: string | undefined } {
  const empty = EMPTY.exec(description)?.[1];
  return { help: readable(description.replace(EMPTY, '').trim()), empty: empty && readable(empty) };
}
