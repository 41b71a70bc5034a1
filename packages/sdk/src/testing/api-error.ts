import { errorStatuses } from '../generated/test-contract.ts';
import type { ErrorCode, FieldFault } from '../generated/types.ts';

/** An answer that is not a success, on its way to the caller. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: FieldFault[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The methods that a path knows. */
  readonly allow: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { details?: FieldFault[]; retryAfterSeconds?: number; status?: number; allow?: string } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = extra.status ?? errorStatuses[code];
    this.details = extra.details;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.allow = extra.allow;
  }
}

/** What is missing, deleted or of another workspace: the same answer for all three. */
export const notFound = (what: string): ApiError => new ApiError('NOT_FOUND', `There is no such ${what}.`);

/** Faults that an action finds: their words stand by themselves. */
export const invalid = (...details: FieldFault[]): ApiError =>
  new ApiError('VALIDATION_ERROR', details[0]?.message ?? 'The request is not valid.', { details });

/** The field in the words of the caller: where it was read from is left out. */
function typedName(field: string): string {
  const [where = '', name, ...rest] = field.split('.');
  if (name === undefined) return `The ${where}`;
  return where === 'body' ? [name, ...rest].join('.') : name;
}

/** Faults that the schema of an input finds: the message begins with the name of the first field. */
export const malformed = (first: FieldFault, ...others: FieldFault[]): ApiError =>
  new ApiError('VALIDATION_ERROR', `${typedName(first.field)}: ${first.message}`, {
    details: [first, ...others],
  });

/** What this server does not do. The status tells clients not to try again. */
export const notSimulated = (what: string): ApiError =>
  new ApiError('SERVER_ERROR', `The test server does not simulate ${what}.`, { status: 501 });
