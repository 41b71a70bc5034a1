import type { CatalogOperation } from '../../catalog.ts';
import { operations } from '../../catalog.ts';
import { CONTRACT } from '../../generated/contract.ts';
import { responses } from '../../generated/test-responses.ts';
import { keyHandlers } from '../api-keys.ts';
import { runHandlers } from '../runs/runs.ts';
import { isSimulated, type OperationId } from '../simulated-operations.ts';
import type { State } from '../state.ts';
import { uploadHandlers } from '../uploads.ts';
import { webhookHandlers } from '../webhook-endpoints.ts';
import { workflowHandlers } from '../workflows.ts';
import { ApiError, malformed } from './api-error.ts';
import { authorize } from './authorize.ts';
import { includesTag } from './etag.ts';
import type { Caller, Handlers, Reply, StreamReply } from './handler.ts';
import type { JsonResponse, Once } from './idempotency.ts';
import { readRequest } from './read-request.ts';

const handlers: Handlers = {
  ...keyHandlers,
  ...workflowHandlers,
  ...runHandlers,
  ...uploadHandlers,
  ...webhookHandlers,
};

/** A request of an operation with its body read. */
export interface Incoming {
  operation: CatalogOperation;
  /** The values in the path. */
  params: Record<string, string>;
  url: URL;
  headers: Headers;
  text: string;
  requestId: string;
}

const MAX_KEY = 255;

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError('BAD_REQUEST', 'The path has an invalid percent-encoding.');
  }
}

/** The operation of a method and a path with the values in the path. */
export function matchOperation(method: string, path: string): Pick<Incoming, 'operation' | 'params'> {
  const found = patterns.filter(({ pattern }) => pattern.test(path));
  const match = found.find(({ operation }) => operation.method === method);
  if (match) {
    const values = Object.entries(match.pattern.exec(path)?.groups ?? {});
    const params = Object.fromEntries(values.map(([name, value]) => [name, decoded(value)]));
    return { operation: match.operation, params };
  }
  const methods: string[] = found.map(({ operation }) => operation.method);
  if (methods.length === 0) {
    throw new ApiError('NOT_FOUND', 'There is no such route. All of them are listed at /docs.');
  }
  const allow = [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort().join(', ');
  throw new ApiError(
    'METHOD_NOT_ALLOWED',
    `This path does not support ${method}. Allowed methods: ${allow}.`,
    {
      allow,
    },
  );
}

/** The headers of every response. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': requestId,
  'x-contract-version': `${CONTRACT.version}+${CONTRACT.hash}`,
  'cache-control': 'no-store',
});

/** An error in the envelope of the service. */
export function errorResponse(state: State, error: ApiError, requestId: string): JsonResponse {
  const { code, message, details, status, retryAfterSeconds, allow } = error;
  const meta = { request_id: requestId, timestamp: state.clock.iso() };
  return {
    status,
    headers: {
      ...commonHeaders(requestId),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(allow !== undefined && { allow }),
    },
    body: JSON.stringify({ error: { code, message, ...(details && { details }) }, meta }),
  };
}

/** The example of an operation, or what the test returns in its place; links of downloads lead to a small file. */
function exampleReply(state: State, id: OperationId): Reply<unknown> {
  const own = (state.options.responses as Record<string, unknown> | undefined)?.[id];
  const { data: example, pagination } = responses[id];
  const data = own ?? example;
  const { url, filename } = (data ?? {}) as { url?: unknown; filename?: unknown };
  if (own !== undefined && Array.isArray(own) && pagination) {
    return { data, pagination: { ...pagination, total: own.length } };
  }
  if (typeof url !== 'string' || typeof filename !== 'string')
    return { data, ...(pagination && { pagination }) };
  const bytes = new TextEncoder().encode('An example of the test server.\n');
  return { data: state.link({ filename, content_type: 'application/octet-stream', bytes }) };
}

type AnyHandler = (request: object) => Promise<Reply<unknown> | StreamReply>;

async function jsonResponse(state: State, caller: Caller, incoming: Incoming) {
  const { operation, params, url, headers, text } = incoming;
  const id = operation.id as OperationId;
  const contentType = headers.get('content-type');
  const read = readRequest(operation, { params, search: url.searchParams, text, contentType });
  const ifMatch = headers.get('if-match') ?? undefined;
  const lastEventId = Number(headers.get('last-event-id') ?? 0);
  const request = { ...read, state, caller, url, ifMatch, lastEventId };
  const reply = await (isSimulated(id)
    ? (handlers[id] as unknown as AnyHandler)(request)
    : exampleReply(state, id));
  return 'stream' in reply ? reply : success(state, incoming, reply);
}

/** A success in the envelope of the service, or 304 if the caller already has it. */
function success(
  state: State,
  { operation, headers, requestId }: Incoming,
  reply: Reply<unknown>,
): JsonResponse {
  const { data, pagination, tag, headers: own } = reply;
  const all = { ...commonHeaders(requestId), ...own, ...(tag !== undefined && { etag: tag }) };
  if (
    tag !== undefined &&
    operation.method === 'GET' &&
    includesTag(headers.get('if-none-match') ?? '', tag)
  ) {
    return { status: 304, headers: all, body: null };
  }
  const { total, ...plain } = pagination ?? {};
  const meta = { request_id: requestId, timestamp: state.clock.iso() };
  const page = pagination && { pagination: operation.counted ? { ...plain, total } : plain };
  const status = responses[operation.id as OperationId].status;
  return { status, headers: all, body: JSON.stringify({ data, meta, ...page }) };
}

async function orError(state: State, requestId: string, work: () => Promise<JsonResponse | StreamReply>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(state, error, requestId);
    throw error;
  }
}

function assertKey(key: string): void {
  const field = 'headers.idempotency-key';
  if (key === '') throw malformed({ field, message: 'Must not be empty.' });
  if (key.length > MAX_KEY) throw malformed({ field, message: `Must have at most ${MAX_KEY} characters.` });
}

/** Authorizes a request, repeats the response of its idempotency key or runs the operation. */
export function serveOperation(state: State, once: Once, incoming: Incoming) {
  const { operation, params, headers, text, url, requestId } = incoming;
  return orError(state, requestId, async () => {
    const caller = authorize(state, operation, { headers, params });
    const work = () => orError(state, requestId, () => jsonResponse(state, caller, incoming));
    const isIdempotent = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
    const key = isIdempotent ? headers.get('idempotency-key') : null;
    if (key === null) return work();
    assertKey(key);
    const body = text.trim() === '{}' ? '' : text;
    const fingerprint = [operation.method, url.pathname, url.search, body].join('\n');
    // No operation that streams accepts a key.
    return once({ key: `${caller.api_key_id} ${key}`, fingerprint }, () => work() as Promise<JsonResponse>);
  });
}
