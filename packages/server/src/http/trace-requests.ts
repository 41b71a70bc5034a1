import { context } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { markFailed, startRequestSpan } from '../telemetry/tracing.ts';
import { requestContext } from './context.ts';
import { QUIET, staticRoute } from './middleware.ts';

/**
 * Handles each request in a span. The span has the route instead of the path, because paths of signed links contain
 * credentials.
 */
export const traceRequests: RequestHandler = (req, res, next) => {
  if (QUIET.has(req.path)) return next();
  const request = requestContext(res);
  const attributes = {
    'http.request.method': req.method,
    'url.scheme': req.protocol,
    'voiceloom.request_id': request.request_id,
  };
  const { span, within } = startRequestSpan(req.method, req.headers, attributes);
  request.span = span.spanContext();
  res.once('close', () => {
    const route = request.route ?? staticRoute(req.path);
    if (route !== 'unmatched') span.updateName(`${req.method} ${route}`).setAttribute('http.route', route);
    const workspace = request.caller?.workspace;
    if (workspace) span.setAttribute('voiceloom.workspace_id', workspace.id);
    if (res.writableFinished) span.setAttribute('http.response.status_code', res.statusCode);
    if (res.statusCode >= 500) markFailed(span, String(res.statusCode));
    span.end();
  });
  context.with(within, next);
};
