import type { z } from 'zod';
import { hintFor } from './nearest-name.ts';

/** One fault of an input: where, and what is wrong in the words of the person who sent it. */
export type InputIssue = z.core.$ZodIssue;

/** What reading an input came to. */
export type InputReading<T> = { success: true; data: T } | { success: false; issues: InputIssue[] };

/**
 * Reads an input with a schema. Every fault has a message that says what to send: that of the schema where a value
 * was there, and that the field is required where none was.
 */
export function readInput<S extends z.ZodType>(schema: S, value: unknown): InputReading<z.output<S>> {
  const fields = new Map<string, string[]>();
  const error = (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code === 'unrecognized_keys')
      fields.set(placeOf(issue), Object.keys(partsOf(issue).shape ?? {}));
    return explain(issue);
  };
  const read = schema.safeParse(value, { error, reportInput: true });
  if (read.success) return { success: true, data: read.data };
  const issues = withoutFollowers(read.error.issues).map((issue) =>
    isMissing(issue) ? required(issue) : issue,
  );
  return { success: false, issues: issues.flatMap((issue) => ofEachKey(issue, fields)) };
}

/** What the schema of an issue is made of: the fields of an object, the items of a list. */
const partsOf = ({ inst }: { inst?: unknown }) =>
  (inst ?? {}) as { shape?: object; element?: { options?: unknown } };

const placeOf = ({ path = [] }: { path?: PropertyKey[] | undefined }): string => JSON.stringify(path);

/** More names are not compared: the message is for people. */
const MOST_COMPARED = 10;

/** The parser reports all unknown fields of an object as one issue of the object. Each gets its own place. */
function ofEachKey(issue: InputIssue, fields: ReadonlyMap<string, string[]>): InputIssue[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  const known = issue.keys.length > MOST_COMPARED ? [] : (fields.get(placeOf(issue)) ?? []);
  return issue.keys.map((key) => ({
    ...issue,
    keys: [key],
    path: [...issue.path, key],
    message: unknownField(key, known),
  }));
}

/** What to say of a field that is not among the known ones. */
export function unknownField(name: string, known: readonly string[]): string {
  return `There is no field ${JSON.stringify(name)}.${hintFor(name, { known, called: 'fields' })}`;
}

/** A value of the wrong type has no length to complain about: its type is the one thing that is wrong. */
function withoutFollowers(issues: readonly InputIssue[]): InputIssue[] {
  const mistyped = new Map<string, InputIssue>();
  for (const issue of issues) {
    const place = placeOf(issue);
    if (issue.code === 'invalid_type' && !mistyped.has(place)) mistyped.set(place, issue);
  }
  return issues.filter((issue) => (mistyped.get(placeOf(issue)) ?? issue) === issue);
}

/** A rule of several fields judges what is there, not one missing value. */
const isMissing = ({ code, input }: InputIssue): boolean => input === undefined && code !== 'custom';

const required = (issue: InputIssue): InputIssue => ({ ...issue, message: 'This field is required.' });

const KINDS: Record<string, string> = {
  string: 'Must be a string.',
  number: 'Must be a number.',
  int: 'Must be an integer.',
  boolean: 'Must be true or false.',
  array: 'Must be an array.',
  object: 'Must be an object.',
  record: 'Must be an object.',
};

const FORMATS: Record<string, string> = {
  url: 'Must be an absolute URL.',
  email: 'Must be an email address.',
  datetime: 'Must be an ISO 8601 date-time in UTC.',
  date: 'Must be a date, such as 2026-03-02.',
};

/** Words for faults whose schema has none; undefined leaves them to zod. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return listOf(issue) ?? KINDS[issue.expected];
  if (issue.code === 'invalid_format') return FORMATS[issue.format];
  if (issue.code === 'invalid_value') return oneOf(issue.values.map(String));
  if (issue.code === 'invalid_union') return anyOf(issue);
  if (issue.code === 'too_small') return tooSmall(issue);
  if (issue.code === 'too_big') return tooBig(issue);
  return undefined;
}

/** A list whose items are some of a few values names them. */
function listOf(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string | undefined {
  const { expected } = issue;
  const values = partsOf(issue).element?.options;
  if (expected !== 'array' || !Array.isArray(values)) return undefined;
  return `Must be an array of these values: ${listed(values.map(String))}.`;
}

const MOST_VALUES = 50;

function listed(values: readonly string[]): string {
  const more = values.length > MOST_VALUES ? ` and ${values.length - MOST_VALUES} more` : '';
  return values.slice(0, MOST_VALUES).join(', ') + more;
}

function oneOf(values: string[]): string {
  if (values.length === 1) return `Must be ${values[0]}.`;
  return `Must be one of: ${listed(values)}.`;
}

/** What each alternative wants of the value itself; one that minds a field of it names the field. */
function anyOf(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  const { errors, discriminator, options } = issue as typeof issue & { options?: unknown[] };
  if (options !== undefined) return oneOf(options.map(String));
  const first = errors.flatMap(([one]) => (one ? [one] : []));
  const values = first.flatMap((one) =>
    one.code === 'invalid_value' && one.path.length === 0 ? one.values.map(String) : [],
  );
  const others = first.filter((one) => one.code !== 'invalid_value' || one.path.length > 0).map(said);
  const wanted = values.length > 0 ? [oneOf(values), ...others] : others;
  if (wanted.length > 0) return [...new Set(wanted)].join(' Or: ');
  return discriminator === undefined ? undefined : `Must have a known ${discriminator}.`;
}

function said(issue: InputIssue): string {
  const { path, message } = isMissing(issue) ? required(issue) : issue;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

function tooSmall({
  origin,
  minimum,
  inclusive,
}: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string | undefined {
  const counted = UNITS[origin];
  if (counted === undefined) return undefined;
  if (counted === '') return `Must be ${inclusive ? 'at least' : 'more than'} ${minimum}.`;
  return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} ${counted}.`;
}

function tooBig({
  origin,
  maximum,
  inclusive,
}: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string | undefined {
  const counted = UNITS[origin];
  if (counted === undefined) return undefined;
  if (counted === '') return `Must be ${inclusive ? 'at most' : 'less than'} ${maximum}.`;
  return `Must have at most ${maximum} ${counted}.`;
}

/** What is counted of a value that has a size; nothing of a number. */
const UNITS: Record<string, string> = { number: '', int: '', string: 'characters', array: 'items' };
