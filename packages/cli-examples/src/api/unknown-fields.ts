import { type CatalogOperation, findOperation, type JsonSchema } from '@voiceloom/sdk/catalog';
import type { Context } from '../context.ts';
import { UsageError } from '../errors/failures.ts';
import { nearest } from '../names/nearest.ts';
import { resolved } from './parameters.ts';

/** A field of a body that the service ignores. */
export type UnknownField = { path: string; meant: string | undefined };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value : []);

const within = (path: string, name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`);

function inObject(schema: JsonSchema, value: Record<string, unknown>, path: string): UnknownField[] {
  if (!isObject(schema.properties)) return [];
  const properties = schema.properties as Record<string, JsonSchema>;
  const isOpen = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = within(path, name);
    if (Object.hasOwn(properties, name)) return strangersIn(properties[name] ?? {}, inner, place);
    return isOpen ? [] : [{ path: place, meant: nearest(name, Object.keys(properties)) }];
  });
}

/** Chooses the alternative that knows most of the fields. */
function inOneOf(forms: JsonSchema[], value: unknown, path: string): UnknownField[] {
  const all = forms
    .filter((form) => Array.isArray(value) === 'items' in resolved(form))
    .map((form) => strangersIn(form, value, path));
  return all.sort((a, b) => a.length - b.length)[0] ?? [];
}

function strangersIn(given: JsonSchema, value: unknown, path: string): UnknownField[] {
  const schema = resolved(given);
  const forms = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (forms.length > 0) return inOneOf(forms, value, path);
  if (Array.isArray(value)) {
    const items = (schema.items ?? {}) as JsonSchema;
    return value.flatMap((item, at) => strangersIn(items, item, within(path, at)));
  }
  return isObject(value) ? inObject(schema, value, path) : [];
}

/** How deep to search for the right place of a misplaced field. */
const DEPTH = 3;

/** The path in a body where a field of this name belongs, ignoring lists. */
function placeOf(name: string, given: JsonSchema, depth = DEPTH): string | undefined {
  const fields = Object.entries((resolved(given).properties ?? {}) as Record<string, JsonSchema>);
  if (fields.some(([field]) => field === name)) return name;
  if (depth === 0) return undefined;
  for (const [field, schema] of fields) {
    const inner = placeOf(name, schema, depth - 1);
    if (inner !== undefined) return `${field}.${inner}`;
  }
  return undefined;
}

/** The fields of `value` that its schema does not know, with the name or path that was probably meant. */
export function unknownFields(schema: JsonSchema, value: unknown, path = 'body'): UnknownField[] {
  // With `$schema`, editors check a file. It has no effect in any request.
  const strangers = strangersIn(schema, value, path).filter((one) => one.path !== within(path, '$schema'));
  return strangers.map(({ path: at, meant }) => ({
    path: at,
    meant: meant ?? placeOf(at.split('.').at(-1) ?? '', schema),
  }));
}

/**
 * The schema of a body. The body of `validate` may have any definition, so for it this returns the schema of a save.
 */
export function bodySchemaOf({ id, body }: CatalogOperation): JsonSchema | undefined {
  const saved = id === 'workflows.validate' ? findOperation('workflows.create')?.body?.schema : undefined;
  if (saved === undefined) return body?.schema;
  const { definition } = resolved(saved).properties as Record<string, JsonSchema>;
  return { type: 'object', properties: { definition } };
}

/** The message for an unknown field; `source` is its file. */
export const strangerText = ({ path, meant }: UnknownField, source?: string): string =>
  `${source === undefined ? '' : `${source}: `}${path} is not a field of the request.${meant ? ` Did you mean ${meant}?` : ''}`;

const hasNodes = (body: unknown): boolean => {
  const graph = isObject(body) && isObject(body.definition) ? body.definition.graph : undefined;
  return isObject(graph) && Array.isArray(graph.nodes) && graph.nodes.length > 0;
};

/**
 * Reports fields that the service would ignore. With `strict`, or if no other fields remain, nothing is sent.
 */
export function tellUnknownFields(
  { warn }: Context,
  fields: readonly UnknownField[],
  { strict = false, source }: { strict?: boolean; source?: string } = {},
): void {
  if (strict && fields.length > 0)
    throw new UsageError(fields.map((field) => strangerText(field, source)).join('\n'));
  for (const field of fields) warn(`${strangerText(field, source)} The service ignores ${field.path}.`);
}

const isOfDefinition = ({ path, meant }: UnknownField): boolean =>
  /(^|\.)definition\./.test(path) || meant?.startsWith('definition.') === true;

/** Rejects a workflow whose fields are all misplaced, because the service would ignore all of it. */
export function refuseMisplaced(body: unknown, fields: readonly UnknownField[], source?: string): void {
  if (hasNodes(body) || !fields.some(isOfDefinition)) return;
  const texts = fields.map((field) => strangerText(field, source));
  throw new UsageError([...texts, 'Nothing was sent: the workflow would be empty.'].join('\n'));
}
