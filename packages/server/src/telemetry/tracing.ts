import type { IncomingHttpHeaders } from 'node:http';
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { TracingSettings } from '../config/tracing.ts';

/** Has no effect and almost no cost until tracing starts. */
const tracer = trace.getTracer('voiceloom');

export interface TracedProcess {
  version: string;
  /** The role of the process: api, worker, or both. */
  role: string;
  /** Called for each batch of spans that could not be sent. */
  onError(error: unknown): void;
}

/**
 * Starts to record spans and send them to the collector. Only this function loads the libraries. Resolves to the
 * function that sends the remaining spans, which takes a few seconds at most.
 */
export async function startTracing(
  settings: TracingSettings,
  ofProcess: TracedProcess,
): Promise<() => Promise<void>> {
  const { startExport } = await import('./trace-export.ts');
  return startExport(settings, ofProcess);
}

interface TracedOptions {
  kind?: keyof typeof SpanKind;
  attributes: Attributes;
  /** Default: the active span of the caller. */
  parent?: Context;
}

/**
 * Runs the work in a span. Attributes contain IDs, but never texts, addresses of people or credentials. An error adds
 * its type and not its message, which might contain them.
 */
export function traced<T>(
  name: string,
  { kind = 'INTERNAL', attributes, parent = context.active() }: TracedOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind: SpanKind[kind], attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      let type = '_OTHER';
      if (error instanceof Error)
        type = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
      markFailed(span, type);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds facts to the active span. */
export const noteInSpan = (attributes: Attributes): void => {
  trace.getActiveSpan()?.setAttributes(attributes);
};

/** `type` is a low-cardinality name of the error. */
export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The maximum number of spans of one kind in a chunk. */
const MAX_SPANS = 10;

const counts = new WeakMap<Span, Map<string, number>>();

/**
 * Counts something in an attribute of the active span. Returns whether it should have its own span: only the first ones
 * do, so that a large run has few spans. Returns false without a trace.
 */
export function countInSpan(attribute: string): boolean {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return false;
  const spanCounts = counts.get(span) ?? new Map<string, number>();
  counts.set(span, spanCounts);
  const count = (spanCounts.get(attribute) ?? 0) + 1;
  spanCounts.set(attribute, count);
  span.setAttribute(attribute, count);
  return count <= MAX_SPANS;
}

export interface FinishedCall {
  provider: string;
  model: string | undefined;
  outcome: string;
  /** A time of `performance.now()`. */
  startedAt: number;
}

/** Adds the span of an ended provider call. Failed calls are counted separately, so that they always get spans. */
export function recordProviderCall({ provider, model, outcome, startedAt }: FinishedCall): void {
  const isDone = outcome === 'done';
  const attribute = isDone ? 'voiceloom.provider_calls' : 'voiceloom.provider_calls_failed';
  if (!countInSpan(attribute)) return;
  const facts = { 'voiceloom.provider': provider, 'voiceloom.model': model, 'voiceloom.outcome': outcome };
  const span = tracer.startSpan('provider call', {
    kind: SpanKind.CLIENT,
    attributes: facts,
    startTime: startedAt,
  });
  if (!isDone) markFailed(span, outcome);
  span.end();
}

/**
 * The span of a request. It belongs to the caller's trace if the caller sends one. A `tracestate` is ignored, because
 * callers must not decide what the collector gets.
 */
export function startRequestSpan(
  method: string,
  { traceparent }: IncomingHttpHeaders,
  attributes: Attributes,
): { span: Span; within: Context } {
  const parent = contextFrom(typeof traceparent === 'string' ? traceparent : null);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  return { span, within: trace.setSpan(parent, span) };
}

/** The active span as a W3C header. Undefined without a trace. */
export function traceParent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** The context of a stored `traceparent`. */
export const contextFrom = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });

/** The fields with which a log line refers to the trace. */
export function traceFields(span: SpanContext | undefined = trace.getSpanContext(context.active())) {
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
