import { VoiceloomError } from '../errors/errors.ts';
import type { Middleware } from './fetch.ts';

/**
 * The part of an OpenTelemetry span that this package uses.
 *
 * @example
 * ```ts
 * const span: SpanLike = tracer.startSpan('GET', { kind: 2, attributes: { 'http.request.method': 'GET' } });
 * span.setAttribute('http.response.status_code', 200);
 * span.setStatus?.({ code: 0 });
 * console.log(span.spanContext?.().traceId);
 * span.end();
 * ```
 */
export interface SpanLike {
  /** Sets an attribute. */
  setAttribute(name: string, value: string | number): unknown;
  /** `code` 2 means an error. */
  setStatus?(status: { code: number; message?: string }): unknown;
  /** IDs in hexadecimal, for `traceparent`. */
  spanContext?(): { traceId: string; spanId: string; traceFlags: number };
  /** Ends the span. */
  end(): void;
}

/**
 * The part of an OpenTelemetry tracer that this package uses. `trace.getTracer('app')` of
 * `@opentelemetry/api` implements it.
 *
 * @example
 * ```ts
 * const counted: TracerLike = { startSpan: (name, options) => tracer.startSpan(`app ${name}`, options) };
 * ```
 */
export interface TracerLike {
  /** Starts a child of the active span; kind 2 is a client span. */
  startSpan(name: string, options: { kind: number; attributes: Record<string, string | number> }): SpanLike;
}

/** How to trace calls. */
export interface TracingOptions {
  /** Creates the spans. */
  tracer: TracerLike;
  /** Whether to send `traceparent`, so that the service logs the trace ID. Default true. */
  propagate?: boolean;
}

/** `SpanKind.CLIENT` of OpenTelemetry. */
const CLIENT = 2;
/** `SpanStatusCode.ERROR` of OpenTelemetry. */
const ERROR = 2;

/**
 * Middleware that creates a client span for every attempt, named according to OpenTelemetry's HTTP
 * conventions. Spans contain no query and no headers.
 *
 * @example
 * ```ts
 * import { tracing, Voiceloom } from '@voiceloom/sdk';
 * const client = new Voiceloom({ apiKey, middleware: [tracing({ tracer })] });
 * ```
 */
export function tracing({ tracer, propagate = true }: TracingOptions): Middleware {
  return async (request, next) => {
    const { method, path, operation, attempt, url } = request;
    const { hostname, port, protocol } = new URL(url);
    const attributes: Record<string, string | number> = {
      'http.request.method': method,
      'url.template': path,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'voiceloom.operation': operation,
    };
    if (attempt > 0) attributes['http.request.resend_count'] = attempt;
    const span = tracer.startSpan(`${method} ${path}`, { kind: CLIENT, attributes });
    const context = propagate ? span.spanContext?.() : undefined;
    try {
      const headers = { ...request.headers };
      if (context) {
        const flags = (context.traceFlags & 255).toString(16).padStart(2, '0');
        headers.traceparent = `00-${context.traceId}-${context.spanId}-${flags}`;
      }
      const response = await next({ ...request, headers });
      span.setAttribute('http.response.status_code', response.status);
      const requestId = response.headers.get('x-request-id');
      if (requestId !== null) span.setAttribute('voiceloom.request_id', requestId);
      if (response.status >= 400) fail(span, String(response.status));
      return response;
    } catch (error) {
      fail(span, error instanceof VoiceloomError ? error.code : 'middleware failed');
      throw error;
    } finally {
      span.end();
    }
  };
}

function fail(span: SpanLike, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus?.({ code: ERROR });
}
