import { MAX_BODY_BYTES } from '@voiceloom/contract';
import type { Request, Response } from 'express';
import type { App } from '../../app.ts';
import { isDatabaseConflict } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { matchesIfNoneMatch } from '../../handler/entity-tag.ts';
import type { AnyCaller, IncomingRequest } from '../../handler/handler.ts';
import { isStreamReply, type StreamReply } from '../../handler/stream-reply.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import type { Access, Target } from '../auth/authorize.ts';
import { clientAddress } from '../client-address.ts';
import { MAX_OPEN, type OpenRequests } from '../connections/open-requests.ts';
import { requestContext } from '../context.ts';
import { errorBody, type RespondError, toApiError } from '../errors.ts';
import type { RateLimits } from '../rate-limit.ts';
import { type JsonBody, readJsonBody } from './body.ts';
import { runOncePerKey, type StoredResponse } from './idempotency.ts';
import type { Operation } from './operation.ts';
import {
  addLinks,
  findNeighbors,
  type Headers,
  preferredWait,
  sendJson,
  setDeprecationHeaders,
  setHeaders,
  successBody,
} from './reply.ts';
import { goneSignal, sendEvents } from './stream.ts';
import { type ValidRequest, validateRequest } from './validate.ts';
import { watchAccess } from './watch-access.ts';

export interface AnyReply {
  data: unknown;
  pagination?: unknown;
  headers?: Headers;
  status?: 200;
  version?: string;
  settled?: (signal: AbortSignal) => Promise<AnyReply>;
}
export type AnyHandler = (input: unknown) => Promise<AnyReply | StreamReply>;

export interface Exchange {
  operation: Operation;
  handler: AnyHandler;
  req: Request;
  res: Response;
}

export type ServeOperation = (exchange: Exchange) => Promise<void>;

export interface ServeDeps extends Access {
  app: App;
  authenticate: Authenticate;
  limits: RateLimits;
  /** The streams and waits that are open. */
  open: OpenRequests;
  respondError: RespondError;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
}

type Prepared = { caller: AnyCaller | null; valid: ValidRequest; body: JsonBody };

/** Serves every operation in this order: authenticate, count, authorize, read and validate, run the handler. */
export function createServeOperation(deps: ServeDeps): ServeOperation {
  return async (exchange) => {
    const { operation, req, res } = exchange;
    const context = requestContext(res);
    context.route = operation.path;
    // Some clients send an absent value as an empty text or as `null`.
    if (/^(null)?$/i.test(readHeader(req, 'x-workspace-id')?.trim() ?? ''))
      delete req.headers['x-workspace-id'];
    setDeprecationHeaders(req, res, { operation, baseUrl: deps.app.baseUrl() });
    const { auth, operationId, addressLimit, maxBodyBytes = MAX_BODY_BYTES } = operation.metadata;
    try {
      if (auth !== 'none' || addressLimit !== undefined) res.setHeader('Cache-Control', 'no-store');
      if (addressLimit !== undefined)
        await deps.limits.spendOpen({ operation: operationId, points: addressLimit }, res);
      let caller: AnyCaller | null = null;
      if (auth !== 'none') {
        const { authorization } = req.headers;
        const principal = await deps.authenticate(authorization).catch(async (error: unknown) => {
          // A request without a credential does not try to guess one.
          if (error instanceof ApiError && error.status === 401 && authorization !== undefined)
            await deps.limits.fail(clientAddress(req) ?? '');
          throw error;
        });
        await deps.limits.spend(principal, res);
        caller = await deps.authorize(principal, operation, readTarget(req));
        context.caller = caller;
      }
      let body: JsonBody = { value: undefined, bytes: Buffer.alloc(0) };
      if (operation.method !== 'GET') body = await readJsonBody(req, maxBodyBytes);
      const { params, query, headers } = req;
      const valid = validateRequest(operation, { params, query, headers, body: body.value });
      await respond(deps, exchange, { caller, valid, body });
    } catch (error) {
      deps.respondError(res, declaredError(operation, error));
    }
  };
}

