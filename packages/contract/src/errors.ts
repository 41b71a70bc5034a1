/**
 * Every error code the service answers with, its one HTTP status and what it means.
 * A code has one status; several codes may share a status. Codes are never renamed or reused.
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400, meaning: 'The request cannot be read: the body is not JSON.' },
  UNAUTHENTICATED: { status: 401, meaning: 'There is no credential, or the token does not verify.' },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'The API key is unknown, revoked, inactive, or of a reserved type.',
  },
  INSUFFICIENT_CREDITS: {
    status: 402,
    meaning: "The estimate's minimum exceeds the balance of the workspace owner.",
  },
  STORAGE_LIMIT_EXCEEDED: { status: 402, meaning: 'The upload does not fit into the storage allowance.' },
  PLAN_LIMIT_REACHED: { status: 402, meaning: 'A countable limit of the plan is used up.' },
  PAYMENT_REQUIRED: { status: 402, meaning: 'The payment was declined, or there is no payment method.' },
  FORBIDDEN: {
    status: 403,
    meaning: 'The role is too low, the caller is not the owner, or this kind of credential is not accepted.',
  },
  INSUFFICIENT_SCOPE: { status: 403, meaning: "The API key lacks the operation's scope." },
  FEATURE_NOT_IN_PLAN: { status: 403, meaning: 'The plan does not include this feature.' },
  NOT_FOUND: { status: 404, meaning: 'The resource is missing, deleted, or not visible to the caller.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, the method does not.' },
  CONFLICT: { status: 409, meaning: 'The state of the resource does not allow this.' },
  RUN_ALREADY_ACTIVE: { status: 409, meaning: 'The workflow has a run that has not ended.' },
  CONCURRENT_RUN_LIMIT: { status: 409, meaning: 'The plan allows no further concurrent run.' },
  WORKSPACE_SLUG_TAKEN: { status: 409, meaning: 'Another workspace has this slug.' },
  ALREADY_MEMBER: { status: 409, meaning: 'The person is a member of the workspace already.' },
  INVITE_PENDING: { status: 409, meaning: 'An invite for this address is open already.' },
  NAME_TAKEN: { status: 409, meaning: 'Another resource has this name.' },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    meaning: 'The first request with this Idempotency-Key is still running.',
  },
  INVITE_GONE: { status: 410, meaning: 'The invite was accepted or revoked, or has expired.' },
  PRECONDITION_FAILED: { status: 412, meaning: 'If-Match does not name the current version.' },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than 16 MiB where it carries a definition, or than 4 MiB elsewhere.',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is not application/json.' },
  VALIDATION_ERROR: {
    status: 422,
    meaning: 'The input breaks a rule of its schema; details list every fault with its field.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning: 'This Idempotency-Key was used for a different request.',
  },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests; Retry-After says when to come back.' },
  SERVER_ERROR: { status: 500, meaning: 'The service failed; quote the request id when you report it.' },
  UNAVAILABLE: {
    status: 503,
    meaning: 'A part of the service or a partner is away; Retry-After says when to come back.',
  },
} as const;

/** The code of an error answer, such as `NOT_FOUND`. */
export type ErrorCode = keyof typeof ERRORS;

/** The HTTP status of an error code. */
export type ErrorStatus<C extends ErrorCode = ErrorCode> = (typeof ERRORS)[C]['status'];

/** All error codes, in the order of their statuses. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** The HTTP status of `code`. */
export function statusOf(code: ErrorCode): ErrorStatus {
  return ERRORS[code].status;
}
