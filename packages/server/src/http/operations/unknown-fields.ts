import { FILE_SCHEMA_FIELD, MAX_IGNORED_FIELDS } from '@voiceloom/contract';
import { z } from 'zod';

/**
 * The paths of the fields of a valid body that its schema does not know and that parsing therefore removes, such as
 * `definition.graphs`. Parts that keep unknown fields have none.
 */
export function findUnknownFields(schema: z.ZodType, body: unknown): string[] {
  const fields: string[] = [];
  collect(schema, body, '', fields);
  return fields;
}

/** Adds the paths of fields that the schema does not know to `fields`, up to a maximum. */
function collect(schema: z.ZodType, value: unknown, path: string, fields: string[]): void {
  if (typeof value !== 'object' || value === null || fields.length >= MAX_IGNORED_FIELDS) return;
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      collect(schema.element as z.ZodType, item, `${path}${index}.`, fields);
    return;
  }
  if (schema instanceof z.ZodRecord) {
    for (const [name, item] of Object.entries(value))
      collect(schema.valueType as z.ZodType, item, `${path}${name}.`, fields);
    return;
  }
  if (schema instanceof z.ZodUnion) {
    const option = schema.options.find((one) => (one as z.ZodType).safeParse(value).success);
    if (option) collect(option as z.ZodType, value, path, fields);
    return;
  }
  if (schema instanceof z.ZodObject) {
    collectOfObject(schema, value, path, fields);
    return;
  }
  // Wrappers, such as optional fields, have an inner schema. Pipes have one for their input.
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? input;
  if (inner) collect(inner, value, path, fields);
}

/** Does the same for the fields of an object. */
function collectOfObject(schema: z.ZodObject, value: object, path: string, fields: string[]): void {
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(schema.shape, name)) {
      collect(schema.shape[name] as z.ZodType, item, `${path}${name}.`, fields);
      continue;
    }
    const isKept = schema.def.catchall !== undefined || (path === '' && name === FILE_SCHEMA_FIELD);
    if (!isKept && fields.length < MAX_IGNORED_FIELDS) fields.push(`${path}${name}`);
  }
}
