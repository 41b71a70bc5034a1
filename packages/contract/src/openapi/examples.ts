import type { ExampleObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import { Meta } from '../envelope.ts';
import type { ErrorCode } from '../errors.ts';
import { ERROR_EXAMPLES, EXAMPLES } from './example-list.ts';

/** The example of a schema: its own, or, of a wrapper, a list or an object, made of those of its parts. */
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

/** Examples on their way into a document: equal ones are written once. */
export type ExampleCollector = {
  /** A `$ref` to an example with this value, called `name` where it is the first of its kind. */
  add: (name: string, value: unknown) => { $ref: string };
  components: Record<string, ExampleObject>;
};

/** A collector without any examples. */
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

/** The examples of a media type; `name` says whose. A schema without an example has none. */
export function examplesOf(collector: ExampleCollector, name: string, schema: z.ZodType) {
  const value = exampleOf(schema);
  return value === undefined ? {} : { examples: { example: collector.add(name, value) } };
}

/** One example of an error answer for each of its codes. */
export function errorExamples(collector: ExampleCollector, codes: readonly ErrorCode[]) {
  const entries = codes.map((code) => {
    const value = { error: { code, ...ERROR_EXAMPLES[code] }, meta: exampleOf(Meta) };
    return [code, collector.add(code, value)];
  });
  return { examples: Object.fromEntries(entries) };
}
