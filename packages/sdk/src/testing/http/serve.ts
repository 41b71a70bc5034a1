import { operations } from '../../client/catalog.ts';
import { CONTRACT } from '../../generated/calls.ts';
import { ignoredFieldsWarning } from '../../generated/rules/ignored-fields.ts';
import { errorStatuses, responses } from '../../generated/test-responses.ts';
import type { ApiKey } from '../../generated/types.ts';
import { operationSchemas } from '../../schemas/operation-schemas.ts';
import { fieldErrors } from '../../schemas/read-value.ts';
import type { Schema } from '../../schemas/schema.ts';
import { keyHandlers } from '../api-keys.ts';
import { isSimulated, type OperationId, type SimulatedOperation } from '../options.ts';
import { runHandlers } from '../runs/runs.ts';
import { type State, type StoredResponse, shaped } from '../state.ts';
import { uploadHandlers } from '../uploads.ts';
import { webhookHandlers } from '../webhooks.ts';
import { workflowHandlers } from '../workflows.ts';
import { ApiError, assertValid } from './api-error.ts';
import type { Reply } from './handler.ts';
import { authorize, type Incoming, readRequest } from './request.ts';

const handlers = {
  ...keyHandlers,
  ...workflowHandlers,
  ...runHandlers,
  ...uploadHandlers,
  ...webhookHandlers,
} as unknown as Record<SimulatedOperation, (state: State, request: object) => Promise<Reply<unknown>>>;

const MAX_REPLAY_MS = 24 * 3_600_000;

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

/** A part of a path without percent-encoding. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError('BAD_REQUEST', 'The path has an invalid percent-encoding.');
  }
}

/** The operation of a method and a path with the values in the path. */
export function matchOperation(method: string, path: string): Pick<Incoming, 'operation' | 'params'> {
  const candidates = patterns.filter(({ pattern }) => pattern.test(path));
  const match = candidates.find(({ operation }) => operation.method === method);
  if (match) {
    const values = Object.entries(match.pattern.exec(path)?.groups ?? {});
    const params = Object.fromEntries(values.map(([name, value]) => [name, decodePart(value)]));
    return { operation: match.operation, params };
  }
  const methods: string[] = candidates.map(({ operation }) => operation.method);
  if (methods.length === 0) {
    throw new ApiError('NOT_FOUND', 'There is no such route. For all routes, see /docs.');
  }
  const allow = [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort().join(', ');
  const message = `This path does not support ${method}. Allowed methods: ${allow}.`;
  throw new ApiError('METHOD_NOT_ALLOWED', message, { headers: { allow } });
}

/** The headers of every response. */
const commonHeaders = (requestId: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': requestId,
  'x-contract-version': `${CONTRACT.version}+${CONTRACT.hash}`,
  'cache-control': 'no-store',
});

/** A response in the envelope of the service. */
function createResponse(
  state: State,
  requestId: string,
  reply: { status: number; headers?: object | undefined; data?: unknown; error?: object },
): Response {
  const { status, headers, ...content } = reply;
  const meta = { request_id: requestId, timestamp: state.clock.iso() };
  const body = JSON.stringify({ ...content, meta });
  return new Response(body, { status, headers: { ...commonHeaders(requestId), ...headers } });
}

/** The response of `work`. If it throws, an error response in the format of the service. */
export async function orError(state: State, requestId: string, work: () => Promise<Response>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, extras } = error;
    const status = errorStatuses[code];
    const headers = { ...extras.headers, ...(status === 401 && { 'www-authenticate': 'Bearer' }) };
    return createResponse(state, requestId, {
      status,
      headers,
      error: { code, message, details: extras.details },
    });
  }
}

