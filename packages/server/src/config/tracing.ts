import { z } from 'zod';

/** The samplers that the specification of OpenTelemetry names. */
const SAMPLERS = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
];

const pairs = z
  .string()
  .default('')
  .transform(parsePairs)
  .pipe(z.custom<Record<string, string>>(Boolean, 'must be name=value pairs, separated by commas'));

/** Variables that the specification of OpenTelemetry names. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1')
    .default('1')
    .transform(Number),
};

const Variables = z.object(TRACING_VARIABLES);

export type TracingSettings = NonNullable<ReturnType<typeof tracingSettings>>;

/** Undefined without a collector: then no traces are recorded. */
export function tracingSettings(env: z.infer<typeof Variables>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name } = env;
  if (endpoint === undefined) return undefined;
  const attributes: Record<string, string> = { 'service.name': 'voiceloom', ...env.OTEL_RESOURCE_ATTRIBUTES };
  if (name !== undefined) attributes['service.name'] = name;
  return {
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ''),
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    /** Attributes of this process: its name, and where it runs. */
    attributes,
    sampler: env.OTEL_TRACES_SAMPLER,
    /** The share of traces that a ratio sampler records. */
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** Reads `name=value` pairs whose values are percent-encoded. Returns undefined if an entry is not such a pair. */
function parsePairs(text: string): Record<string, string> | undefined {
  const pairs: Record<string, string> = {};
  try {
    for (const part of text.split(',')) {
      if (part.trim() === '') continue;
      const [, name, value = ''] = /^\s*([^\s=]+)\s*=(.*)$/.exec(part) ?? [];
      if (name === undefined) return undefined;
      pairs[decodeURIComponent(name)] = decodeURIComponent(value.trim());
    }
    return pairs;
  } catch {
    return undefined;
  }
}
