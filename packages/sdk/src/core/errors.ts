import type { Operations } from '../generated/operations.ts';
import type { ErrorCode, FieldError } from '../generated/types.ts';

/** Codes of errors that arise in the client. */
export type ClientErrorCode =
  | 'CONNECTION_FAILED'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'INVALID_RESPONSE'
  | 'INVALID_INPUT'
  | 'HTTP_ERROR';

/** The id of an operation, such as `runs.start`. */
export type OperationId = keyof Operations;

/** What an error is made of. */
export interface ErrorFacts {
  /** The machine-readable cause. */
  code: ErrorCode | ClientErrorCode;
  /** One sentence for a person. */
  message: string;
  /** The HTTP status, where there was an answer. */
  status?: number | undefined;
  /** The id of the request, where there was an answer. */
  requestId?: string | undefined;
  /** The fields at fault, where the service named some. */
  details?: readonly FieldError[] | undefined;
  /** Milliseconds that the service asks to wait. */
  retryAfterMs?: number | undefined;
  /** What it came from. */
  cause?: unknown;
}

/**
 * Every error of this package. `code` tells them apart; the subclasses group codes for `instanceof`.
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
  // Declared, not defined: the constructor sets them all, and a page need not load them twice.
  /** The machine-readable cause: a code of the service, or one of ClientErrorCode. */
  declare readonly code: ErrorCode | ClientErrorCode;
  /** The HTTP status; undefined where there was no answer. */
  declare readonly status: number | undefined;
  /** The operation that failed, such as `runs.start`; undefined for transfers of files. */
  declare operation: OperationId | undefined;
  /** Quote it when you report the error; undefined where there was no answer. */
  declare readonly requestId: string | undefined;
  /** The fields at fault; empty unless the service named some. */
  declare readonly details: readonly FieldError[];
  /** Milliseconds that the service asks to wait; undefined where it said nothing. */
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
   * A plain form for logs. It never holds a credential.
   *
   * @example
   * ```ts
   * const told = await client.workflows.get(workflowId).catch((error) => JSON.stringify(error));
   * ```
   */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** The request cannot be read: 400, 413, 415. */
export class BadRequestError extends VoiceloomError {}
/** There is no credential, or it is not accepted: 401. */
export class AuthenticationError extends VoiceloomError {}
/** Credits, storage, a plan limit or a payment stand in the way: 402. */
export class PaymentRequiredError extends VoiceloomError {}
/** The role, scope or plan does not allow it: 403. */
export class PermissionError extends VoiceloomError {}
/** It is missing, deleted or not visible to you: 404. */
export class NotFoundError extends VoiceloomError {}
/** The state of the resource does not allow it: 409 and 410. */
export class ConflictError extends VoiceloomError {}
/** `ifMatch` does not name the current version: 412. */
export class PreconditionFailedError extends VoiceloomError {}
/** The input breaks a rule; `details` names every field at fault: 422. */
export class ValidationError extends VoiceloomError {}
/** Too many requests; `retryAfterMs` says when to come back: 429. */
export class RateLimitError extends VoiceloomError {}
/** The service failed or is away: 5xx. */
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
 * The error of the class that `status` belongs to.
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
