import type { KeyedOptions, MatchOptions } from './options.ts';
import { partsOf } from './path.ts';

/** One operation as the client calls it. */
export interface Route {
  /** The operation id, such as `workflows.list`. */
  readonly id: string;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters as `:name`. */
  readonly path: string;
  /** Its path in parts, once it has been called. */
  parts?: string[];
  /**
   * `natural`: the HTTP method is idempotent; `keyed`: may be repeated with its Idempotency-Key; `unsafe`: repeated
   * only after responses that say that nothing was done.
   */
  readonly retry: 'natural' | 'keyed' | 'unsafe';
  /** Whether it takes a query. */
  readonly query?: boolean;
  /** Whether it takes a JSON body. */
  readonly body?: boolean;
  /** For paged lists: the field of `data` that holds the rows; empty where `data` is the list itself. */
  readonly rows?: string;
  /** Whether it returns a redirect, whose body names the target as well. */
  readonly redirect?: boolean;
  /** Whether it returns an event stream. */
  readonly stream?: boolean;
  /** Whether it needs no credential. */
  readonly open?: boolean;
  /** Whether `X-Workspace-Id` names its workspace. */
  readonly workspace?: boolean;
}

/** One operation as a value: what `call` and `list` take. */
export interface Operation<Method> extends Route {
  /** Never set: it only carries the types of the operation. */
  readonly '~method'?: Method;
}

/** One call of an operation: what fills its path, its query and its body. */
export interface Call {
  /** The operation. */
  route: Route;
  /** Path parameters in the order of the path; what follows them is ignored. */
  params?: readonly unknown[];
  /** What goes behind the path. */
  query?: object | undefined;
  /** What is sent as JSON. */
  body?: unknown;
  /** Of this call alone. */
  options?: (MatchOptions & KeyedOptions) | undefined;
}

/** The call that a method makes of its arguments: path parameters, body, query, options. */
export function callOf(route: Route, args: readonly unknown[]): Call {
  const rest = args.slice(pathParameterCount(route));
  const body = route.body ? rest.shift() : undefined;
  // A page may not see where a redirect leads, so the address itself is requested.
  const query = route.redirect ? { redirect: false } : route.query ? rest.shift() : undefined;
  return { route, params: args, body, query: query as Call['query'], options: rest[0] as Call['options'] };
}

/** Parts are texts and names in turn, and end with a text. */
const pathParameterCount = (route: Route) => (partsOf(route).length - 1) / 2;
