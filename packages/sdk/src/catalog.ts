import type { Voiceloom } from './core/client.ts';
import type { KeyedOptions, MatchOptions } from './core/options.ts';
import type { Pages } from './core/pages.ts';
import { methodOf } from './core/resources.ts';
import type { Route } from './core/route.ts';
import { allCalls } from './generated/all-calls.ts';
import { docs } from './generated/catalog.ts';
import { components, parts } from './generated/schemas.ts';

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

/** One operation of the API, described for people and programs. */
export interface CatalogOperation {
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
  /** Where the request names the workspace. */
  workspace: 'header' | 'path' | 'none';
  /** Whether the operation returns pages. */
  paged: boolean;
  /** Whether the pages include the total number of items. */
  counted: boolean;
  /** Whether the operation returns an event stream. */
  stream: boolean;
  /** Whether the operation returns a redirect. */
  redirect: boolean;
  /** Path, query and header parameters. */
  parameters: readonly CatalogParameter[];
  /** The JSON body; null if the operation takes none. */
  body: { required: boolean; schema: JsonSchema } | null;
}

/** Rewrites references to `#/$defs/<name>`, which every JSON Schema tool can resolve. */
const withDefs = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === '$ref' ? `#/$defs/${value}` : value));

/** The schemas that parameters and bodies reference as `#/$defs/<name>`. */
export const schemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(components).map(([name, schema]) => [name, withDefs(schema)]),
);

function operationOf(route: Route): CatalogOperation {
  const { id, method, path, rows, stream = false, redirect = false } = route;
  const known = docs[id];
  const own = parts[id];
  if (known === undefined || own === undefined) throw new Error(`The catalog does not contain ${id}.`);
  return {
    ...{ id, area: id.split('.')[0] ?? '', ...methodOf(route), method, path, ...known },
    ...{ paged: rows !== undefined, stream, redirect },
    parameters: own.parameters.map((parameter) => ({ ...parameter, schema: withDefs(parameter.schema) })),
    body: own.body ? { required: own.bodyRequired ?? false, schema: withDefs(own.body) } : null,
  };
}

/** All operations, in contract order. */
export const operations: readonly CatalogOperation[] = allCalls.map(operationOf);

/** The input of one call. */
export interface OperationInput {
  /** Path and query parameters, by name. */
  parameters?: Readonly<Record<string, unknown>>;
  /** The JSON body. */
  body?: unknown;
}

/** Whether the operation changes nothing. */
export const isReadOnly = ({ method, id }: CatalogOperation): boolean =>
  method === 'GET' || ['workflows.preview', 'workflows.validate', 'text.normalize'].includes(id);

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
 * import { findOperation } from '@voiceloom/sdk/catalog';
 * console.log(findOperation('api-keys.list')?.path);
 * ```
 */
export function findOperation(id: string): CatalogOperation | undefined {
  const wanted = id.replaceAll('-', '_');
  return operations.find((operation) => operation.id === wanted);
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
 * import { callOperation, findOperation } from '@voiceloom/sdk/catalog';
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
  const group = client[operation.group as keyof Voiceloom] as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  const named = (place: 'path' | 'query') => operation.parameters.filter((one) => one.in === place);
  const query = named('query').filter(({ name }) => parameters[name] !== undefined);
  // The client requests the URL itself instead of the redirect.
  const takesQuery = named('query').length > 0 && !operation.redirect;
  const args = [
    ...named('path').map(({ name }) => parameters[name]),
    ...(operation.body ? [body] : []),
    ...(takesQuery ? [Object.fromEntries(query.map(({ name }) => [name, parameters[name]]))] : []),
    options,
  ];
  const answer = group[operation.name]?.(...args);
  return answer as ReturnType<typeof callOperation>;
}
