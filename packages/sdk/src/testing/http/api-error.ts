import type { ErrorCode, FieldError } from '../../generated/types.ts';

/** The invalid fields, and additional response headers. */
type ErrorExtras = { details?: FieldError[]; headers?: Record<string, string> };

/** An error that becomes an error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.code = code;
    this.extras = extras;
  }
}

/** The error for a resource that does not exist or was deleted. */
export const notFound = (what: string): ApiError => new ApiError('NOT_FOUND', `There is no such ${what}.`);

/** The error for values that an operation rejects; the messages are complete sentences. */
export const invalid = (...details: FieldError[]): ApiError =>
  new ApiError('VALIDATION_ERROR', details[0]?.message ?? 'The request is not valid.', { details });

/** Throws an error if there are `details`. Its message begins with the name of the first field. */
export function assertValid(details: FieldError[]): void {
  const [first] = details;
  if (first === undefined) return;
  const [where = '', ...names] = first.field.split('.');
  let name = names[0] ?? `The ${where}`;
  if (where === 'body' && names.length > 0) name = names.join('.');
  throw new ApiError('VALIDATION_ERROR', `${name}: ${first.message}`, { details });
}
