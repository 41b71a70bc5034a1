import type { CatalogOperation } from '../../catalog.ts';
import { MAX_BODY_BYTES, responses } from '../../generated/test-responses.ts';
import type { FieldError } from '../../generated/types.ts';
import { fieldErrors } from '../../schemas/read-value.ts';
import { components, operations, type Schema, validate } from '../../schemas.ts';
import { checkDefinition } from '../../workflow/check.ts';
import type { OperationId } from '../simulated-operations.ts';
import { ApiError, malformed } from './api-error.ts';

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

function readQuery(id: OperationId, search: URLSearchParams): Record<string, unknown> {
  const properties = operations[id]?.query?.properties ?? {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type }]) =>
      search.has(name) ? [[name, queryValue(type, search.getAll(name))]] : [],
    ),
  );
}

function queryErrors(id: OperationId, query: Record<string, unknown>): FieldError[] {
  const schema = operations[id]?.query;
  if (schema === undefined) return [];
  const found = fieldErrors(schema, query, { components, place: 'query' });
  // If the parameter was sent once, the field is `query.name`, not `query.name.0`.
  const errors = found.map(({ field, message }) => {
    const [, name = ''] = field.split('.');
    return { field: [query[name]].flat().length === 1 ? `query.${name}` : field, message };
  });
  const isAmbiguous = query.cursor !== undefined && query.offset !== undefined;
  const message = 'Must not be combined with offset.';
  return isAmbiguous ? [...errors, { field: 'query.cursor', message }] : errors;
}

function paramErrors({ parameters }: CatalogOperation, params: Record<string, string>): FieldError[] {
  return parameters.flatMap(({ in: place, name, schema }) => {
    if (place !== 'path') return [];
    return fieldErrors(schema as Schema, params[name], { components, place: `params.${name}` });
  });
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

/** Path, query and body of a request; throws an error with everything that the contract rejects. */
export function readRequest(incoming: Incoming) {
  const { operation, params, url } = incoming;
  const id = operation.id as OperationId;
  const query = readQuery(id, url.searchParams);
  const { maxBodyBytes = MAX_BODY_BYTES } = responses[id];
  const body = operation.body ? (readJson(incoming, maxBodyBytes) ?? {}) : {};
  const [first, ...others] = [
    ...paramErrors(operation, params),
    ...queryErrors(id, query),
    ...(operation.body ? validate(id, body) : []),
  ];
  if (first !== undefined) throw malformed(first, ...others);
  // The service fills in the defaults of a definition.
  const { definition: given } = body as { definition?: unknown };
  const definition = given && checkDefinition(given).definition;
  return { params, query, body: definition ? { ...body, definition } : body };
}
