import type { z } from 'zod';

/** The deprecation of an operation or a field. */
export type Deprecation = {
  /** The day since which it should not be used, such as `2026-11-21`. */
  since: string;
  /** The day from which it may be removed, at least a year later. */
  sunset?: string;
  /** The replacement: the ID of an operation, or the name of a field. */
  successor?: string;
  /** The path of the replacement, with `:name` parameters of the old path. */
  successor_path?: `/${string}`;
};

/** The text about a deprecation in documents and types. */
export function deprecationText({ since, sunset, successor }: Deprecation): string {
  const instead = successor === undefined ? '' : `; use \`${successor}\` instead`;
  const end = sunset === undefined ? '' : ` It may be removed from ${sunset} on.`;
  return `Deprecated since ${since}${instead}.${end}`;
}

/** A deprecated field. It works as before, and documents and types name the replacement. */
export function deprecatedField<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  // The ID belongs to the schema itself, which this one refers to.
  const { description, id: _, ...known } = schema.meta() ?? {};
  const text = [description, deprecationText(deprecation)].filter(Boolean).join(' ');
  return schema.meta({ ...known, deprecated: true, description: text });
}