/** The workspace and the review that a request names, which authorization needs. */
function readTarget(req: Request): Target {
  return {
    header: readHeader(req, 'x-workspace-id'),
    path: firstText(req.params.ws_id),
    review: firstText(req.params.review_id),
    ip: clientAddress(req) ?? null,
  };
}

/**
 * Calls the handler and sends its reply: with an Idempotency-Key once, as a stream, or as JSON with caching headers.
 */
async function respond(deps: ServeDeps, exchange: Exchange, prepared: Prepared): Promise<void> {
  const { operation, req, res } = exchange;
  const key = operation.metadata.idempotent ? readHeader(req, 'idempotency-key') : undefined;
  const { caller } = prepared;
  if (key !== undefined && caller) return respondOnce(deps, exchange, { ...prepared, caller, key });
  const firstReply = await callHandler(deps, exchange, prepared);
  if (isStreamReply(firstReply)) return stream(deps, exchange, firstReply);
  const reply = await awaitSettled(deps, exchange, firstReply);
  const { text, headers } = buildResponse(deps, exchange, prepared, reply);
  setHeaders(res, headers);
  if (operation.metadata.paged) addLinks(res, findNeighbors(reply.pagination));
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (
    isRead &&
    headers.ETag !== undefined &&
    matchesIfNoneMatch(readHeader(req, 'if-none-match'), headers.ETag)
  )
    return void res.writeHead(304).end();
  sendJson(res, reply.status ?? operation.metadata.success, text);
}

/**
 * Like `respond`, but repeats the stored response of an earlier request with the same key. Client errors are stored
 * too.
 */
async function respondOnce(
  deps: ServeDeps,
  exchange: Exchange,
  prepared: Prepared & { caller: AnyCaller; key: string },
): Promise<void> {
  const { operation, req, res } = exchange;
  const { caller, key, body } = prepared;
  const request = { caller, key, method: req.method, path: req.originalUrl, bytes: body.bytes };
  let firstReply: AnyReply | undefined;
  const response = await runOncePerKey(deps.app, request, async (): Promise<StoredResponse> => {
    const ids = { 'X-Request-Id': requestContext(res).request_id };
    try {
      const reply = await callHandler(deps, exchange, prepared);
      if (isStreamReply(reply)) throw new Error('A stream cannot be stored for an Idempotency-Key.');
      firstReply = reply;
      const { text, headers } = buildResponse(deps, exchange, prepared, reply);
      return { status: operation.metadata.success, headers: { ...headers, ...ids }, body: Buffer.from(text) };
    } catch (error) {
      const apiError = declaredError(operation, error);
      if (!(apiError instanceof ApiError) || apiError.status >= 500 || apiError.status === 429) throw error;
      const text = errorBody(apiError, requestContext(res).request_id, deps.app.clock());
      return { status: apiError.status, headers: ids, body: Buffer.from(text) };
    }
  });
  setHeaders(res, response.headers);
  // Stores the first response, so that the key does not stay locked if the process stops during the wait.
  const reply = firstReply && (await awaitSettled(deps, exchange, firstReply));
  let text: string | Buffer = response.body;
  if (reply !== undefined && reply !== firstReply) text = buildResponse(deps, exchange, prepared, reply).text;
  sendJson(res, response.status, text);
}

/** Sends events until the stream ends, the service stops, or the caller loses access. */
async function stream(deps: ServeDeps, { operation, req, res }: Exchange, reply: StreamReply): Promise<void> {
  const leave = deps.open.take(requestContext(res).caller ?? null);
  if (leave === undefined) {
    const message = `You have ${MAX_OPEN} open event streams and waiting requests. Close one first.`;
    throw new ApiError('RATE_LIMITED', message, { retryAfterSeconds: 5 });
  }
  const { streams } = deps.app.metrics;
  streams.inc();
  // The metric is recorded when the connection closes, which can happen before the stream has ended here.
  const since = performance.now();
  res.prependOnceListener('close', () => {
    requestContext(res).waited_ms = Math.round(performance.now() - since);
  });
  const access = watchAccess(deps.app, async () =>
    deps.authorize(await deps.authenticate(req.headers.authorization), operation, readTarget(req)),
  );
  const ending = AbortSignal.any([deps.stopping, access.signal]);
  await sendEvents(req, res, { reply, ending }).finally(() => {
    access.close();
    streams.dec();
    leave();
  });
}

