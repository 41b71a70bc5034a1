import type { CatalogOperation } from '../../catalog.ts';
import { parts } from '../../generated/schemas.ts';
import { MAX_BODY_BYTES, responses } from '../../generated/test-responses.ts';
import type { FieldError } from '../../generated/types.ts';
import { parametersIn } from '../../schemas/operation-schemas.ts';
import { fieldErrors, readValue } from '../../schemas/read-value.ts';
import { components, operations, type Schema, validate } from '../../schemas.ts';
import { checkDefinition } from '../../workflow/check.ts';
import type { OperationId } from '../simulated-operations.ts';
import { ApiError, assertValid } from './api-error.ts';

/** A request of an operation with its body as text. */
export interface Incoming {
  operation: CatalogOperation;
  /** The values in the path. */
  params: Record<string, string>;
  url: URL;
  headers: Headers;
  text: string;
  requestId: string;
}

/** The value of a query parameter, converted to the type in its schema. */
function queryValue(type: unknown, texts: readonly string[]): unknown {
  const [text = '', ...more] = texts;
  if (type === 'array') return [...texts];
  if (more.length > 0) return texts;
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

function queryValues({ properties = {} }: Schema, search: URLSearchParams): Record<string, unknown> {
  const sent = Object.entries(properties).filter(([name]) => search.has(name));
  return Object.fromEntries(sent.map(([name, { type }]) => [name, queryValue(type, search.getAll(name))]));
}

function queryErrors(schema: Schema, query: Record<string, unknown>): FieldError[] {
  // If the parameter was sent once, the field is `query.name`, not `query.name.0`.
  const errors = fieldErrors(schema, query, { components, place: 'query' }).map(({ field, message }) => {
    const [, name = ''] = field.split('.');
    return { field: [query[name]].flat().length === 1 ? `query.${name}` : field, message };
  });
  const isAmbiguous = query.cursor !== undefined && query.offset !== undefined;
  const message = 'Must not be combined with offset.';
  return isAmbiguous ? [...errors, { field: 'query.cursor', message }] : errors;
}

function readJson({ text, headers }: Incoming, maxBytes: number): unknown {
  if (new TextEncoder().encode(text).length > maxBytes) {
    throw new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes / 2 ** 20} MiB.`);
  }
  if (text.trim() === '') return undefined;
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
    const message = 'The body must be application/json in UTF-8, not compressed.';
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('BAD_REQUEST', 'The body is not JSON.');
  }
}

/** Path, query and body of a request with their defaults; throws an error with everything that the contract rejects. */
export function readRequest(incoming: Incoming) {
  const { operation, params, url } = incoming;
  const id = operation.id as OperationId;
  const { query: querySchema = {}, body: bodySchema } = operations[id] ?? {};
  const pathSchema = parametersIn('path', parts[id]?.parameters ?? []) ?? {};
  const { maxBodyBytes = MAX_BODY_BYTES } = responses[id];
  const query = queryValues(querySchema, url.searchParams);
  const body = bodySchema ? (readJson(incoming, maxBodyBytes) ?? {}) : {};
  assertValid([
    ...fieldErrors(pathSchema, params, { components, place: 'params' }),
    ...queryErrors(querySchema, query),
    ...validate(id, body),
  ]);
  const read = (schema: Schema, value: unknown) => readValue(schema, value, { components }).value as object;
  const { definition } = body as { definition?: unknown };
  return {
    params: read(pathSchema, params),
    query: read(querySchema, query),
    body: {
      ...read(bodySchema ?? {}, body),
      // A definition has defaults of its own.
      ...(definition ? { definition: checkDefinition(definition).definition ?? definition } : {}),
    },
  };
}
