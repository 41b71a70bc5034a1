import type { z } from 'zod';

/** That an operation or a field will go away: clients are told long before. */
export type Deprecation = {
  /** The day from which on it should not be used, as `2026-11-21`. */
  since: string;
  /** The day from which on it may be gone; at least a year later. */
  sunset?: string;
  /** What to use instead: the id of an operation, or the name of a field. */
  successor?: string;
  /** The path of the operation that takes its place, with `:name` parameters of the old one. */
  successor_path?: `/${string}`;
};

/** What documents and types say of something that will go away. */
export function deprecationText({ since, sunset, successor }: Deprecation): string {
  const instead = successor === undefined ? '' : `; use \`${successor}\` instead`;
  const end = sunset === undefined ? '' : ` It may be gone from ${sunset} on.`;
  return `Deprecated since ${since}${instead}.${end}`;
}

/** A field that will go away: it works as before, and documents and types say what to use. */
export function deprecatedField<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  // The name is that of the schema itself, which this one refers to.
  const { description, id: _, ...known } = schema.meta() ?? {};
  const text = [description, deprecationText(deprecation)].filter(Boolean).join(' ');
  return schema.meta({ ...known, deprecated: true, description: text });
}
