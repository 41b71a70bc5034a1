import { z } from 'zod';

/** An id: a UUID of any version, lowercase on the wire. */
export const Uuid = z.guid({ error: 'Not a UUID.' }).toLowerCase();
/** An id: a UUID of any version, lowercase on the wire. */
export type Uuid = z.infer<typeof Uuid>;

/** A moment, ISO 8601 in UTC with `Z`, such as `2026-01-31T09:30:00.000Z`. */
export const DateTime = z.iso.datetime();
/** A moment, ISO 8601 in UTC with `Z`. */
export type DateTime = z.infer<typeof DateTime>;

/** A whole number from 0. */
export const Count = z.int().min(0);

/** A number from 0 to 1. */
export const Fraction = z.number().min(0).max(1);

/** An absolute URL. */
export const Url = z.url();

/** The answer of operations that have nothing to say: `{}`. */
export const Empty = z.object({}).meta({ id: 'Empty', description: 'An empty object.' });
/** The answer of operations that have nothing to say: `{}`. */
export type Empty = z.infer<typeof Empty>;

/** Whether a value can be shown: there, still to come, not possible for this run, or lost. */
export const Availability = z
  .enum(['available', 'not_ready', 'unsupported', 'unavailable'])
  .meta({ id: 'Availability', description: 'Whether a value is there, still to come, impossible or lost.' });
/** Whether a value can be shown. */
export type Availability = z.infer<typeof Availability>;

/** One fault of an input: the dotted path of the field and what is wrong with it. */
export const FieldError = z
  .object({
    field: z
      .string()
      .describe(
        'Dotted path, such as `body.definition.graph.edges.2.targetPort`; of a refusal the name of a fact, such as `run_id`.',
      ),
    message: z.string(),
  })
  .meta({ id: 'FieldError', description: 'One fault of an input, or one fact about a refusal.' });
/** One fault of an input. */
export type FieldError = z.infer<typeof FieldError>;

/** A display name of 1 to 200 characters that is not only white space. */
export const Name = z.string().trim().min(1).max(200);

/** A field of a PATCH that cannot be removed: null changes it as little as leaving it out does. */
export const keptWhenNull = <T extends z.ZodType>(field: T) =>
  field.nullable().optional().describe('null leaves it unchanged, as leaving it out does.');