/** Data from the test for an operation, or else the contract's example. Download links lead to a small file. */
function exampleReply(state: State, id: OperationId): Reply<unknown> {
  const { data: example, pagination, stream } = responses[id];
  if (stream !== undefined) return { stream };
  const data = (state.options.responses as Record<string, unknown> | undefined)?.[id] ?? example;
  const { url, filename } = (data ?? {}) as { url?: unknown; filename?: unknown };
  if (typeof url === 'string' && typeof filename === 'string') {
    const bytes = new TextEncoder().encode('An example of the test server.\n');
    return { data: state.link({ filename, content_type: 'application/octet-stream', bytes }) };
  }
  const total = Array.isArray(data) ? data.length : 1;
  if (pagination) return { data, pagination: { ...pagination, total } };
  return { data };
}

/** Runs an operation and returns its success response in the format of the service. */
async function runOperation(state: State, caller: ApiKey | null, incoming: Incoming): Promise<Response> {
  const { operation, url, headers, requestId } = incoming;
  const id = operation.id as OperationId;
  const { ignored, ...read } = readRequest(incoming);
  const request = { ...read, caller, url, headers };
  const reply = isSimulated(id) ? await handlers[id](state, request) : exampleReply(state, id);
  if ('stream' in reply) {
    const type = { 'content-type': 'text/event-stream; charset=utf-8' };
    return new Response(reply.stream, { headers: { ...commonHeaders(requestId), ...type } });
  }
  const data = isSimulated(id) ? shaped(operationSchemas[id]?.data, reply.data) : reply.data;
  const { total, ...plain } = reply.pagination ?? {};
  const page = reply.pagination && { pagination: operation.counted ? { ...plain, total } : plain };
  const warning = ignored.length > 0 && { warning: ignoredFieldsWarning(ignored) };
  const response = { ...reply, headers: { ...reply.headers, ...warning }, data, ...page };
  return createResponse(state, requestId, { ...response, status: responses[id].status });
}

/** The response of an earlier request with the same key. */
function replay({ fingerprint, response }: StoredResponse, requestFingerprint: string): Response {
  if (fingerprint !== requestFingerprint) {
    const message = 'This Idempotency-Key was already used for a different request.';
    const detail = { field: 'headers.idempotency-key', message: 'Was already used for a different request.' };
    throw new ApiError('IDEMPOTENCY_KEY_REUSED', message, { details: [detail] });
  }
  if (response === null) {
    const message = 'The first request with this Idempotency-Key is still running.';
    throw new ApiError('IDEMPOTENCY_IN_PROGRESS', message, { headers: { 'retry-after': '1' } });
  }
  const copy = response.clone();
  copy.headers.set('idempotent-replayed', 'true');
  return copy;
}

/**
 * Authorizes a request and runs its operation. For an idempotency key, the operation runs once: its response is
 * repeated for 24 hours of the virtual clock, unless its status is 5xx or 429.
 */
export async function serveOperation(state: State, incoming: Incoming): Promise<Response> {
  const { operation, headers, text, url, requestId } = incoming;
  const caller = authorize(state, incoming);
  const parameter = operation.parameters.find(({ name }) => name === 'Idempotency-Key');
  const key = headers.get('idempotency-key');
  if (parameter === undefined || key === null) return runOperation(state, caller, incoming);
  assertValid(fieldErrors(parameter.schema as Schema, key, { place: 'headers.idempotency-key' }));
  // No body means the same as an empty object.
  const body = text.trim() === '{}' ? '' : text;
  const fingerprint = [operation.method, url.pathname, url.search, body].join('\n');
  const place = `${caller?.id ?? null} ${key}`;
  const existingResponse = state.responses.get(place);
  if (existingResponse && existingResponse.expires_at > state.clock.now())
    return replay(existingResponse, fingerprint);
  const stored: StoredResponse = {
    fingerprint,
    expires_at: state.clock.now() + MAX_REPLAY_MS,
    response: null,
  };
  state.responses.set(place, stored);
  const response = await orError(state, requestId, () => runOperation(state, caller, incoming));
  if (response.status >= 500 || response.status === 429) state.responses.delete(place);
  stored.response = response.clone();
  return response;
}
