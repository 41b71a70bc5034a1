import type { JsonSchema } from '@voiceloom/sdk/catalog';
import type { Context } from '../context.ts';
import { UsageError } from '../failures.ts';
import { nearest } from '../nearest.ts';
import { resolved } from './parameters.ts';

/** A field of a body that no operation reads: the service ignores it. */
export type UnknownField = { path: string; meant: string | undefined };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value : []);

function inObject(schema: JsonSchema, value: Record<string, unknown>, path: string): UnknownField[] {
  if (!isObject(schema.properties)) return [];
  const properties = schema.properties as Record<string, JsonSchema>;
  const isOpen = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = `${path}.${name}`;
    if (Object.hasOwn(properties, name)) return unknownFields(properties[name] ?? {}, inner, place);
    return isOpen ? [] : [{ path: place, meant: nearest(name, Object.keys(properties)) }];
  });
}

/** Of several forms the one counts that knows most of the fields. */
function inOneOf(forms: JsonSchema[], value: unknown, path: string): UnknownField[] {
  const all = forms
    .filter((form) => Array.isArray(value) === 'items' in resolved(form))
    .map((form) => unknownFields(form, value, path));
  return all.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** The fields of `value` that its schema does not know, with the names that were probably meant. */
export function unknownFields(given: JsonSchema, value: unknown, path = 'body'): UnknownField[] {
  const schema = resolved(given);
  const forms = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (forms.length > 0) return inOneOf(forms, value, path);
  if (Array.isArray(value)) {
    const items = (schema.items ?? {}) as JsonSchema;
    return value.flatMap((item, at) => unknownFields(items, item, `${path}.${at}`));
  }
  return isObject(value) ? inObject(schema, value, path) : [];
}

/** Names the fields that the service would ignore; with `strict` nothing is sent. */
export function tellUnknownFields(
  { warn }: Context,
  fields: readonly UnknownField[],
  { strict = false } = {},
): void {
  const texts = fields.map(
    ({ path, meant }) => `${path} is no field of the request${meant ? `; did you mean ${meant}?` : '.'}`,
  );
  if (strict && texts.length > 0) throw new UsageError(texts.join('\n'));
  for (const text of texts) warn(`${text} The service ignores it.`);
}
