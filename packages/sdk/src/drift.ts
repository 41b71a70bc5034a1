import { ResponseError } from './core/client-errors.ts';
import type { OperationId } from './core/errors.ts';
import type { Inspect } from './core/options.ts';
import { components, operations } from './schemas/operation-schemas.ts';
import { readValue, type ValueIssue } from './schemas/read-value.ts';
import { fitter } from './schemas/schema-fit.ts';

/** An answer that is not as the contract of this client says. It holds no content, so it may be logged. */
export interface Drift {
  /** The operation id, such as `workflows.get`. */
  operation: string;
  /** Where in the JSON of the answer, as a JSON Pointer such as `/data/0/status`. */
  pointer: string;
  /** What the contract says. */
  expected: string;
  /** What came: a type, `missing`, or the unknown value of an enumeration. */
  got: string;
}

/** How answers are compared with the contract. */
export interface DriftOptions {
  /** Told of every deviation; a field that came newly is none. */
  onDrift?: (drift: Drift) => void;
  /** The share of answers that are looked at, from 0 to 1. Default 0.05; with `strict` 1. */
  sample?: number;
  /** Fails the call with ResponseError as well. Default false. */
  strict?: boolean;
}

/** Most answers are as they should be, which is found out far faster than what is wrong with one. */
const fits = fitter(components);

/** More of one response say nothing new. */
const MOST_DRIFTS = 50;

/** The issues of the form of a union that fits best, in the place of one issue of the union. */
function closestIssues(issue: ValueIssue): ValueIssue[] {
  const { errors = [], path } = issue;
  // An issue of the value itself, or of what tells forms apart, means that another form is meant.
  const rank = (found: readonly ValueIssue[]) =>
    found.length + (found.some((one) => one.path.length <= 1) ? MOST_DRIFTS : 0);
  const [closest] = errors.toSorted((one, other) => rank(one) - rank(other));
  return closest
    ? closest.flatMap((one) => closestIssues({ ...one, path: [...path, ...one.path] }))
    : [issue];
}

const shown = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `${value}`;

/** Bounds in words, such as `from 1 to 9`. */
function range(least: number | undefined, most: number | undefined): string {
  if (most === undefined) return `from ${least}`;
  return least === undefined ? `up to ${most}` : `from ${least} to ${most}`;
}

/** What the contract says at the place of an issue. */
function expectedBy({ code, input, values, options, schema }: ValueIssue): string {
  const all = values ?? options;
  if (input === undefined) return 'a value';
  if (all) return all.length === 1 ? shown(all[0]) : `one of ${all.map(shown).join(', ')}`;
  if (code === 'invalid_type') return [schema.type ?? 'object'].flat().join(' or ');
  if (code === 'invalid_format') return `text that matches ${schema.pattern}`;
  if (typeof input === 'number') return range(schema.minimum, schema.maximum);
  const [least, most] = Array.isArray(input)
    ? [schema.minItems, schema.maxItems]
    : [schema.minLength, schema.maxLength];
  return `a length ${range(least, most)}`;
}

/** What came, without its content: a type, or the unknown value of an enumeration. */
function gotBy({ input, values, options }: ValueIssue): string {
  if (input === undefined) return 'missing';
  if ((values ?? options) && typeof input !== 'object') return shown(input);
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

const pointerOf = (path: readonly (string | number)[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * Compares answers with the contract that this client was made from, as the option `inspect` of a client. It reports
 * and never fails a call, unless it is `strict`.
 *
 * @example
 * ```ts
 * import { driftReports } from '@voiceloom/sdk/drift';
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
    const schema = operations[operation]?.data;
    if (!schema || Math.random() >= sample || fits(schema, data)) return;
    const issues = readValue(schema, data, { components, lenient: true }).issues.flatMap(closestIssues);
    const drifts = issues.slice(0, MOST_DRIFTS).map((issue) => ({
      operation,
      pointer: pointerOf(['data', ...issue.path]),
      expected: expectedBy(issue),
      got: gotBy(issue),
    }));
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
