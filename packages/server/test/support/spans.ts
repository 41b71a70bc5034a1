import { SpanKind } from '@opentelemetry/api';
import type { Receiver } from './receiver.ts';

export interface CollectedSpan {
  trace_id: string;
  span_id: string;
  parent_id: string | undefined;
  name: string;
  kind: string | undefined;
  /** The part of the service that recorded it. */
  role: unknown;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
  is_error: boolean;
}

/** A value as OTLP writes it in JSON. */
type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Attributes = { key: string; value: Value }[];

interface Export {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        attributes: Attributes;
        status: { code: number };
      }[];
    }[];
  }[];
}

/** The spans that a collector has received as OTLP over HTTP. */
export function spansIn({ received }: Receiver): CollectedSpan[] {
  return received.flatMap(({ json }) =>
    (json as Export).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const origin = plain(resource.attributes);
      return scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({
          trace_id: span.traceId,
          span_id: span.spanId,
          parent_id: span.parentSpanId,
          name: span.name,
          // OTLP counts from 1, the API from 0.
          kind: SpanKind[span.kind - 1],
          role: origin['voiceloom.role'],
          attributes: plain(span.attributes),
          resource: origin,
          is_error: span.status.code === 2,
        })),
      );
    }),
  );
}

const plain = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue),
    ]),
  );
