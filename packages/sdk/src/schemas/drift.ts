import type { Inspect } from '../core/options.ts';
import { type OperationId, ResponseError } from '../errors/errors.ts';
import { components, operationSchemas } from './operation-schemas.ts';
import { readValue, type ValueIssue } from './read-value.ts';
import { fitter } from './schema-fit.ts';

/**
 * A difference between a response and this client's contract. It contains no content, so it is safe to log.
 */
export interface Drift {
  /** The operation ID, such as `workflows.get`. */
  operation: string;
  /** The position in the response JSON, as a JSON Pointer such as `/data/0/status`. */
  pointer: string;
  /** What the contract specifies. */
  expected: string;
  /** What the response contained: a type, `missing`, or the unknown enum value. */
  got: string;
}

/** How to compare responses with the contract. */
export interface DriftOptions {
  /** Called for every difference. New fields are not differences. */
  onDrift?: (drift: Drift) => void;
  /** The share of responses to check, from 0 to 1. Default 0.05; with `strict` 1. */
  sample?: number;
  /** Whether a difference also fails the call with ResponseError. Default false. */
  strict?: boolean;
}

/** Most responses match, and checking that is much faster than finding the differences. */
const fits = fitter(components);

/** More differences in one response add no information. */
const MAX_DRIFTS = 50;

/** For a union, the issues of the alternative that matches best, instead of one issue for the whole union. */
function closestIssues(issue: ValueIssue): ValueIssue[] {
  const { errors = [], path } = issue;
  // An issue of the value itself or of the discriminator means that a different alternative applies.
  const rank = (issues: readonly ValueIssue[]) =>
    issues.length + (issues.some((one) => one.path.length <= 1) ? MAX_DRIFTS : 0);
  const [closest] = errors.toSorted((one, other) => rank(one) - rank(other));
  if (closest) return closest.flatMap((one) => closestIssues({ ...one, path: [...path, ...one.path] }));
  return [issue];
}

const quote = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `${value}`;

/** A range in words, such as `from 1 to 9`. */
function rangeInWords(least: number | undefined, most: number | undefined): string {
  if (most === undefined) return `from ${least}`;
  if (least === undefined) return `up to ${most}`;
  return `from ${least} to ${most}`;
}

/** What the contract specifies at the position of an issue. */
function describeExpected({ code, input, values, options, schema }: ValueIssue): string {
  const all = values ?? options;
  if (input === undefined) return 'a value';
  if (all) return all.length === 1 ? quote(all[0]) : `one of ${all.map(quote).join(', ')}`;
  if (code === 'invalid_type') return [schema.type ?? 'object'].flat().join(' or ');
  if (code === 'invalid_format') return `text that matches ${schema.pattern}`;
  if (typeof input === 'number') return rangeInWords(schema.minimum, schema.maximum);
  // The remaining issues are lists and texts of a wrong length.
  const [least, most] = Array.isArray(input)
    ? [schema.minItems, schema.maxItems]
    : [schema.minLength, schema.maxLength];
  return `a length ${rangeInWords(least, most)}`;
}

/** What the response contained, without its content: a type, or the unknown enum value. */
function describeActual({ input, values, options }: ValueIssue): string {
  if (input === undefined) return 'missing';
  if ((values ?? options) && typeof input !== 'object') return quote(input);
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'array';
  return typeof input;
}

/**
 * Compares responses with the contract that this client was built from. Pass the result as the client's
 * `inspect` option. It reports differences, and fails calls only if `strict` is set.
 *
 * @example
 * ```ts
 * import { driftReports } from '@voiceloom/sdk/contract';
 * const inspect = driftReports({ sample: 0.1, onDrift: (drift) => console.log(drift) });
 * const client = new Voiceloom({ apiKey, inspect });
 * ```
 */
export function driftReports({
  onDrift,
  strict = false,
  sample = strict ? 1 : 0.05,
}: DriftOptions = {}): Inspect {
  return (operation, { data }) => {
    const schema = operationSchemas[operation]?.data;
    if (!schema || Math.random() >= sample || fits(schema, data)) return;
    const issues = readValue(schema, data, { components, lenient: true }).issues.flatMap(closestIssues);
    const drifts = issues.slice(0, MAX_DRIFTS).map((issue) => {
      // A JSON Pointer (RFC 6901) writes ~ as ~0 and / as ~1.
      const names = ['data', ...issue.path].map((name) =>
        `${name}`.replaceAll('~', '~0').replaceAll('/', '~1'),
      );
      const pointer = `/${names.join('/')}`;
      return { operation, pointer, expected: describeExpected(issue), got: describeActual(issue) };
    });
    for (const drift of drifts) onDrift?.(drift);
    const [first] = drifts;
    if (strict && first) {
      const { pointer, expected, got } = first;
      const error = new ResponseError(`${operation} returned ${got} at ${pointer}, not ${expected}.`);
      error.operation = operation as OperationId;
      throw error;
    }
  };
}
