import { type ErrorCode, statusOf } from '@voiceloom/contract';

export interface FieldError {
  field: string;
  message: string;
}

/** An answer to the caller that is not a success; anything else thrown leaves as SERVER_ERROR. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { details?: FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = statusOf(code);
    this.details = extra.details ?? (code === 'VALIDATION_ERROR' ? [] : undefined);
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}

/** The same answer for missing, deleted and not visible, so that ids of other tenants cannot be probed. */
export function notFound(what: string): ApiError {
  return new ApiError('NOT_FOUND', `There is no such ${what}.`);
}

/** One or more faults of the request's input, each at its place. */
export function invalid(...details: FieldError[]): ApiError {
  return new ApiError('VALIDATION_ERROR', details[0]?.message ?? 'The request is not valid.', { details });
}
