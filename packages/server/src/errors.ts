import { type ErrorCode, type RunError, statusOf } from '@voiceloom/contract';

export interface FieldError {
  field: string;
  message: string;
}

/** An error response. Any other thrown value becomes a SERVER_ERROR. */
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

/** The same response for missing, deleted and invisible objects, so that IDs of other tenants cannot be probed. */
export function notFound(what: string): ApiError {
  return new ApiError('NOT_FOUND', `There is no such ${what}.`);
}

/** The error of a change to a run that has ended with this status. */
export function runHasEnded(status: string): ApiError {
  return new ApiError('CONFLICT', `The run has already ended. Its status is \`${status}\`.`);
}

/** The error of work that the cap of its run or a budget does not allow. */
export function budgetExceeded(message: string, figures: { spent: number; limit: number }): ApiError {
  const details = Object.entries(figures).map(([field, figure]) => ({ field, message: String(figure) }));
  return new ApiError('BUDGET_EXCEEDED', message, { details });
}

/** One or more invalid fields of the input. */
export function invalid(...details: FieldError[]): ApiError {
  return new ApiError('VALIDATION_ERROR', details[0]?.message ?? 'The request is not valid.', { details });
}

/** The error fields of a run: the message, the code and the details. */
export function errorFields(error: RunError | null): {
  error: string | null;
  error_details: RunError | null;
} {
  return { error: error?.message ?? null, error_details: error };
}

/** The error fields of a failed line, which always has an error. */
export function lineErrorFields(error: RunError): { error: string; error_details: RunError } {
  return { error: error.message, error_details: error };
}
