import type { ExampleObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import { CountedPagination, Meta, Pagination } from '../envelope.ts';
import type { ErrorCode } from '../errors.ts';
import { ERRORS } from '../errors.ts';
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
  if (schema instanceof z.ZodArray) return listOf(exampleOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodObject) return objectOf(schema);
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType && exampleOf(innerType);
}

const listOf = (item: unknown) => (item === undefined ? undefined : [item]);

function objectOf(schema: z.ZodObject): unknown {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, exampleOf(field as z.ZodType)]);
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields);
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
  const add = (name: string, value: unknown) => {
    const text = JSON.stringify(value);
    const known = names.get(text) ?? name;
    names.set(text, known);
    components[known] = { value };
    return { $ref: `#/components/examples/${known}` };
  };
  return { add, components };
}

/** The examples of a media type, or none. */
export function examplesOf(collector: ExampleCollector, name: string, schema: z.ZodType) {
  const value = exampleOf(schema);
  return value === undefined ? {} : { examples: { example: collector.add(name, value) } };
}

type ErrorCodes = {
  codes: readonly ErrorCode[];
  /** The examples of the operation, instead of those of the codes. */
  own: Partial<Record<ErrorCode, object>>;
  /** The ID of the operation. */
  of: string;
};

/** An example of an error response for each code. */
export function errorExamples(collector: ExampleCollector, { codes, own, of }: ErrorCodes) {
  const examples: Partial<Record<ErrorCode, { $ref: string }>> = {};
  for (const code of codes) {
    const value = { error: { code, ...(own[code] ?? ERRORS[code].example) }, meta: exampleOf(Meta) };
    examples[code] = collector.add(own[code] ? `${of}.invalid` : code, value);
  }
  return { examples };
}
