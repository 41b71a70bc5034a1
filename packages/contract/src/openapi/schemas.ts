import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from '../json-schema.ts';

/** The form of a schema: request or response. */
export type Direction = 'input' | 'output';

/** Converts schemas and collects the named ones. */
export type SchemaCollector = {
  /** The JSON Schema of `schema`, with `$ref`s to named parts. */
  add: (schema: z.ZodType, io: Direction) => JsonSchema;
  /** `components.schemas`, and a function that resolves collected `$ref`s to their final names. */
  finish: () => { components: Record<string, JsonSchema>; resolve: <T>(value: T) => T };
};

type NamedSchemas = Record<Direction, Map<string, JsonSchema>>;

/** References to collected schemas, until they have their final names. */
const PREFIX = { input: '#/$input/', output: '#/$output/' };

/** An empty collector. It throws on two different schemas with the same name. */
export function schemaCollector(): SchemaCollector {
  const schemas: NamedSchemas = { input: new Map(), output: new Map() };
  const add = (schema: z.ZodType, io: Direction) => {
    // Wrapped, because a named schema at the top would be inlined.
    const { $defs, properties } = withoutNullDefaults(jsonSchemaOf(z.object({ root: schema }), io));
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
      const json = mapRefs(definition, (ref) => ref.replace('#/$defs/', PREFIX[io]));
      const existingSchema = schemas[io].get(name);
      if (existingSchema !== undefined && JSON.stringify(existingSchema) !== JSON.stringify(json)) {
        throw new Error(`Two different schemas are called ${name}.`);
      }
      schemas[io].set(name, json);
    }
    const { root } = properties as { root: JsonSchema };
    return mapRefs(root, (ref) => ref.replace('#/$defs/', PREFIX[io]));
  };
  return { add, finish: () => finish(schemas) };
}

/** The collected schemas by their final names. The two forms of a schema that differ get names of their own. */
function finish(schemas: NamedSchemas) {
  const splitNames = namesApart(schemas);
  const resolve = <T>(value: T): T =>
    mapRefs(value, (ref) => {
      // The form of `PREFIX`, such as `#/$input/Run`.
      const [, direction, name] = /^#\/\$(input|output)\/(.+)$/.exec(ref) ?? [];
      if (name === undefined) return ref;
      const suffix = direction === 'input' && splitNames.has(name) ? 'Input' : '';
      return `#/components/schemas/${name}${suffix}`;
    });
  const entries = [...schemas.output].map(([name, json]) => [name, resolve(json)] as const);
  for (const [name, json] of schemas.input) {
    if (!schemas.output.has(name)) entries.push([name, resolve(json)]);
    else if (splitNames.has(name)) entries.push([`${name}Input`, resolve(json)]);
  }
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return { components: Object.fromEntries(entries), resolve };
}

/** Names whose forms differ, or that refer to such a name. */
function namesApart({ input, output }: NamedSchemas): Set<string> {
  const toText = (json: unknown) => JSON.stringify(mapRefs(json, (ref) => ref.replace(/^#\/\$\w+\//, '')));
  const sharedNames = [...input.keys()].filter((name) => output.has(name));
  const splitNames = new Set(
    sharedNames.filter((name) => toText(input.get(name)) !== toText(output.get(name))),
  );
  const refersToSplitName = (name: string) => {
    let isSplit = false;
    mapRefs(input.get(name), (ref) => {
      if (splitNames.has(ref.slice(PREFIX.input.length))) isSplit = true;
      return ref;
    });
    return isSplit;
  };
  // Repeats until no other name refers to a name that is split.
  for (let previousSize = -1; previousSize !== splitNames.size; ) {
    previousSize = splitNames.size;
    for (const name of sharedNames) if (refersToSplitName(name)) splitNames.add(name);
  }
  return splitNames;
}

/** Some tools take a default of null for a missing one. Descriptions explain what null means. */
function withoutNullDefaults<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNullDefaults) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, item]) => key !== 'default' || item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNullDefaults(item)])) as T;
}

/** A copy of a schema with every `$ref` renamed, at any depth. */
function mapRefs<T>(value: T, rename: (ref: string) => string): T {
  if (Array.isArray(value)) return value.map((item) => mapRefs(item, rename)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key === '$ref' && typeof item === 'string' ? rename(item) : mapRefs(item, rename),
  ]);
  return Object.fromEntries(entries) as T;
}
