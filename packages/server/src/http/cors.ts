import type { RequestHandler } from 'express';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Prefer, Range, Traceparent, Want-Repr-Digest, X-Client-Request-Id, X-Contract-Version, X-Request-Id, X-Workspace-Id';
const EXPOSED_HEADERS =
  'Accept-Ranges, Content-Range, Deprecation, ETag, Idempotent-Replayed, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, Sunset, X-Contract-Version, X-Request-Id';
const PREFLIGHT_SECONDS = '600';

/**
 * Allows pages of the listed origins to call the API. Cookies are never allowed, because credentials are
 * bearer tokens.
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
