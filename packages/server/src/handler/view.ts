import type { z } from 'zod';

/** What a column may hold where a view has a text: a time, or a name that only the table restricts. */
type Stored<Field> = Field extends string
  ? string | Date
  : Field extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : Field;

/**
 * The fields of a contract schema out of a row, times as ISO texts. Other columns of the row stay behind, so that nothing
 * internal gets into a response or its version. Enumerated columns hold only what the contract knows: they are written
 * from its own schemas.
 */
export function viewOf<Schema extends z.ZodObject>(
  schema: Schema,
  row: { readonly [Name in keyof z.output<Schema>]: Stored<z.output<Schema>[Name]> },
): z.output<Schema> {
  const view: Record<string, unknown> = {};
  for (const name of namesOf(schema)) {
    const value: unknown = row[name as keyof typeof row];
    view[name] = value instanceof Date ? value.toISOString() : value;
  }
  return view as z.output<Schema>;
}

const names = new WeakMap<z.ZodObject, string[]>();

function namesOf(schema: z.ZodObject): string[] {
  const known = names.get(schema) ?? Object.keys(schema.shape);
  names.set(schema, known);
  return known;
}
