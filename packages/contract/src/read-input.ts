import type { z } from 'zod';
import { explain, inWords, unknownNames } from './rules/messages.ts';

/** One problem of an input: its path, and a message for the person who sent the input. */
export type InputIssue = z.core.$ZodIssue;

/** The result of reading an input. */
export type InputReading<T> =
  | { success: true; data: T; issues?: undefined }
  | { success: false; issues: InputIssue[] };

/**
 * Reads an input with a schema. Every problem has a message that shows what to send: the message of the
 * schema for a value, or that the field is required.
 */
export function readInput<S extends z.ZodType>(schema: S, value: unknown): InputReading<z.output<S>> {
  /** The known fields of each object that has unknown fields, by its path. */
  const fields = new Map<string, string[]>();
  const error = (issue: z.core.$ZodRawIssue): string | undefined => {
    const { shape, element } = partsOf(issue);
    if (issue.code === 'unrecognized_keys') fields.set(placeOf(issue), Object.keys(shape ?? {}));
    return explain({ ...issue, itemValues: element?.options });
  };
  const result = schema.safeParse(value, { error, reportInput: true });
  if (result.success) return { success: true, data: result.data };
  const issues = inWords(result.error.issues);
  return { success: false, issues: issues.flatMap((issue) => ofEachKey(issue, fields)) };
}

/** The parts of an issue's schema: the fields of an object, or the items of a list. */
const partsOf = ({ inst }: { inst?: unknown }) =>
  (inst ?? {}) as { shape?: object; element?: { options?: readonly unknown[] } };

/** The path of an issue as a key. */
const placeOf = ({ path = [] }: { path?: PropertyKey[] | undefined }): string => JSON.stringify(path);

/** The parser reports all unknown fields of an object as one issue. This returns one issue for each field. */
function ofEachKey(issue: InputIssue, fields: ReadonlyMap<string, string[]>): InputIssue[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  const messages = unknownNames(issue.keys, {
    known: fields.get(placeOf(issue)) ?? [],
    called: 'field',
  });
  return issue.keys.map((key, index) => ({
    ...issue,
    keys: [key],
    path: [...issue.path, key],
    message: messages[index] ?? issue.message,
  }));
}
