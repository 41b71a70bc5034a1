import { ERROR_CODES, type ErrorCode } from '@voiceloom/contract';
import type { OperationModel } from './operation-model.ts';

/** Error codes that operations share, by the name of their type. */
export type ErrorSets = Record<'CommonError' | 'BodyError' | 'KeyError', ErrorCode[]>;

type Test = (operation: OperationModel) => boolean;

/** The error codes that all operations of a kind have, and no others. */
export function errorSets(operations: readonly OperationModel[]): ErrorSets {
  const called = operations.filter(({ route }) => route.metadata.auth !== 'none');
  const has = (code: ErrorCode) => (operation: OperationModel) =>
    operation.route.metadata.errors.includes(code);
  const onlyOf = (is: Test) =>
    ERROR_CODES.filter((code) => called.every((one) => has(code)(one) === is(one)));
  return {
    CommonError: onlyOf(() => true),
    BodyError: onlyOf(({ route }) => route.method !== 'GET'),
    KeyError: onlyOf(({ route }) => route.metadata.idempotent),
  };
}

/** The sets whose codes an operation has all of, and its other codes. */
export function errorsOf({ route }: OperationModel, sets: ErrorSets) {
  const errors: readonly ErrorCode[] = route.metadata.errors;
  const whole = (Object.keys(sets) as (keyof ErrorSets)[]).filter((name) =>
    sets[name].every((code) => errors.includes(code)),
  );
  const covered = new Set(whole.flatMap((name) => sets[name]));
  return { sets: whole, own: errors.filter((code) => !covered.has(code)) };
}
