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

/** Does nothing, and costs next to nothing, until traces are started. */
const tracer = trace.getTracer('voiceloom');

export interface TracedProcess {
  version: string;
  /** The part that the process plays: api, worker, or both. */
  role: string;
  /** Called with every batch of spans that could not be sent. */
  onError(error: unknown): void;
}

/**
 * Records spans from now on, and sends them to the collector. The libraries are loaded only here. Resolves with the
 * function that sends what is left, which takes a few seconds at most.
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
  /** Default: the span in which the caller works. */
  parent?: Context;
}

/**
 * Does the work in a span. Attributes name things by their IDs. They never contain texts, addresses of people or
 * credentials, and neither does the type of an error, unlike its message.
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
      markFailed(span, errorType(error));
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

export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** How many spans of one kind a chunk gets. */
const MOST_SPANS = 10;

const counts = new WeakMap<Span, Map<string, number>>();

/**
 * Counts something in the active span, as an attribute. Returns whether it should have a span of its own: only the first
 * ones do, so that the spans of a large run stay few. Without a trace, nothing has.
 */
export function countInSpan(attribute: string): boolean {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return false;
  const counted = counts.get(span) ?? new Map<string, number>();
  counts.set(span, counted);
  const count = (counted.get(attribute) ?? 0) + 1;
  counted.set(attribute, count);
  span.setAttribute(attribute, count);
  return count <= MOST_SPANS;
}

export interface FinishedCall {
  provider: string;
  model: string | undefined;
  outcome: string;
  /** By `performance.now()`. */
  begun: number;
}

/** Adds the span of a provider call that has ended. Calls that failed are counted separately, so that their spans exist. */
export function recordProviderCall({ provider, model, outcome, begun }: FinishedCall): void {
  const isDone = outcome === 'done';
  const attribute = isDone ? 'voiceloom.provider_calls' : 'voiceloom.provider_calls_failed';
  if (!countInSpan(attribute)) return;
  const facts = { 'voiceloom.provider': provider, 'voiceloom.model': model, 'voiceloom.outcome': outcome };
  const span = tracer.startSpan('provider call', {
    kind: SpanKind.CLIENT,
    attributes: facts,
    startTime: begun,
  });
  if (!isDone) markFailed(span, outcome);
  span.end();
}

/** The span of a request, which belongs to the trace of the caller if the caller sends one. */
export function startRequestSpan(
  method: string,
  headers: object,
  attributes: Attributes,
): { span: Span; within: Context } {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  return { span, within: trace.setSpan(parent, span) };
}

/** The active span in the form of the W3C header. Undefined without traces. */
export function traceParent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** The span that a stored `traceparent` names. */
export const contextFrom = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });

/** The fields of log lines that name the trace. */
export function traceFields(span: SpanContext | undefined = trace.getSpanContext(context.active())) {
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
