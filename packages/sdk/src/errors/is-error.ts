import { allCalls } from '../generated/calls.ts';
import type { ErrorStatuses, Operations } from '../generated/types.ts';
import { InputError, VoiceloomError } from './errors.ts';

/** An error that the contract documents for an operation. */
export type OperationError<Id extends keyof Operations, Code extends Operations[Id]['errors']> = {
  [C in Code]: VoiceloomError & {
    readonly operation: Id;
    readonly code: C;
    readonly status: ErrorStatuses[C];
  };
}[Code];

/**
 * Whether `error` is an error that `operation` returned, optionally with one of `codes`. Only documented
 * codes of the operation compile. Without `codes`, `switch (error.code)` can be exhaustive.
 *
 * @throws InputError if the operation does not exist.
 * @example
 * ```ts
 * try {
 *   await client.runs.start(workflowId);
 * } catch (error) {
 *   if (isError(error, 'runs.start', 'INSUFFICIENT_CREDITS')) console.log('Buy credits first.');
 *   else if (isError(error, 'runs.start', 'VALIDATION_ERROR')) console.log(error.details.map(({ field }) => field));
 *   else throw error;
 * }
 * ```
 */
export function isError<
  Id extends keyof Operations,
  Code extends Operations[Id]['errors'] = Operations[Id]['errors'],
>(error: unknown, operation: Id, ...codes: Code[]): error is OperationError<Id, Code> {
  // For JavaScript callers: a misspelled name would never match any error.
  if (!allCalls.some(({ id }) => id === operation))
    throw new InputError(`There is no operation ${operation}.`);
  return (
    error instanceof VoiceloomError &&
    error.operation === operation &&
    error.status !== undefined &&
    (codes.length === 0 ? error.code !== 'HTTP_ERROR' : (codes as string[]).includes(error.code))
  );
}
