import type { ExampleObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import { CountedPagination, Meta, Pagination } from '../envelope.ts';
import { EXAMPLES, example, TIMES } from '../example.ts';
import { Empty } from '../primitives.ts';

const pagination = {
  limit: 20,
  next: 'https://api.example.com/api/v1/workflows?limit=20&cursor=eyJrIjoiMjAyNi0wMy0wMiJ9',
  prev: null,
};

example(Meta, { request_id: '01JNBQ3V7N8R2T5W9X4Y6Z0ABC', timestamp: TIMES.updated_at });
example(Pagination, pagination);
example(CountedPagination, { ...pagination, total: 57 });
example(Empty, {});

/** The example of a schema: its own, or one composed of the examples of its parts. */
export function exampleOf(schema: z.ZodType): unknown {
  if (EXAMPLES.has(schema)) return EXAMPLES.get(schema);
  if (schema instanceof z.ZodArray) {
    const item = exampleOf(schema.element as z.ZodType);
    return item === undefined ? undefined : [item];
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, exampleOf(field as z.ZodType)]);
    if (fields.some(([, value]) => value === undefined)) return undefined;
    return Object.fromEntries(fields);
  }
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType && exampleOf(innerType);
}

/** Collects examples. Equal ones are written once. */
export type ExampleCollector = {
  /** A `$ref` to an example with this value. `name` is used if it is new. */
  add: (name: string, value: unknown) => { $ref: string };
  components: Record<string, ExampleObject>;
};

/** An empty collector. */
export function exampleCollector(): ExampleCollector {
  const names = new Map<string, string>();
  const components: Record<string, ExampleObject> = {};
  const add = (newName: string, value: unknown) => {
    const text = JSON.stringify(value);
    const name = names.get(text) ?? newName;
    names.set(text, name);
    components[name] = { value };
    return { $ref: `#/components/examples/${name}` };
  };
  return { add, components };
}

/** Adds the example of a media type, if its schema has one. */
export function addExample(collector: ExampleCollector, name: string, schema: z.ZodType) {
  const value = exampleOf(schema);
  if (value === undefined) return {};
  return { examples: { example: collector.add(name, value) } };
}
