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
  /** As it is sent, such as `workflow_id`. */
  name: string;
  /** Where it goes. */
  in: 'path' | 'query' | 'header';
  /** Whether a call needs it. */
  required: boolean;
  /** What it means. */
  description: string;
  /** What it takes; named parts as `#/$defs/<name>`. */
  schema: JsonSchema;
}

/** One operation of the API, with what people and programs read of it. */
export interface CatalogOperation {
  /** The operation id, such as `runs.start`. */
  id: string;
  /** The area of the API, such as `api_keys`. */
  area: string;
  /** The group of the client that has it, such as `apiKeys`. */
  group: string;
  /** The method of the group, such as `create`. */
  name: string;
  /** The HTTP method. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters as `:name`. */
  path: string;
  /** What it does, in a few words. */
  summary: string;
  /** What it does. */
  description: string;
  /** Which credentials it takes. */
  auth: 'none' | 'jwt' | 'jwt_or_key';
  /** The scope that an API key needs; null where none is. */
  scope: string | null;
  /** The least role in the workspace; null where any user may call. */
  role: string | null;
  /** Where the workspace is named. */
  workspace: 'header' | 'path' | 'none';
  /** Whether it answers pages. */
  paged: boolean;
  /** Whether its pages tell how many items there are in all. */
  counted: boolean;
  /** Whether it answers an event stream. */
  stream: boolean;
  /** Whether it answers with an address to go on to. */
  redirect: boolean;
  /** Parameters of path, query and headers. */
  parameters: readonly CatalogParameter[];
  /** The JSON body; null where it takes none. */
  body: { required: boolean; schema: JsonSchema } | null;
}

/** A schema whose references lead to `#/$defs/<name>`, which every reader of JSON Schema follows. */
const withDefs = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === '$ref' ? `#/$defs/${value}` : value));

/** The schemas that parameters and bodies refer to as `#/$defs/<name>`. */
export const schemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(components).map(([name, schema]) => [name, withDefs(schema)]),
);

function operationOf(route: Route): CatalogOperation {
  const { id, method, path, rows, stream = false, redirect = false } = route;
  const known = docs[id];
  const own = parts[id];
  if (known === undefined || own === undefined) throw new Error(`The catalog lacks ${id}.`);
  return {
    ...{ id, area: id.split('.')[0] ?? '', ...methodOf(route), method, path, ...known },
    ...{ paged: rows !== undefined, stream, redirect },
    parameters: own.parameters.map((parameter) => ({ ...parameter, schema: withDefs(parameter.schema) })),
    body: own.body ? { required: own.bodyRequired ?? false, schema: withDefs(own.body) } : null,
  };
}

/** Every operation, in the order of the contract. */
export const operations: readonly CatalogOperation[] = allCalls.map(operationOf);

/** What a call of an operation carries. */
export interface OperationInput {
  /** Path and query parameters by name. */
  parameters?: Readonly<Record<string, unknown>>;
  /** The JSON body. */
  body?: unknown;
}

/** Whether repeating or trying the operation changes nothing. */
export const isReadOnly = ({ method, id }: CatalogOperation): boolean =>
  method === 'GET' || ['workflows.preview', 'workflows.validate', 'text.normalize'].includes(id);

/** Whether the operation takes something away. */
export const isDestructive = ({ method, id }: CatalogOperation): boolean =>
  method === 'DELETE' || ['runs.cancel', 'users.cancel_subscription'].includes(id);

/** Whether calling the operation again comes to the same. */
export const isIdempotent = (operation: CatalogOperation): boolean =>
  isReadOnly(operation) || operation.method === 'PUT' || operation.method === 'DELETE';

/**
 * The operation called `id`, or undefined. Underscores and hyphens are the same: `api-keys.list` is found.
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
 * Calls any operation by its entry in the catalog. Pages come as they are asked for, events as they happen.
 *
 * @returns the `data` of the answer, {@link Pages} of a list, or an iterable of the events of a stream.
 * @throws VoiceloomError as the service refuses; InputError where a path parameter is missing.
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
  // The client itself asks for the address in place of a redirect.
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
