import { InputError } from '../errors/errors.ts';
import type { KeyedOptions, MatchOptions } from './request-options.ts';

/** One operation, as the client needs it. */
export interface Route {
  /** The operation ID, such as `workflows.list`. */
  readonly id: string;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with parameters as `:name`. */
  readonly path: string;
  /** The parts of the path, cached after the first call. */
  parts?: string[];
  /**
   * Whether an Idempotency-Key makes it safe to retry. Without one, GET and PUT are safe to retry; other methods
   * are retried only after responses that mean that nothing was done.
   */
  readonly keyed?: boolean;
  /** Whether it takes a query. */
  readonly query?: boolean;
  /** Whether it takes a JSON body. */
  readonly body?: boolean;
  /** For paged lists: the field of `data` that contains the items; empty if `data` is the list itself. */
  readonly rows?: string;
  /** Whether it returns a redirect whose body also contains the target. */
  readonly redirect?: boolean;
  /** Whether it returns an event stream. */
  readonly stream?: boolean;
  /** Whether it needs no credential. */
  readonly open?: boolean;
  /** Whether the `X-Workspace-Id` header selects the workspace. */
  readonly workspace?: boolean;
}

/** One operation as a value, for `call` and `list`. */
export interface Operation<Method> extends Route {
  /** Never set: it only carries the operation's types. */
  readonly '~method'?: Method;
}

/** One call of an operation, with its path parameters, query and body. */
export interface Call {
  /** The operation. */
  route: Route;
  /** Path parameters in path order; additional ones are ignored. */
  params?: readonly unknown[];
  /** The query parameters. */
  query?: object | undefined;
  /** The JSON body. */
  body?: unknown;
  /** Options of this call. */
  options?: (MatchOptions & KeyedOptions) | undefined;
}

/** Converts the arguments of a method (path parameters, body, query, options) into a call. */
export function callOf(route: Route, args: readonly unknown[]): Call {
  // Literal text and parameter names take turns, beginning and ending with text.
  const pathParameterCount = (partsOf(route).length - 1) / 2;
  const rest = args.slice(pathParameterCount);
  const body = route.body ? rest.shift() : undefined;
  let query: unknown;
  // Browsers hide the target of a redirect, so the client asks for the URL in the response instead.
  if (route.redirect) query = { redirect: false };
  else if (route.query) query = rest.shift();
  return { route, params: args, body, query: query as Call['query'], options: rest[0] as Call['options'] };
}

/** Rejects a segment that would address a different operation, whatever its encoding. */
function segment(value: unknown, name: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  // No text, `.` or `..` would address another path. An unpaired surrogate cannot be encoded.
  if (typeof text !== 'string' || /^\.{0,2}$|\p{Cs}/u.test(text)) {
    throw new InputError(`${name} must not be ${JSON.stringify(value)}.`);
  }
  return encodeURIComponent(text);
}

/**
 * Alternates text and parameter names: `/a/:b/c` is `/a/`, `b`, `/c`. Cached, because routes are called
 * often.
 */
function partsOf(route: Route): string[] {
  route.parts ??= route.path.split(/:(\w+)/);
  return route.parts;
}

/** The URL of a call. Throws InputError for path parameters that would address a different path. */
export function urlOf(baseUrl: string, { route, params = [], query }: Call): string {
  let url = baseUrl;
  // Literal text and parameter names take turns.
  let index = 0;
  for (const part of partsOf(route)) {
    url += index % 2 === 0 ? part : segment(params[index >> 1], part);
    index += 1;
  }
  if (!query) return url;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      search.append(name, item instanceof Date ? item.toISOString() : String(item));
    }
  }
  const text = search.toString();
  if (text === '') return url;
  return `${url}?${text}`;
}
