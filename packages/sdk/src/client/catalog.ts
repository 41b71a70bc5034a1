import type { Pages } from '../core/pages.ts';
import type { KeyedOptions, MatchOptions } from '../core/request-options.ts';
import { allCalls } from '../generated/calls.ts';
import { docs } from '../generated/catalog.ts';
import { components, parts as operationParts } from '../generated/schemas.ts';
import type { Voiceloom } from './client.ts';
import { methodName } from './method-name.ts';

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = { [key: string]: unknown };

/** A parameter of a path or a query. */
export interface CatalogParameter {
  /** The name on the wire, such as `workflow_id`. */
  name: string;
  /** The part of the request that carries it. */
  in: 'path' | 'query' | 'header';
  /** Whether the parameter is required. */
  required: boolean;
  /** What the parameter means. */
  description: string;
  /** The JSON Schema of the value. Named schemas are referenced as `#/$defs/<name>`. */
  schema: JsonSchema;
}

/** The texts of an operation for people, and the permissions that it requires. */
export interface OperationDocs {
  /** What it does, in a few words. */
  summary: string;
  /** What the operation does, in detail. */
  description: string;
  /** The credentials that the operation accepts. */
  auth: 'none' | 'jwt' | 'jwt_or_key';
  /** The scope that an API key needs; null if none. */
  scope: string | null;
  /** The lowest workspace role that may call the operation; null if any user may. */
  role: string | null;
  /** Whether the pages include the total number of items. */
  counted: boolean;
}

/** One operation of the API, described for people and programs. */
export interface CatalogOperation extends OperationDocs {
  /** The operation ID, such as `runs.start`. */
  id: string;
  /** The area of the API, such as `api_keys`. */
  area: string;
  /** The client group that contains the operation, such as `apiKeys`. */
  group: string;
  /** The name of the client method, such as `create`. */
  name: string;
  /** The HTTP method. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with parameters as `:name`. */
  path: string;
  /** Where the request names the workspace. */
  workspace: 'header' | 'path' | 'none';
  /** Whether the operation returns pages. */
  paged: boolean;
  /** Whether the operation returns an event stream. */
  stream: boolean;
  /** Whether the operation returns a redirect. */
  redirect: boolean;
  /** Path, query and header parameters. */
  parameters: readonly CatalogParameter[];
  /** The JSON body; null if the operation takes none. */
  body: { required: boolean; schema: JsonSchema } | null;
}

/** A copy whose references are `#/$defs/<name>`, which every JSON Schema tool can resolve. */
function withDefs<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withDefs) as T;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    copy[key] = key === '$ref' ? `#/$defs/${item}` : withDefs(item);
  return copy as T;
}

/** The schemas that parameters and bodies reference as `#/$defs/<name>`. */
export const schemas = withDefs(components) as Readonly<Record<string, JsonSchema>>;

/** All operations, in contract order. */
export const operations: readonly CatalogOperation[] = allCalls.map((route) => {
  const { id, method, path, rows, stream = false, redirect = false } = route;
  const [documentation, parts] = [docs[id], operationParts[id]];
  if (documentation === undefined || parts === undefined)
    throw new Error(`The catalog does not contain ${id}.`);
  const pathWorkspace = path.includes('/:ws_id') ? 'path' : 'none';
  return {
    id,
    area: id.split('.')[0] ?? '',
    ...methodName(id),
    method,
    path,
    ...documentation,
    workspace: route.workspace ? 'header' : pathWorkspace,
    paged: rows !== undefined,
    stream,
    redirect,
    parameters: withDefs(parts.parameters) as readonly CatalogParameter[],
    body: parts.body
      ? { required: parts.bodyRequired ?? false, schema: withDefs(parts.body) as JsonSchema }
      : null,
  };
});

/** The input of one call. */
export interface OperationInput {
  /** Path and query parameters, by name. */
  parameters?: Readonly<Record<string, unknown>>;
  /** The JSON body. */
  body?: unknown;
}

/** Whether the operation changes nothing. */
export const isReadOnly = ({ method, id }: CatalogOperation): boolean =>
  method === 'GET' ||
  ['workflows.preview', 'workflows.estimate', 'workflows.validate', 'text.normalize'].includes(id);

/** Whether the operation deletes or revokes something. */
export const isDestructive = ({ method, id }: CatalogOperation): boolean =>
  method === 'DELETE' || ['runs.cancel', 'users.cancel_subscription'].includes(id);

/** Whether repeating the call has no further effect. */
export const isIdempotent = (operation: CatalogOperation): boolean =>
  isReadOnly(operation) || operation.method === 'PUT' || operation.method === 'DELETE';

/**
 * Returns the operation with this ID, or undefined. Hyphens match underscores: `api-keys.list` is found.
 *
 * @example
 * ```ts
 * import { findOperation } from '@voiceloom/sdk/contract';
 * console.log(findOperation('api-keys.list')?.path);
 * ```
 */
export function findOperation(id: string): CatalogOperation | undefined {
  const operationId = id.replaceAll('-', '_');
  return operations.find((operation) => operation.id === operationId);
}

/**
 * Calls any operation by its catalog entry. Pages are requested as they are read; events arrive as they
 * happen.
 *
 * @returns the `data` of the response, {@link Pages} for a list, or an async iterable of events for a stream.
 * @throws VoiceloomError if the service rejects the call; InputError if a path parameter is missing.
 * @example
 * ```ts
 * import { Voiceloom } from '@voiceloom/sdk';
 * import { callOperation, findOperation } from '@voiceloom/sdk/contract';
 *
 * const operation = findOperation('voices.list');
 * if (operation) await callOperation(new Voiceloom(), operation, { parameters: { language: 'de-de' } });
 * ```
 */
export function callOperation(
  client: Voiceloom,
  operation: CatalogOperation,
  { parameters = {}, body }: OperationInput = {},
  options?: KeyedOptions & MatchOptions,
): Promise<unknown> | Pages<unknown, unknown> | AsyncIterable<unknown> {
  const { group, name, body: hasBody, redirect, parameters: declaredParameters } = operation;
  // The arguments of the client method: path parameters, the body, and the query.
  const args: unknown[] = [];
  const query: Record<string, unknown> = {};
  let hasQuery = false;
  for (const parameter of declaredParameters) {
    const value = parameters[parameter.name];
    if (parameter.in === 'path') args.push(value);
    if (parameter.in !== 'query') continue;
    hasQuery = true;
    if (value !== undefined) query[parameter.name] = value;
  }
  if (hasBody) args.push(body);
  // The client requests the URL itself instead of the redirect.
  if (hasQuery && !redirect) args.push(query);
  type Method = (...args: unknown[]) => ReturnType<typeof callOperation>;
  const methods = client[group as keyof Voiceloom] as unknown as Record<string, Method>;
  return (methods[name] as Method)(...args, options);
}
