import { findOperation, type JsonSchema, unknownFields } from '@voiceloom/sdk/contract';
import type { Context } from '../context.ts';
import { UsageError } from '../errors/failures.ts';
import { resolveRef } from './parameters.ts';

/** A field of a body that the service ignores, and the name or path that was probably meant. */
export interface IgnoredField {
  path: string;
  meant: string | undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How deep to search for the right place of a misplaced field. */
const MAX_DEPTH = 3;

/** The path in a body where a field of this name belongs, ignoring lists. */
function findPlace(name: string, container: JsonSchema, depth = MAX_DEPTH): string | undefined {
  const fields = Object.entries((resolveRef(container).properties ?? {}) as Record<string, JsonSchema>);
  if (fields.some(([field]) => field === name)) return name;
  if (depth === 0) return undefined;
  for (const [field, schema] of fields) {
    const inner = findPlace(name, schema, depth - 1);
    if (inner !== undefined) return `${field}.${inner}`;
  }
  return undefined;
}

/** The fields of a body that an operation would ignore. */
export function ignoredFields(operation: string, body: unknown): IgnoredField[] {
  const unknown = unknownFields(operation, body);
  let schema = findOperation(operation)?.body?.schema ?? {};
  if (operation === 'workflows.validate') {
    // It accepts any definition, so the definition is compared with that of a save.
    const { definition } = Object(body) as { definition?: unknown };
    unknown.push(...unknownFields('workflows.create', { definition }));
    const saved = resolveRef(findOperation('workflows.create')?.body?.schema ?? {});
    const properties = saved.properties as Record<string, JsonSchema>;
    schema = { properties: { definition: properties.definition } };
  }
  return unknown.map(({ field, meant }) => ({
    path: field,
    meant: meant ?? findPlace(field.split('.').at(-1) ?? '', schema),
  }));
}

/** The same for the content of a file, in which paths do not begin with `body`. */
export function ignoredInFile(operation: string, content: unknown): IgnoredField[] {
  return ignoredFields(operation, content).map(({ path, meant }) => ({ path: path.slice(5), meant }));
}

/** The message for an unknown field; `source` is its file. */
export function ignoredFieldText({ path, meant }: IgnoredField, source?: string): string {
  const text = `${path} is not a field of the request.${meant ? ` Did you mean ${meant}?` : ''}`;
  if (source === undefined) return text;
  return `${source}: ${text}`;
}

/**
 * Reports fields that the service would ignore. With `strict`, or if no other fields remain, nothing is sent.
 */
export function reportIgnoredFields(
  { warn }: Context,
  fields: readonly IgnoredField[],
  { strict = false, source }: { strict?: boolean; source?: string } = {},
): void {
  if (strict && fields.length > 0)
    throw new UsageError(fields.map((field) => ignoredFieldText(field, source)).join('\n'));
  for (const field of fields) warn(`${ignoredFieldText(field, source)} The service ignores ${field.path}.`);
}

/** Rejects a workflow whose fields are all misplaced, because the service would ignore all of it. */
export function rejectMisplaced(body: unknown, fields: readonly IgnoredField[], source?: string): void {
  const graph = isObject(body) && isObject(body.definition) ? body.definition.graph : undefined;
  if (isObject(graph) && Array.isArray(graph.nodes) && graph.nodes.length > 0) return;
  const isOfDefinition = ({ path, meant }: IgnoredField) =>
    /(^|\.)definition\./.test(path) || meant?.startsWith('definition.') === true;
  if (!fields.some(isOfDefinition)) return;
  const texts = fields.map((field) => ignoredFieldText(field, source));
  throw new UsageError([...texts, 'Nothing was sent: the workflow would be empty.'].join('\n'));
}
