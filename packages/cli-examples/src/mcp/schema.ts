import type { Tool } from '@modelcontextprotocol/server';
import { type CatalogOperation, type JsonSchema, schemas } from '@voiceloom/sdk/contract';
import { isObject } from '../api/unknown-fields.ts';

/** Keywords that the service checks anyway and that models do not need. */
const LEFT_OUT = new Set([
  ...['examples', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'propertyNames', 'allOf'],
]);
/** Sentences that change nothing in what a model sends. */
const UNIMPORTANT = / ?(?:Leading and trailing white ?space is ignored|White space around it is removed)\./i;
/** A limit beyond this number tells a model nothing. */
const FAR = 100_000;

/** Whether a keyword of a schema tells a model something. */
function saysSomething(name: string, value: unknown): boolean {
  if (LEFT_OUT.has(name) || (name === 'description' && value === '')) return false;
  // Omitting a field usually means null or empty, and list sizes are rarely near their limit.
  if (name === 'default' || name === 'additionalProperties') {
    if (value === null || value === false) return false;
    return typeof value !== 'object' || Object.keys(value).length > 0;
  }
  // No value comes near a limit that is this far away.
  if (name === 'minimum' || name === 'maximum') return !(Math.abs(Number(value)) >= FAR);
  return true;
}

/** `anyOf` of a type and null as one type. */
function joinNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const forms = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  const [form, none, ...others] = forms;
  const isNullable = none?.type === 'null' && others.length === 0;
  if (!isNullable || typeof form?.type !== 'string' || form.enum) return schema;
  return { ...form, ...rest, type: [form.type, 'null'] };
}

/** A schema without what only the service needs. Objects keep all field names. */
export function trimSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimSchema);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([name, inner]) => saysSomething(name, inner));
  const parts = entries.map(([name, inner]) => {
    if (name === 'description') return [name, String(inner).replace(UNIMPORTANT, '').trim()] as const;
    if (name !== 'properties' || !isObject(inner)) return [name, trimSchema(inner)] as const;
    const fields = Object.entries(inner).map(([field, schema]) => [field, trimSchema(schema)] as const);
    return [name, Object.fromEntries(fields)] as const;
  });
  return joinNull(Object.fromEntries(parts));
}

/** The names of the schemas that a value references. */
const namesIn = (value: unknown): string[] =>
  [...(JSON.stringify(value) ?? '').matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name = '']) => name);

/** The named schemas that `value` refers to, directly or indirectly, with their number of uses. Adds to `counts`. */
function countsOf(value: unknown, counts = new Map<string, number>()): Map<string, number> {
  for (const name of namesIn(value)) {
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    if (before === 0) countsOf(schemas[name], counts);
  }
  return counts;
}

/** Inlines schemas that are used once. A recursive schema never is. */
function inlineSchemas(value: unknown, counts: Map<string, number>): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineSchemas(item, counts));
  if (!isObject(value)) return value;
  const { $ref, ...own } = value;
  const [name = ''] = namesIn({ $ref });
  if (counts.get(name) === 1) return inlineSchemas({ ...schemas[name], ...own }, counts);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inlineSchemas(inner, counts)]));
}

const AFTER = {
  type: 'integer',
  description: 'Only events after this one: `last_event_id` of the previous response.',
};

const ARROW = { type: 'string', description: 'From port to port, such as `script.lines -> voice.lines`.' };

/** Whether a tool takes a definition as people write it. */
export const takesGraph = ({ area, body }: CatalogOperation): boolean =>
  area === 'workflows' && body !== null && countsOf(body.schema).has('WorkflowDefinitionInput');

/** Extends the schema of a definition: ids may be names, and edges may be arrows. */
function toWrittenForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWrittenForm);
  if (!isObject(value)) return value;
  const own = Object.entries(value).filter(([name, inner]) => !(name === 'format' && inner === 'uuid'));
  const plain: JsonSchema = Object.fromEntries(own.map(([name, inner]) => [name, toWrittenForm(inner)]));
  if (!isObject(plain.properties) || !('sourcePort' in plain.properties)) return plain;
  // An edge.
  const required = (plain.required as string[]).filter((name) => name !== 'id');
  return { anyOf: [ARROW, { ...plain, required }] };
}

/** The input of a tool: the parameters by name, and `body`. Self-contained and as short as possible. */
export function inputSchemaOf(operation: CatalogOperation): Tool['inputSchema'] {
  const { parameters, body, stream } = operation;
  const isWritten = takesGraph(operation);
  const own = parameters.filter((one) => one.in !== 'header');
  const fields = own.map(({ name, description, schema }) => [name, { ...schema, description }] as const);
  const properties = {
    ...Object.fromEntries(fields),
    ...(body && { body: body.schema }),
    ...(stream && { after: AFTER }),
  };
  const required = own.filter((one) => one.required).map(({ name }) => name);
  if (body?.required) required.push('body');
  const counts = countsOf(properties);
  const shared = [...counts].filter(([, count]) => count > 1).map(([name]) => name);
  const form = (value: unknown, asWritten: boolean) => {
    const plain = trimSchema(inlineSchemas(value, counts));
    if (asWritten) return toWrittenForm(plain);
    return plain;
  };
  const $defs = Object.fromEntries(shared.map((name) => [name, form(schemas[name], isWritten)]));
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, form(schema, isWritten && name === 'body')]),
    ) as Tool['inputSchema']['properties'],
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(shared.length > 0 && { $defs }),
  };
}
