import type { AnyRoute } from '@voiceloom/contract';
import openapi from '@voiceloom/contract/openapi.json' with { type: 'json' };
import fc from 'fast-check';

type JsonSchema = Record<string, unknown>;

export interface RandomRequest {
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

const document = openapi as unknown as {
  paths: Record<
    string,
    Record<string, { requestBody?: unknown; parameters?: { name: string; in: string; schema: JsonSchema }[] }>
  >;
  components: { schemas: Record<string, JsonSchema> };
};

const json = fc.jsonValue({ maxDepth: 3 });
const text = fc.string({ unit: 'grapheme', maxLength: 40 });

/** Random values for a schema. The service can still reject them for rules that the schema does not state. */
function valuesOf(schema: JsonSchema | undefined, depth = 0): fc.Arbitrary<unknown> {
  if (!schema || depth > 6) return json;
  if (typeof schema.$ref === 'string')
    return valuesOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], depth + 1);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options))
    return fc.oneof(...options.map((option: JsonSchema) => valuesOf(option, depth + 1)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, depth);
  if (type === 'array') return fc.array(valuesOf(schema.items as JsonSchema, depth + 1), { maxLength: 4 });
  if (type === 'string') return stringOf(schema);
  if (type === 'integer')
    return fc.integer({ min: Number(schema.minimum ?? -100), max: Number(schema.maximum ?? 1_000) });
  if (type === 'number')
    return fc.double({
      min: Number(schema.minimum ?? -100),
      max: Number(schema.maximum ?? 100),
      noNaN: true,
    });
  if (type === 'boolean') return fc.boolean();
  return type === 'null' ? fc.constant(null) : json;
}

function objectOf(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const required = new Set((schema.required ?? []) as string[]);
  const shape = Object.fromEntries(properties.map(([key, value]) => [key, valuesOf(value, depth + 1)]));
  return fc.record(shape, { requiredKeys: [...required].filter((key) => key in shape) });
}

function stringOf(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.format === 'uri') return fc.webUrl();
  const [minLength, maxLength] = [
    Number(schema.minLength ?? 0),
    Math.min(Number(schema.maxLength ?? 60), 60),
  ];
  return fc.oneof(
    { arbitrary: fc.string({ minLength, maxLength: Math.max(minLength, maxLength) }), weight: 3 },
    { arbitrary: text, weight: 1 },
  );
}

/** A body for the operation: mostly valid, sometimes with a damaged part, sometimes any other value. */
function bodyOf(route: AnyRoute): fc.Arbitrary<unknown> {
  const described = document.paths[route.path.replace(/:([a-z_]+)/g, '{$1}')]?.[route.method.toLowerCase()];
  const content = (described?.requestBody as { content?: Record<string, { schema: JsonSchema }> } | undefined)
    ?.content;
  const schema = content?.['application/json']?.schema;
  if (!schema)
    return fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: json, weight: 1 });
  const fitting = valuesOf(schema);
  const spoilt = fc.tuple(fitting, fc.nat(), json).map(([value, at, junk]) => spoil(value, at, junk));
  return fc.oneof(
    { arbitrary: fitting, weight: 5 },
    { arbitrary: spoilt, weight: 3 },
    { arbitrary: json, weight: 1 },
    { arbitrary: fc.constantFrom('{', '[1,', '"', 'null', 'true', ''), weight: 1 },
  );
}

function spoil(value: unknown, at: number, junk: unknown): unknown {
  if (typeof value !== 'object' || value === null) return junk;
  const keys = Object.keys(value);
  const key = keys[at % Math.max(1, keys.length)];
  if (key === undefined) return junk;
  const inner = (value as Record<string, unknown>)[key];
  const deeper =
    typeof inner === 'object' && inner !== null && at % 3 > 0 ? spoil(inner, Math.floor(at / 2), junk) : junk;
  return Array.isArray(value) ? value.with(Number(key), deeper) : { ...value, [key]: deeper };
}

function queryOf(route: AnyRoute): fc.Arbitrary<string> {
  const described = document.paths[route.path.replace(/:([a-z_]+)/g, '{$1}')]?.[route.method.toLowerCase()];
  const names = (described?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const pair = (parameter: (typeof names)[number]) =>
    fc
      .oneof({ arbitrary: valuesOf(parameter.schema).map(String), weight: 4 }, { arbitrary: text, weight: 1 })
      .map((value): [string, string] => [parameter.name, value]);
  if (names.length === 0)
    return fc.oneof(
      { arbitrary: fc.constant(''), weight: 5 },
      { arbitrary: text.map((x) => `?${encodeURIComponent(x)}`), weight: 1 },
    );
  return fc
    .subarray(names)
    .chain((some) => fc.tuple(...some.map(pair)))
    .map((pairs) => {
      const query = new URLSearchParams(
        pairs.map(([name, value]) => [name, value.toWellFormed()]),
      ).toString();
      return query === '' ? '' : `?${query}`;
    });
}

/**
 * Requests of one operation. `ids` are possible values of path parameters, in addition to random IDs and
 * invalid values.
 */
export function requestsOf(route: AnyRoute, ids: Record<string, string[]>): fc.Arbitrary<RandomRequest> {
  const names = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => String(name));
  const parameter = (name: string) =>
    fc.oneof(
      { arbitrary: fc.constantFrom(...(ids[name] ?? ['source_script'])), weight: 6 },
      { arbitrary: fc.uuid(), weight: 1 },
      {
        arbitrary: text
          .filter((value) => value !== '' && value !== '.' && value !== '..')
          .map((value) => encodeURIComponent(value.toWellFormed())),
        weight: 1,
      },
    );
  const header = fc.record(
    {
      'X-Workspace-Id': fc.oneof(fc.constantFrom(...(ids.ws_id ?? [])), fc.uuid(), fc.constantFrom('x', '0')),
      'If-Match': fc.constantFrom('"x"', '*', 'W/"1"', 'junk'),
      'Idempotency-Key': fc.constantFrom('a', 'b', 'x'.repeat(255), 'x'.repeat(256)),
      'X-Request-Id': fc.constantFrom('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'junk', '\u0001'.replace('\u0001', '-')),
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(fc.tuple(...names.map(parameter)), queryOf(route), bodyOf(route), header)
    .map(([values, query, body, headers]) => {
      let at = 0;
      const path = route.path.replace(/:[a-z_]+/g, () => String(values[at++]));
      return { path: `${path}${query}`, body: route.method === 'GET' ? undefined : body, headers };
    });
}
