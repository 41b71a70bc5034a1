import type { z } from 'zod';

/** The type of a column that a view shows as text: a time, or a string whose values only the table restricts. */
type Stored<Field> = Field extends string
  ? string | Date
  : Field extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : Field;

/**
 * Picks the fields of a contract schema from a row, with times as ISO strings. Omits other columns, so that no internal
 * data is in a response or its version. Columns of enumerations contain only values of the contract, because they are
 * written from its schemas.
 */
export function toView<Schema extends z.ZodObject>(
  schema: Schema,
  row: { readonly [Name in keyof z.output<Schema>]: Stored<z.output<Schema>[Name]> },
): z.output<Schema> {
  const names = fieldNames.get(schema) ?? Object.keys(schema.shape);
  fieldNames.set(schema, names);
  const view: Record<string, unknown> = {};
  for (const name of names) {
    const value: unknown = row[name as keyof typeof row];
    view[name] = value instanceof Date ? value.toISOString() : value;
  }
  return view as z.output<Schema>;
}

const fieldNames = new WeakMap<z.ZodObject, string[]>();
