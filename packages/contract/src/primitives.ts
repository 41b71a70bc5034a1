import { z } from 'zod';

/** An object with a name and a description in the document. */
export function object<Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) {
  return z.object(shape).meta({ id, description });
}

/** An object that rejects unknown fields, for requests that cost credits or money. */
export function strictObject<Shape extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: Shape,
) {
  return z.strictObject(shape).meta({ id, description });
}

/** An enumeration with a name and a description in the document. */
export function oneOf<const Values extends readonly string[]>(
  id: string,
  description: string,
  values: Values,
) {
  return z.enum(values).meta({ id, description });
}

/**
 * A pattern of text without the given characters and without control characters, which it names one by one: other
 * programs that read the document do not know `\\p{Cc}`.
 */
export const textWithout = (characters: string) =>
  new RegExp(`^[^${characters}\\u0000-\\u001f\\u007f-\\u009f]*$`);

/** An ID: a UUID of any version, in lowercase. */
export const Uuid = z.guid({ error: 'Must be a UUID.' }).toLowerCase();
export type Uuid = z.infer<typeof Uuid>;

/** A time in ISO 8601, in UTC with `Z`, such as `2026-01-31T09:30:00.000Z`. */
export const DateTime = z.iso.datetime();
export type DateTime = z.infer<typeof DateTime>;

/** An integer from 0. */
export const Count = z.int().min(0);

/** A limit on credits. No account has more than the maximum. */
export const CreditCap = z.int().min(1).max(1_000_000_000);

/** A number from 0 to 1. */
export const Fraction = z.number().min(0).max(1);

/** A score from 0 to 100. */
export const Score = z.number().min(0).max(100);

/** True or false. */
export const Flag = z.boolean();

/** The ID of a model at its provider. */
export const ModelId = z.string().min(1).max(200);

/** A number of concurrent calls. Null means automatic. */
export const Concurrency = z.int().min(1).max(64).nullable().default(null);

/** An absolute URL. */
export const Url = z.url();

const TARGET_NAME =
  'Must have 1 to 50 lowercase letters, digits and hyphens, and must not start with a hyphen.';

/** The name of a delivery target, unique in its workspace. */
export const DeliveryTargetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,49}$/, { error: TARGET_NAME })
  .meta({
    problem: TARGET_NAME,
    description: 'The name of the delivery target: lowercase letters, digits and hyphens.',
    examples: ['game-builds'],
  });

export const Empty = object('Empty', 'An empty object.', {});
export type Empty = z.infer<typeof Empty>;

export const Availability = oneOf(
  'Availability',
  'Whether a value is available. `not_ready`: not yet. `unsupported`: never for this run. `unavailable`: no longer.',
  ['available', 'not_ready', 'unsupported', 'unavailable'],
);
export type Availability = z.infer<typeof Availability>;

export const FieldError = object(
  'FieldError',
  'One invalid field of the request, or additional information about another error.',
  {
    field: z
      .string()
      .describe(
        'A dotted path, such as `body.definition.graph.edges.2.targetPort`. In an entry with additional information, a name such as `run_id`.',
      ),
    message: z
      .string()
      .describe(
        'The problem, and what is allowed. In an entry with additional information, its value, such as the ID of a run.',
      ),
  },
);
export type FieldError = z.infer<typeof FieldError>;

/** No control characters, and none that change the direction of the text around a name (Unicode: Bidi_Control). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that names must not contain
const VISIBLE = /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/;

/** A name that may be blank. */
export const blankOrName = (maxLength: number) =>
  z.string().trim().max(maxLength).regex(VISIBLE, {
    error: 'Must not contain control characters or marks that change the text direction.',
  });

/** A display name, not only white space. */
export const displayName = (maxLength: number) => blankOrName(maxLength).min(1);

/** A display name of 1 to 200 characters. */
export const Name = displayName(200);

/** A field of a PATCH that cannot be removed: null leaves it unchanged. */
export const keptWhenNull = <T extends z.ZodType>(field: T) =>
  field.nullable().optional().describe('Null leaves it unchanged.');
