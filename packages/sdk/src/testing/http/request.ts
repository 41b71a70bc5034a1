import type { CatalogOperation } from '../../client/catalog.ts';
import { unknownNames } from '../../generated/rules/messages.ts';
import { parts } from '../../generated/schemas.ts';
import { MAX_BODY_BYTES, responses } from '../../generated/test-responses.ts';
import type { ApiKey, Scope } from '../../generated/types.ts';
import { checkDefinition } from '../../schemas/check-definition.ts';
import { components, operationSchemas, parametersIn } from '../../schemas/operation-schemas.ts';
import { fieldErrors, readValue } from '../../schemas/read-value.ts';
import type { Schema } from '../../schemas/schema.ts';
import { unknownFields } from '../../schemas/unknown-fields.ts';
import { validate } from '../../schemas/validate.ts';
import { parseJson } from '../../transport/response.ts';
import { isActive } from '../api-keys.ts';
import type { OperationId } from '../options.ts';
import type { State } from '../state.ts';
import { ApiError, assertValid, invalid, notFound } from './api-error.ts';

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

const unauthenticated = (message: string) => new ApiError('UNAUTHENTICATED', message);

/** The API key in a header; null for the token of the person. */
function authenticate(state: State, authorization: string | null): ApiKey | null {
  if (authorization === null) {
    throw unauthenticated('The Authorization header is missing: send a bearer token or an API key.');
  }
  const [, secret] = /^Bearer +([!-~]+) *$/i.exec(authorization) ?? [];
  if (secret === undefined) {
    throw unauthenticated('The Authorization header must be "Bearer", a space, and a token or an API key.');
  }
  if (secret === state.token) return null;
  if (!secret.startsWith('vl_')) {
    throw unauthenticated(
      'The token is malformed, is not valid at this time, or has an invalid signature, issuer or audience. Get a new token.',
    );
  }
  const key = [...state.keys.values()].find(({ api_key }) => api_key === secret);
  if (key === undefined || !isActive(state, key)) {
    const message = 'The API key is unknown, revoked, inactive or of a reserved type.';
    throw new ApiError('INVALID_API_KEY', message);
  }
  // Rounded down to the minute, as in the service.
  key.last_used_at = state.clock.iso(-(state.clock.now() % 60_000));
  return key;
}

/** Rejects every workspace except the only existing one. */
function assertWorkspace(
  { workspaceId }: State,
  key: ApiKey | null,
  { place, id }: { place: 'path' | 'header'; id: string },
): void {
  if (id.toLowerCase() === workspaceId) return;
  if (key === null && !/^[0-9a-f-]{36}$/i.test(id)) {
    const field = place === 'path' ? 'params.ws_id' : 'headers.x-workspace-id';
    throw invalid({ field, message: 'The workspace ID must be a UUID.' });
  }
  if (key === null || place === 'path') throw notFound('workspace');
  throw new ApiError('FORBIDDEN', 'This API key belongs to another workspace.');
}

/** The API key of the caller, or null for a person. Throws if the caller lacks a right for the operation. */
export function authorize(state: State, { operation, headers, params }: Incoming): ApiKey | null {
  const { auth, workspace, scope } = operation;
  if (auth === 'none') return null;
  const key = authenticate(state, headers.get('authorization'));
  if (key && auth === 'jwt') {
    const message = 'API keys are not accepted here; use a token of your identity provider.';
    throw new ApiError('FORBIDDEN', message);
  }
  // An empty value and `null` count as absent.
  const header = headers.get('x-workspace-id')?.replace(/^(null)?$/i, '') || null;
  if (workspace === 'path') assertWorkspace(state, key, { place: 'path', id: params.ws_id ?? '' });
  else if (workspace === 'header' && header !== null)
    assertWorkspace(state, key, { place: 'header', id: header });
  if (key && scope !== null && !key.scopes.includes(scope as Scope)) {
    throw new ApiError('INSUFFICIENT_SCOPE', `This API key lacks the scope ${scope}.`);
  }
  return key;
}

/** The parameters of a query, converted to the types in its schema, and their errors. */
function readQuery(schema: Schema, search: URLSearchParams) {
  const { properties = {} } = schema;
  const query: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const texts = search.getAll(name);
    const [text] = texts;
    if (text === undefined) continue;
    if (type === 'array' || texts.length > 1) query[name] = texts;
    else if (type === 'integer' && /^-?\d+$/.test(text)) query[name] = Number(text);
    else if (type === 'boolean' && /^(true|false)$/.test(text)) query[name] = text === 'true';
    else query[name] = text;
  }
  const unknown = [...new Set(search.keys())].filter((name) => !Object.hasOwn(properties, name));
  const messages = unknownNames(unknown, { known: Object.keys(properties), called: 'query parameter' });
  const errors = unknown.map((name, at) => ({ field: `query.${name}`, message: messages[at] ?? '' }));
  for (const { field, message } of fieldErrors(schema, query, { components, place: 'query' })) {
    const [, name = ''] = field.split('.');
    // If the parameter was sent once, the field is `query.name`, not `query.name.0`.
    const isSingle = [query[name]].flat().length === 1;
    errors.push({ field: isSingle ? `query.${name}` : field, message });
  }
  if (query.cursor !== undefined && query.offset !== undefined)
    errors.push({ field: 'query.cursor', message: 'Must not be combined with offset.' });
  return { query, errors };
}

/** The JSON body of a request; undefined if it is empty. Throws if it is too large or not JSON. */
function readJson({ text, headers }: Incoming, maxBytes: number): unknown {
  if (new TextEncoder().encode(text).length > maxBytes) {
    throw new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes / 2 ** 20} MiB.`);
  }
  if (text.trim() === '') return undefined;
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
    const message = 'The body must be application/json in UTF-8, not compressed.';
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  const value = parseJson(text);
  if (value === undefined) throw new ApiError('BAD_REQUEST', 'The body is not JSON.');
  return value;
}

/**
 * Path, query and body of a request with their defaults, and the ignored fields of the body. Throws an error that
 * lists all violations of the contract.
 */
export function readRequest(incoming: Incoming) {
  const { operation, params, url } = incoming;
  const id = operation.id as OperationId;
  const { query: querySchema = {}, body: bodySchema } = operationSchemas[id] ?? {};
  const pathSchema = parametersIn('path', parts[id]?.parameters ?? []) ?? {};
  const { maxBodyBytes = MAX_BODY_BYTES } = responses[id];
  const { query, errors: queryErrors } = readQuery(querySchema, url.searchParams);
  const body = bodySchema ? (readJson(incoming, maxBodyBytes) ?? {}) : {};
  assertValid([
    ...fieldErrors(pathSchema, params, { components, place: 'params' }),
    ...queryErrors,
    ...validate(id, body),
  ]);
  const read = (schema: Schema, value: unknown) => readValue(schema, value, { components }).value as object;
  const { definition } = body as { definition?: unknown };
  return {
    ignored: unknownFields(id, body).map(({ field }) => field.slice('body.'.length)),
    params: read(pathSchema, params),
    query: read(querySchema, query),
    body: {
      ...read(bodySchema ?? {}, body),
      // The schema of the body does not fill in the defaults of a definition.
      ...(definition ? { definition: checkDefinition(definition).definition ?? definition } : {}),
    },
  };
}
