import type { Request, RequestHandler, Response } from 'express';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { newRequestId } from '../ids.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { traceFields } from '../telemetry/tracing.ts';
import { requestContext, setContext } from './context.ts';
import type { RespondError } from './errors.ts';

/** A UUID, or what another service uses: `req:2024-01.abc_7`. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{8,128}$/;
/** `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`: version, trace, span, flags. */
const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
/** `1.4.0+9f86d081884c7d65`: a version and a digest of the contract. */
const CONTRACT = /^\d+\.\d+\.\d+\+[0-9a-f]{16}$/;
/** The paths of probes and scrapes. */
export const QUIET = new Set(['/health', '/ready', '/metrics']);

interface BeginOptions {
  log: App['log'];
  metrics: Metrics;
  /** The value of `X-Contract-Version`. */
  stamp: string;
  /** Whether the service can be reached only with https. */
  secure: boolean;
}

/** Gives every request an ID and every response its common headers. Logs each request when it ends. */
export function beginRequest({ log, metrics, stamp, secure }: BeginOptions): RequestHandler {
  return (req, res, next) => {
    // Both headers are commonly used for a caller's own ID. The first valid one is used.
    const requestIds = [req.headers['x-request-id'], req.headers['x-client-request-id']];
    const ownId = requestIds.find((id) => typeof id === 'string' && REQUEST_ID.test(id));
    const request_id = ownId?.toString() ?? newRequestId();
    setContext(res, {
      request_id,
      started_at: performance.now(),
      route: undefined,
      caller: undefined,
      waited_ms: 0,
      is_error_logged: false,
    });
    res.setHeader('X-Request-Id', request_id);
    res.setHeader('X-Contract-Version', stamp);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('X-Frame-Options', 'DENY');
    res.setHeader('Referrer-Policy', 'no-referrer');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    if (secure) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
    res.on('close', () => endRequest(req, res, { log, metrics }));
    next();
  };
}

/** Counts and logs a request that has ended. */
function endRequest(
  req: Request,
  res: Response,
  { log, metrics }: Pick<BeginOptions, 'log' | 'metrics'>,
): void {
  const { request_id, started_at, caller, route, waited_ms, span } = requestContext(res);
  const template = route ?? staticRoute(req.path);
  const duration_ms = Math.round((performance.now() - started_at) * 10) / 10;
  // nginx introduced this status code for "client closed request".
  const status = res.writableFinished ? res.statusCode : 499;
  // Latency excludes the time that the caller chose to wait.
  const seconds = Math.max(0, duration_ms - waited_ms) / 1_000;
  metrics.requests.observe({ method: req.method, route: template, status }, seconds);
  if (status === 429) metrics.rateLimited.inc();
  const level = QUIET.has(template) ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const clientContract = req.headers['x-contract-version'];
  let callerIds: Record<string, string | undefined> = {};
  if (caller?.kind === 'guest') callerIds = { guest_id: caller.guest.id };
  else if (caller) callerIds = { user_id: caller.user_id, api_key_id: caller.api_key_id ?? undefined };
  const [, trace_id, span_id] = TRACE_PARENT.exec(String(req.headers.traceparent ?? '')) ?? [];
  log[level](
    {
      request_id,
      method: req.method,
      route: template,
      status,
      duration_ms,
      waited_ms: waited_ms || undefined,
      ...callerIds,
      workspace_id: caller?.workspace?.id,
      // The contract version of the client's SDK. It shows which clients a change of the contract affects.
      client_contract: CONTRACT.test(String(clientContract)) ? clientContract : undefined,
      // Without traces of its own, the service logs the trace of the caller.
      ...(span ? traceFields(span) : { trace_id, span_id }),
    },
    'request',
  );
}

/**
 * Paths outside the contract: `/files/:ticket` for `/files/eyJ…`, `/docs/:file` for `/docs/guide`. Other paths count as
 * one, so that invented paths create no metric series.
 */
export function staticRoute(path: string): string {
  if (['/openapi.json', '/docs', '/llms.txt', '/llms-full.txt', '/metrics', '/studio'].includes(path))
    return path;
  const ticketFolder = /^\/(files|exports|scripts|waveforms|notifications\/unsubscribe)\//.exec(path)?.[1];
  if (ticketFolder) return `/${ticketFolder}/:ticket`;
  const folder = /^\/(?:docs|studio(?:\/assets)?)(?=\/)/.exec(path)?.[0];
  if (folder === undefined) return 'unmatched';
  return `${folder}/:file`;
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Prefer, Range, Traceparent, Want-Repr-Digest, X-Client-Request-Id, X-Contract-Version, X-Request-Id, X-Workspace-Id';
const EXPOSED_HEADERS =
  'Accept-Ranges, Content-Range, Deprecation, ETag, Idempotent-Replayed, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, Sunset, Warning, X-Contract-Version, X-Request-Id';
const PREFLIGHT_SECONDS = '600';

/**
 * Allows web pages of the listed origins to call the API. Cookies are never allowed, because credentials are bearer
 * tokens.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (req, res, next) => {
    if (allowed.size === 0) return next();
    res.vary('Origin');
    const { origin } = req.headers;
    if (origin === undefined || !(allowed.has(origin) || allowed.has('*'))) return next();
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    const isPreflight =
      req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) return next();
    res.setHeader('Access-Control-Allow-Methods', METHODS);
    res.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    res.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    res.status(204).end();
  };
}

export interface KnownPath {
  method: string;
  /** The path with `:name` parameters. */
  path: string;
}

/** The last middleware. It distinguishes a wrong method from a wrong path. */
export function rejectUnknown(paths: readonly KnownPath[], respondError: RespondError): RequestHandler {
  const table = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  for (const { method, path } of paths) {
    // `/files/:ticket` becomes `^/files/[^/]+$`.
    const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const pattern = new RegExp(`^${escaped.replace(/:[a-z_]+/g, '[^/]+')}$`);
    const entry = table.get(path) ?? { pattern, methods: new Set() };
    entry.methods.add(method);
    if (method === 'GET') entry.methods.add('HEAD');
    table.set(path, entry);
  }
  return (req, res) => {
    const matches = [...table.values()].filter(({ pattern }) => pattern.test(req.path));
    if (matches.length === 0) {
      const prefix = req.path.startsWith('/api/v1/') ? '' : ' Paths of the API begin with /api/v1.';
      const message = `There is no such route.${prefix} For all routes, see /docs.`;
      respondError(res, new ApiError('NOT_FOUND', message));
      return;
    }
    const methods = [...new Set(matches.flatMap((match) => [...match.methods]))].sort();
    res.setHeader('Allow', methods.join(', '));
    const message = `This path does not support ${req.method}. Allowed methods: ${methods.join(', ')}.`;
    respondError(res, new ApiError('METHOD_NOT_ALLOWED', message));
  };
}
