const ACTIVE_RUN = [
  { field: 'run_id', message: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d06' },
  { field: 'workflow_id', message: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d05' },
] as const;

/**
 * Every error code: its HTTP status, its meaning and an example.
 * A code has one status. Several codes can share a status. Codes are never renamed or reused.
 */
export const ERRORS = {
  BAD_REQUEST: {
    status: 400,
    meaning: 'The body is not valid JSON.',
    example: { message: 'The body is not JSON.' },
  },
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'The credential is missing, or the token is invalid.',
    example: { message: 'The Authorization header is missing: send a bearer token or an API key.' },
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'The API key is unknown, revoked, inactive, or of a reserved type.',
    example: { message: 'The API key is unknown, revoked, inactive or of a reserved type.' },
  },
  INSUFFICIENT_CREDITS: {
    status: 402,
    meaning: 'The minimum cost exceeds the credits of the workspace owner.',
    example: {
      message: 'The run needs at least 240 credits; 120 are left.',
      details: [
        { field: 'needed', message: '240' },
        { field: 'balance', message: '120' },
      ],
    },
  },
  BUDGET_EXCEEDED: {
    status: 402,
    meaning: 'The cap of the run or a budget of the workspace does not allow the work.',
    example: {
      message:
        'The run has spent 498 of at most 500 credits, and its next line needs up to 12. Resume it with a higher max_credits.',
      details: [
        { field: 'spent', message: '498' },
        { field: 'limit', message: '500' },
      ],
    },
  },
  STORAGE_LIMIT_EXCEEDED: {
    status: 402,
    meaning: 'The upload exceeds the storage limit of the workspace.',
    example: { message: 'The file does not fit into the storage of the workspace.' },
  },
  PLAN_LIMIT_REACHED: {
    status: 402,
    meaning: 'A limit of the plan is reached.',
    example: { message: 'Your plan allows you to own 1 workspace.' },
  },
  PAYMENT_REQUIRED: {
    status: 402,
    meaning: 'The payment was declined, or no payment method exists.',
    example: { message: 'The payment was declined.' },
  },
  FORBIDDEN: {
    status: 403,
    meaning:
      'The role of the caller is not sufficient, the caller is not the owner, or this kind of credential is not accepted.',
    example: { message: 'This needs the role admin in the workspace; yours is editor.' },
  },
  SUSPENDED: {
    status: 403,
    meaning: 'The operator of the service has suspended the user or the workspace.',
    example: { message: 'This workspace is suspended. Contact the operator of this service.' },
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    meaning: 'The API key does not have the scope of the operation.',
    example: { message: 'This API key lacks the scope workflows:write.' },
  },
  FEATURE_NOT_IN_PLAN: {
    status: 403,
    meaning: 'The plan does not include this feature.',
    example: { message: 'The plan does not allow your own provider keys.' },
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'The resource does not exist, was deleted, or is not visible to the caller.',
    example: { message: 'There is no such workflow.' },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path does not support this method.',
    example: { message: 'This path does not support PUT. Allowed methods: GET, POST.' },
  },
  CONFLICT: {
    status: 409,
    meaning: 'The current state of the resource does not allow the operation.',
    example: { message: 'The run has already ended. Its status is `completed`.' },
  },
  RUN_ALREADY_ACTIVE: {
    status: 409,
    meaning: 'The workflow already has an active run.',
    example: {
      message:
        'Run 0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d06 of this workflow has not ended. Wait for it, or cancel it.',
      details: ACTIVE_RUN,
    },
  },
  CONCURRENT_RUN_LIMIT: {
    status: 409,
    meaning: 'The plan does not allow more concurrent runs.',
    example: {
      message:
        'The plan allows 1 concurrent run. Run 0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d06 of workflow 0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d05 has not ended. Wait for it, or cancel it.',
      details: ACTIVE_RUN,
    },
  },
  WORKSPACE_SLUG_TAKEN: {
    status: 409,
    meaning: 'Another workspace already has this slug.',
    example: { message: 'Another workspace has the slug harbor-tales.' },
  },
  ALREADY_MEMBER: {
    status: 409,
    meaning: 'The person is already a member of the workspace.',
    example: { message: 'ada@example.com is already a member of the workspace.' },
  },
  INVITE_PENDING: {
    status: 409,
    meaning: 'An invite for this email address is already open.',
    example: { message: 'grace@example.com already has an open invite.' },
  },
  NAME_TAKEN: {
    status: 409,
    meaning: 'Another resource already has this name.',
    example: { message: 'The dictionary already has an entry for "Nguyen" in en.' },
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    meaning: 'The first request with this Idempotency-Key is still in progress.',
    example: { message: 'The first request with this Idempotency-Key is still running.' },
  },
  INVITE_GONE: {
    status: 410,
    meaning: 'The invite was accepted or revoked, or it has expired.',
    example: { message: 'The invite has expired.' },
  },
  PRECONDITION_FAILED: {
    status: 412,
    meaning: 'If-Match does not name the current version.',
    example: { message: 'The workflow has changed since the version that If-Match names.' },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than 4 MiB, or than 16 MiB if it contains a definition.',
    example: { message: 'The body is larger than 4 MiB.' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body is not application/json.',
    example: { message: 'The body must be application/json in UTF-8, not compressed.' },
  },
  VALIDATION_ERROR: {
    status: 422,
    meaning: 'The request is invalid. `details` lists every error with its field.',
    example: {
      message: 'name: Must not be empty.',
      details: [{ field: 'body.name', message: 'Must not be empty.' }],
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning: 'This Idempotency-Key was already used for a different request.',
    example: {
      message: 'This Idempotency-Key was already used for a different request.',
      details: [{ field: 'headers.idempotency-key', message: 'Was already used for a different request.' }],
    },
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Too many requests. Retry after the seconds in `Retry-After`.',
    example: { message: 'Too many requests; try again in 12 s.' },
  },
  SERVER_ERROR: {
    status: 500,
    meaning: 'An internal error. Include the request ID when you report it.',
    example: { message: 'The service failed. Include the request ID when you report this error.' },
  },
  UNAVAILABLE: {
    status: 503,
    meaning:
      'The service or a provider is temporarily unavailable. Retry after the seconds in `Retry-After`.',
    example: { message: 'The service cannot reach its database at the moment.' },
  },
} as const;

/** An error code, such as `NOT_FOUND`. */
export type ErrorCode = keyof typeof ERRORS;

/** The HTTP status of an error code. */
export type ErrorStatus<C extends ErrorCode = ErrorCode> = (typeof ERRORS)[C]['status'];

/** All error codes, ordered by status. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** The HTTP status of `code`. */
export function statusOf(code: ErrorCode): ErrorStatus {
  return ERRORS[code].status;
}
