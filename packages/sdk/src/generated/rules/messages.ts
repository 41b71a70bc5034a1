// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

import { hintFor } from './nearest-name.ts';
import type { Issue } from './types.ts';

/** If a value has the wrong type, only the type is reported, not the length. */
function withoutFollowers<T extends Issue>(issues: readonly T[]): T[] {
  const mistyped = new Map<string, T>();
  for (const issue of issues) {
    const place = JSON.stringify(issue.path);
    if (issue.code === 'invalid_type' && !mistyped.has(place)) mistyped.set(place, issue);
  }
  return issues.filter((issue) => (mistyped.get(JSON.stringify(issue.path)) ?? issue) === issue);
}

/** A rule about several fields checks existing values, not a single missing one. */
const isMissing = ({ code, input }: Issue): boolean => input === undefined && code !== 'custom';

const required = <T extends Issue>(issue: T): T => ({ ...issue, message: 'This field is required.' });

/** Replaces an error of a union by the errors inside its only alternative of the right type, each with its own path. */
function ofAlternative<T extends Issue>(issue: T): T[] {
  const { code, path, errors = [] } = issue as T & Pick<RawIssue, 'errors'>;
  if (code !== 'invalid_union') return [issue];
  const [near, ...others] = errors.filter((found) => found.every((one) => one.path.length > 0));
  if (near === undefined || others.length > 0) return [issue];
  return near.flatMap((one) => ofAlternative({ ...(one as T), path: [...path, ...one.path] }));
}

/** All problems of an input, with messages for the person who sent it. */
export const inWords = <T extends Issue>(issues: readonly T[]): T[] =>
  withoutFollowers(issues.flatMap(ofAlternative)).map((issue) =>
    isMissing(issue) ? required(issue) : issue,
  );

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

/** The facts of a problem, named as in zod. */
export type RawIssue = {
  readonly code: string;
  readonly expected?: string;
  readonly format?: string;
  readonly values?: readonly unknown[];
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly inclusive?: boolean;
  readonly errors?: readonly (readonly Issue[])[];
  readonly discriminator?: string;
  readonly options?: readonly unknown[];
  /** For a list: the values that its items can have. */
  readonly itemValues?: readonly unknown[] | undefined;
};

/** The message of a problem whose schema has no message. If undefined, the caller decides. */
export function explain(issue: RawIssue): string | undefined {
  const { code, expected = '', format = '', values = [] } = issue;
  if (code === 'invalid_type') return listOf(issue) ?? KINDS[expected];
  if (code === 'invalid_format') return FORMATS[format];
  if (code === 'invalid_value') return oneOf(values.map(String));
  if (code === 'invalid_union') return anyOf(issue);
  if (code === 'too_small') return tooSmall(issue);
  if (code === 'too_big') return tooBig(issue);
  return undefined;
}

const MOST_VALUES = 50;

function listed(values: readonly unknown[]): string {
  const more = values.length > MOST_VALUES ? ` and ${values.length - MOST_VALUES} more` : '';
  return values.slice(0, MOST_VALUES).map(String).join(', ') + more;
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `Must be ${values[0]}.` : `Must be one of: ${listed(values)}.`;
}

/** If only a few values are allowed as items of a list, the message names them. */
function listOf({ expected, itemValues }: RawIssue): string | undefined {
  if (expected !== 'array' || itemValues === undefined) return undefined;
  return `Must be an array of these values: ${listed(itemValues)}.`;
}

/** With more unknown fields than this, the messages suggest no names. */
const MOST_COMPARED = 10;

/** The message for each unknown name of a field or a query parameter. */
export function unknownNames(
  names: readonly string[],
  { known, called }: { known: readonly string[]; called: 'field' | 'query parameter' },
): string[] {
  const compared = names.length > MOST_COMPARED ? [] : known;
  return names.map((name) => {
    const hint = hintFor(name, { known: compared, called: `${called}s` });
    return `There is no ${called} ${JSON.stringify(name)}.${hint}`;
  });
}

/** What each alternative requires. If it rejects a field of the value, the message begins with the field. */
function anyOf({ errors = [], discriminator, options }: RawIssue): string | undefined {
  if (options !== undefined) return oneOf(options.map(String));
  const first = errors.flatMap(([one]) => (one ? [one as Issue & RawIssue] : []));
  const isValue = (one: Issue) => one.code === 'invalid_value' && one.path.length === 0;
  const values = first.filter(isValue).flatMap((one) => (one.values ?? []).map(String));
  const others = first.filter((one) => !isValue(one)).map(said);
  const wanted = values.length > 0 ? [oneOf(values), ...others] : others;
  if (wanted.length > 0) return [...new Set(wanted)].join(' Or: ');
  return discriminator === undefined ? undefined : `Must have a known ${discriminator}.`;
}

function said(issue: Issue): string {
  const { path, message } = isMissing(issue) ? required(issue) : issue;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

function tooSmall({ origin = '', minimum, inclusive }: RawIssue): string | undefined {
  const counted = UNITS[origin];
  if (counted === undefined) return undefined;
  if (counted === '') return `Must be ${inclusive ? 'at least' : 'more than'} ${minimum}.`;
  return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} ${counted}.`;
}

function tooBig({ origin = '', maximum, inclusive }: RawIssue): string | undefined {
  const counted = UNITS[origin];
  if (counted === undefined) return undefined;
  if (counted === '') return `Must be ${inclusive ? 'at most' : 'less than'} ${maximum}.`;
  return `Must have at most ${maximum} ${counted}.`;
}

/** The unit of a value's size; empty for a number. */
const UNITS: Record<string, string> = { number: '', int: '', string: 'characters', array: 'items' };
