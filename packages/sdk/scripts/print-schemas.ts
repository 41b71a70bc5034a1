import { components, type OperationModel } from './operation-model.ts';
import { SharedPrinter } from './print-shared.ts';
import type { JsonSchema } from './schema-printer.ts';

/** What a check needs, and what values look like; texts and examples are left out. */
const KEPT = new Set([
  '$ref',
  'additionalProperties',
  'anyOf',
  'const',
  'enum',
  'format',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'oneOf',
  'pattern',
  'properties',
  'required',
  'type',
]);

const mapped = (object: object, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema as JsonSchema).filter(([key]) => KEPT.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === '$ref') return [key, String(value).split('/').at(-1)];
      if (key === 'properties') return [key, mapped(value as object, bare)];
      return [key, ['anyOf', 'oneOf', 'items', 'additionalProperties'].includes(key) ? bare(value) : value];
    }),
  );
}

function shapeOf({ id, body, query, data, stream }: OperationModel): [string, unknown] {
  const fields = query.map(({ name, schema }) => [name, bare(schema)]);
  const required = query.filter((field) => field.required).map(({ name }) => name);
  return [
    id,
    {
      ...(query.length > 0 && {
        query: { type: 'object', properties: Object.fromEntries(fields), required },
      }),
      ...(body && { body: bare(body.schema), ...(body.required && { bodyRequired: true }) }),
      ...(!stream && { data: bare(data) }),
    },
  ];
}

/** The text of `src/generated/schemas.ts`: what operations take and answer, as JSON Schemas. */
export function printSchemas(operations: OperationModel[]): string {
  const named = Object.entries(components).map(([name, schema]): [string, unknown] => [name, bare(schema)]);
  const shapes = operations.map(shapeOf);
  const printer = new SharedPrinter(named, shapes);
  const lines = (entries: [string, unknown][]) =>
    entries.map(([name, value]) => `  ${JSON.stringify(name)}: ${printer.print(value)},\n`).join('');
  const [namedText, shapesText] = [lines(named), lines(shapes)];
  return `// Written by scripts/gen.ts. Do not edit.

import type { OperationSchemas, Schema } from '../schema.ts';

${printer.constants()}
/** The schemas that others name in \`$ref\`. */
export const components: Record<string, Schema> = {
${namedText}};

/** What every operation takes and answers, by its id. */
export const operations: Record<string, OperationSchemas> = {
${shapesText}};
`;
}
