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

const toRequired = <T extends Issue>(issue: T): T => ({ ...issue, message: 'This field is required.' });

/** Replaces an error of a union by the errors inside its only alternative of the right type, each with its own path. */
function expandAlternative<T extends Issue>(issue: T): T[] {
  const { code, path, errors = [] } = issue as T & Pick<RawIssue, 'errors'>;
  if (code !== 'invalid_union') return [issue];
  const [matchingErrors, ...otherErrors] = errors.filter((issues) =>
    issues.every((issue) => issue.path.length > 0),
  );
  if (matchingErrors === undefined || otherErrors.length > 0) return [issue];
  return matchingErrors.flatMap((one) => expandAlternative({ ...(one as T), path: [...path, ...one.path] }));
}

/** All problems of an input, with messages for the person who sent it. */
export const inWords = <T extends Issue>(issues: readonly T[]): T[] =>
  withoutFollowers(issues.flatMap(expandAlternative)).map((issue) =>
    isMissing(issue) ? toRequired(issue) : issue,
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
  const { code, expected: expectedType = '', format = '', values = [] } = issue;
  if (code === 'invalid_type') return explainList(issue) ?? KINDS[expectedType];
  if (code === 'invalid_format') return FORMATS[format];
  if (code === 'invalid_value') return explainValues(values.map(String));
  if (code === 'invalid_union') return explainUnion(issue);
  if (code === 'too_small') return explainTooSmall(issue);
  if (code === 'too_big') return explainTooBig(issue);
  return undefined;
}

const MAX_VALUES = 50;

/** The first values with commas, and how many more there are. */
function joinValues(values: readonly unknown[]): string {
  const ending = values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : '';
  return values.slice(0, MAX_VALUES).map(String).join(', ') + ending;
}

/** The message about the allowed values. */
function explainValues(values: readonly string[]): string {
  return values.length === 1 ? `Must be ${values[0]}.` : `Must be one of: ${joinValues(values)}.`;
}

/** If only a few values are allowed as items of a list, the message names them. */
function explainList({ expected, itemValues }: RawIssue): string | undefined {
  if (expected !== 'array' || itemValues === undefined) return undefined;
  return `Must be an array of these values: ${joinValues(itemValues)}.`;
}

/** With more unknown fields than this, the messages suggest no names. */
const MAX_COMPARED = 10;

/** The message for each unknown name of a field or a query parameter. */
export function unknownNames(
  names: readonly string[],
  { known: knownNames, called: kind }: { known: readonly string[]; called: 'field' | 'query parameter' },
): string[] {
  const suggestions = names.length > MAX_COMPARED ? [] : knownNames;
  return names.map((name) => {
    const hint = hintFor(name, { known: suggestions, called: `${kind}s` });
    return `There is no ${kind} ${JSON.stringify(name)}.${hint}`;
  });
}

/** What each alternative requires. If it rejects a field of the value, the message begins with the field. */
function explainUnion({ errors = [], discriminator, options }: RawIssue): string | undefined {
  if (options !== undefined) return explainValues(options.map(String));
  // The first problem of each alternative.
  const firstIssues = errors
    .map(([issue]) => issue as (Issue & RawIssue) | undefined)
    .filter((issue) => issue !== undefined);
  const isValue = (issue: Issue) => issue.code === 'invalid_value' && issue.path.length === 0;
  const values = firstIssues.filter(isValue).flatMap((issue) => (issue.values ?? []).map(String));
  const otherMessages = firstIssues.filter((issue) => !isValue(issue)).map(describeIssue);
  const messages = values.length > 0 ? [explainValues(values), ...otherMessages] : otherMessages;
  if (messages.length > 0) return [...new Set(messages)].join(' Or: ');
  return discriminator === undefined ? undefined : `Must have a known ${discriminator}.`;
}

/** The message of an issue, with its path. */
function describeIssue(issue: Issue): string {
  const { path, message } = isMissing(issue) ? toRequired(issue) : issue;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

/** The message about a value, length or number of items below the minimum. */
function explainTooSmall({ origin = '', minimum, inclusive }: RawIssue): string | undefined {
  const unit = UNITS[origin];
  if (unit === undefined) return undefined;
  if (unit === '') return `Must be ${inclusive ? 'at least' : 'more than'} ${minimum}.`;
  return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} ${unit}.`;
}

/** The message about a value, length or number of items above the maximum. */
function explainTooBig({ origin = '', maximum, inclusive }: RawIssue): string | undefined {
  const unit = UNITS[origin];
  if (unit === undefined) return undefined;
  if (unit === '') return `Must be ${inclusive ? 'at most' : 'less than'} ${maximum}.`;
  return `Must have at most ${maximum} ${unit}.`;
}

/** The unit of a value's size; empty for a number. */
const UNITS: Record<string, string> = { number: '', int: '', string: 'characters', array: 'items' };