/** The reply after the caller's preferred wait. If too many requests already wait, the current reply. */
async function awaitSettled(
  deps: ServeDeps,
  { operation, req, res }: Exchange,
  firstReply: AnyReply,
): Promise<AnyReply> {
  const seconds = preferredWait(readHeader(req, 'prefer'));
  const { settled } = firstReply;
  if (seconds === undefined || settled === undefined) return firstReply;
  const leave = deps.open.take(requestContext(res).caller ?? null);
  if (leave === undefined) return firstReply;
  const isRead = operation.method === 'GET';
  // A read runs again after the wait, so its data is released: many waits must not keep many definitions in memory.
  if (isRead) firstReply.data = undefined;
  const signal = AbortSignal.any([goneSignal(res), deps.stopping, AbortSignal.timeout(seconds * 1_000)]);
  const since = performance.now();
  try {
    const reply = await settled(signal);
    res.setHeader('Preference-Applied', `wait=${seconds}`);
    return reply;
  } catch (error) {
    if (isRead) throw error;
    // The work has started, so an error during the wait must not look as if the request had been rejected.
    deps.app.log.warn({ err: error, operation: operation.metadata.operationId }, 'wait failed');
    return firstReply;
  } finally {
    requestContext(res).waited_ms = Math.round(performance.now() - since);
    leave();
  }
}

/** Calls the handler with the validated input. */
async function callHandler(deps: ServeDeps, { operation, handler, req }: Exchange, prepared: Prepared) {
  const { app } = deps;
  const { caller, valid, body } = prepared;
  const request: IncomingRequest = {
    idempotency_key: operation.metadata.idempotent ? readHeader(req, 'idempotency-key') : undefined,
    bytes: body.bytes,
    ip: clientAddress(req) ?? null,
    header: (name) => readHeader(req, name),
  };
  const input = {
    ...valid,
    caller,
    ifMatch: readHeader(req, 'if-match'),
    request,
    now: app.clock(),
    /** Only with parameters of the operation, so that links to other pages contain no unknown ones. */
    get url() {
      // A request line can contain an absolute URL, as for a proxy. Its host is ignored.
      const { pathname, search } = new URL(req.originalUrl, 'http://localhost');
      const url = new URL(`${app.config.public_url ?? app.baseUrl()}${pathname}${search}`);
      const parameters = new Set(Object.keys(valid.query ?? {}));
      for (const name of [...url.searchParams.keys()])
        if (!parameters.has(name)) url.searchParams.delete(name);
      return url;
    },
  };
  const reply = await handler(input).catch((error: unknown) => {
    // A read changes nothing, so it can run again at once.
    if (operation.method === 'GET' && isDatabaseConflict(error)) return handler(input);
    throw error;
  });
  const { area } = operation.metadata;
  const changesMembers = operation.method !== 'GET' && (area === 'members' || area === 'workspaces');
  if (changesMembers) deps.forgetMemberships();
  return reply;
}

/** The body of a reply, and its headers. */
function buildResponse(
  { app }: ServeDeps,
  { operation, res }: Exchange,
  { valid: { warning } }: Prepared,
  reply: AnyReply,
) {
  const facts = { request_id: requestContext(res).request_id, now: app.clock() };
  const { text, etag } = successBody(operation, reply, facts);
  const headers: Headers = { ...reply.headers };
  if (etag !== undefined) headers.ETag = etag;
  if (warning !== undefined) headers.Warning = warning;
  return { text, headers };
}

/** Converts an error that the contract does not list for the operation into an internal error. */
function declaredError({ metadata }: Operation, error: unknown): unknown {
  const { code, status } = toApiError(error);
  if (status >= 500 || metadata.errors.includes(code)) return error;
  return new Error(`${metadata.operationId} returned ${code}, which its contract does not declare.`, {
    cause: error,
  });
}

function readHeader(req: Request, name: string): string | undefined {
  return firstText(req.headers[name]);
}

/** The first value of a header that was sent several times. */
function firstText(value: string | string[] | undefined): string | undefined {
  if (Array.isArray(value)) return value[0];
  return value;
}
