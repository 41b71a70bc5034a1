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
  const fields = Object.keys(schema.shape).map((name) => {
    const value: unknown = row[name as keyof typeof row];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(fields) as z.output<Schema>;
}
