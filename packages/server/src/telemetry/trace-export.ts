import { hostname } from 'node:os';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/tracing.ts';
import type { TracedProcess } from './tracing.ts';

/** The time limit for sending a batch, with retries. A process that stops also waits this long for its last spans. */
const SEND_TIMEOUT_MS = 5_000;
/** The maximum number of spans that wait to be sent. Further spans are dropped. */
const MAX_QUEUE = 4_096;

/** This file is loaded on demand, because no other file may import the OpenTelemetry SDK. */
export function startExport(
  { endpoint, headers, attributes, sampler, ratio }: TracingSettings,
  { version, role, onError }: TracedProcess,
): () => Promise<void> {
  setGlobalErrorHandler(onError);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const resourceAttributes = {
    'service.version': version,
    'service.instance.id': `${hostname()}/${process.pid}`,
    'host.name': hostname(),
    'process.pid': process.pid,
    'voiceloom.role': role,
  };
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ ...resourceAttributes, ...attributes })),
    sampler: createSampler(sampler, ratio),
    spanLimits: { attributeValueLengthLimit: 256 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_QUEUE,
        scheduledDelayMillis: 2_000,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // Baggage is not propagated, because callers must not decide what webhooks contain.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return async () => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, SEND_TIMEOUT_MS).unref());
    await Promise.race([provider.shutdown().catch(onError), timeout]);
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

/** Decides which traces are recorded, by the names that OTEL_TRACES_SAMPLER defines. */
function createSampler(name: string, ratio: number): Sampler {
  if (name.startsWith('parentbased_'))
    return new ParentBasedSampler({ root: createSampler(name.slice('parentbased_'.length), ratio) });
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  if (name === 'always_off') return new AlwaysOffSampler();
  return new AlwaysOnSampler();
}
