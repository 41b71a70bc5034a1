import { ResponseError } from './client-errors.ts';
import type { OperationId } from './errors.ts';
import { components, operations } from './operation-schemas.ts';
import type { Inspect } from './options.ts';
import { faultsOf } from './schema.ts';
import { fitter } from './schema-fit.ts';

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
    const faults = faultsOf(schema, data, { components, closed: false, path: ['data'] });
    const drifts = faults.map(({ path, expected, got }) => ({
      operation,
      pointer: pointerOf(path),
      expected,
      got,
    }));
    for (const drift of drifts) onDrift?.(drift);
    const [first] = drifts;
    if (strict && first) {
      const { pointer, expected, got } = first;
      const error = new ResponseError(`${operation} answers ${got} at ${pointer}, not ${expected}.`);
      error.operation = operation as OperationId;
      throw error;
    }
  };
}
