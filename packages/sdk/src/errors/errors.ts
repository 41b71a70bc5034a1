import type { ErrorCode, FieldError, Operations } from '../generated/types.ts';

/** Codes of errors that the client itself raises. */
export type ClientErrorCode =
  | 'CONNECTION_FAILED'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'INVALID_RESPONSE'
  | 'INVALID_INPUT'
  | 'HTTP_ERROR';

/** The ID of an operation, such as `runs.start`. */
export type OperationId = keyof Operations;

/** The content of an error. */
export interface ErrorFacts {
  /** The machine-readable cause. */
  code: ErrorCode | ClientErrorCode;
  /** One sentence for a person. */
  message: string;
  /** The HTTP status, if there was a response. */
  status?: number | undefined;
  /** The ID of the request, if there was a response. */
  requestId?: string | undefined;
  /** The invalid fields, if the service named any. */
  details?: readonly FieldError[] | undefined;
  /** Milliseconds to wait before a retry, if the service sent them. */
  retryAfterMs?: number | undefined;
  /** The underlying error. */
  cause?: unknown;
}

/**
 * The base class of all errors of this package. `code` identifies the cause; the subclasses group codes for
 * `instanceof`.
 *
 * @example
 * ```ts
 * try {
 *   await client.workflows.get(id);
 * } catch (error) {
 *   if (error instanceof NotFoundError) return undefined;
 *   throw error;
 * }
 * ```
 */
export class VoiceloomError extends Error {
  // Declared only: the constructor assigns all fields, and initializers would add to the bundle.
  /** The machine-readable cause: a code of the service, or one of ClientErrorCode. */
  declare readonly code: ErrorCode | ClientErrorCode;
  /** The HTTP status; undefined if there was no response. */
  declare readonly status: number | undefined;
  /** The operation that failed, such as `runs.start`; undefined for file transfers. */
  declare operation: OperationId | undefined;
  /** The ID to quote in a support request; undefined if there was no response. */
  declare readonly requestId: string | undefined;
  /** The invalid fields; empty unless the service named some. */
  declare readonly details: readonly FieldError[];
  /** Milliseconds to wait before a retry; undefined if the service sent none. */
  declare readonly retryAfterMs: number | undefined;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.details = facts.details ?? [];
    this.retryAfterMs = facts.retryAfterMs;
    this.operation = undefined;
  }

  /**
   * The error as plain data for logs. It never contains a credential.
   *
   * @example
   * ```ts
   * const message = await client.workflows.get(workflowId).catch((error) => JSON.stringify(error));
   * ```
   */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** The request is malformed: 400, 413, 415. */
export class BadRequestError extends VoiceloomError {}
/** The credential is missing or invalid: 401. */
export class AuthenticationError extends VoiceloomError {}
/** Missing credits, a storage or plan limit, or a failed payment prevents the call: 402. */
export class PaymentRequiredError extends VoiceloomError {}
/** The role, scope or plan does not allow it: 403. */
export class PermissionError extends VoiceloomError {}
/** The resource does not exist, was deleted or is not visible to you: 404. */
export class NotFoundError extends VoiceloomError {}
/** The state of the resource does not allow it: 409 and 410. */
export class ConflictError extends VoiceloomError {}
/** `ifMatch` does not name the current version: 412. */
export class PreconditionFailedError extends VoiceloomError {}
/** The input is invalid; `details` lists every invalid field: 422. */
export class ValidationError extends VoiceloomError {}
/** Too many requests; `retryAfterMs` is the time to wait: 429. */
export class RateLimitError extends VoiceloomError {}
/** The service failed or is unavailable: 5xx. */
export class ServerError extends VoiceloomError {}

const CLASSES: Record<number, typeof VoiceloomError> = {
  400: BadRequestError,
  413: BadRequestError,
  415: BadRequestError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: ConflictError,
  412: PreconditionFailedError,
  422: ValidationError,
  429: RateLimitError,
};

/**
 * Creates the error of the class that belongs to `status`.
 *
 * @example
 * ```ts
 * const error = errorOfStatus(404, { code: 'NOT_FOUND', message: 'There is no such workflow.' });
 * ```
 */
export function errorOfStatus(status: number, facts: ErrorFacts): VoiceloomError {
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : VoiceloomError);
  return new Class({ ...facts, status });
}

type Facts = Omit<ErrorFacts, 'code' | 'message'>;

/** No response arrived: the connection was refused, reset, cut off or redirected. */
export class ConnectionError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'CONNECTION_FAILED', message });
  }
}

/** The call exceeded its time limit; `cause` is the last failed attempt, if any. */
export class TimeoutError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'TIMEOUT', message });
  }
}

/** Your AbortSignal aborted the call; `cause` is its reason. */
export class AbortError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'ABORTED', message });
  }
}

/** The response is not one of the service: truncated JSON, or a proxy's error page. */
export class ResponseError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'INVALID_RESPONSE', message });
  }
}

/** The arguments are invalid, such as an empty ID or a missing credential. Nothing was sent. */
export class InputError extends VoiceloomError {
  constructor(message: string) {
    super({ code: 'INVALID_INPUT', message });
  }
}
