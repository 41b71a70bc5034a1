import type { ErrorCode, ErrorEnvelope } from '../index.ts';
import { EXAMPLE_IDS } from './example.ts';

type Said = Pick<ErrorEnvelope['error'], 'message' | 'details'>;

const IN_THE_WAY = [
  { field: 'run_id', message: EXAMPLE_IDS.run_id },
  { field: 'workflow_id', message: EXAMPLE_IDS.workflow_id },
];

/** What an error of each code may say. */
export const ERROR_EXAMPLES: Record<ErrorCode, Said> = {
  BAD_REQUEST: { message: 'The body is not JSON.' },
  UNAUTHENTICATED: { message: 'A bearer credential is needed.' },
  INVALID_API_KEY: { message: 'The API key is unknown, revoked, inactive or of a reserved type.' },
  INSUFFICIENT_CREDITS: {
    message: 'The run needs at least 240 credits; 120 are left.',
    details: [
      { field: 'needed', message: '240' },
      { field: 'balance', message: '120' },
    ],
  },
  STORAGE_LIMIT_EXCEEDED: { message: 'The file does not fit into the storage of the workspace.' },
  PLAN_LIMIT_REACHED: { message: 'The plan includes 1 of your own workspaces.' },
  PAYMENT_REQUIRED: { message: 'The payment was declined.' },
  FORBIDDEN: { message: 'This needs the role admin in the workspace; yours is editor.' },
  INSUFFICIENT_SCOPE: { message: 'This API key lacks the scope workflows:write.' },
  FEATURE_NOT_IN_PLAN: { message: 'The plan does not include own provider keys.' },
  NOT_FOUND: { message: 'There is no such workflow.' },
  METHOD_NOT_ALLOWED: { message: 'This path does not know PUT; it knows GET, POST.' },
  CONFLICT: { message: 'The run is completed.' },
  RUN_ALREADY_ACTIVE: {
    message: `The workflow has a run that has not ended, ${EXAMPLE_IDS.run_id}: wait for it, or cancel it.`,
    details: IN_THE_WAY,
  },
  CONCURRENT_RUN_LIMIT: {
    message: `The plan allows 1 run at a time. Run ${EXAMPLE_IDS.run_id} of workflow ${EXAMPLE_IDS.workflow_id} has not ended: wait for it, or cancel it.`,
    details: IN_THE_WAY,
  },
  WORKSPACE_SLUG_TAKEN: { message: 'Another workspace has the slug harbor-tales.' },
  ALREADY_MEMBER: { message: 'ada@example.com is a member of the workspace already.' },
  INVITE_PENDING: { message: 'grace@example.com has an open invite already.' },
  NAME_TAKEN: { message: 'The dictionary has an entry for "Nguyen" in en already.' },
  IDEMPOTENCY_IN_PROGRESS: { message: 'The first request with this Idempotency-Key is still running.' },
  INVITE_GONE: { message: 'The invite has expired.' },
  PRECONDITION_FAILED: { message: 'The workflow has changed since the version that If-Match names.' },
  PAYLOAD_TOO_LARGE: { message: 'The body is larger than 4 MiB.' },
  UNSUPPORTED_MEDIA_TYPE: { message: 'The body must be application/json in UTF-8, not compressed.' },
  VALIDATION_ERROR: {
    message: 'name: Must not be empty.',
    details: [{ field: 'body.name', message: 'Must not be empty.' }],
  },
  IDEMPOTENCY_KEY_REUSED: {
    message: 'This Idempotency-Key was used for a different request.',
    details: [{ field: 'headers.idempotency-key', message: 'Used for a different request.' }],
  },
  RATE_LIMITED: { message: 'Too many requests; try again in 12 s.' },
  SERVER_ERROR: { message: 'The service failed. Quote the request id when you report this.' },
  UNAVAILABLE: { message: 'The service cannot reach its database at the moment.' },
};
