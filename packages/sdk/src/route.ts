import type { KeyedOptions, MatchOptions } from './options.ts';

/** One operation as the client calls it. */
export interface Route {
  /** The operation id, such as `workflows.list`. */
  id: string;
  /** The HTTP method. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters as `:name`. */
  path: string;
  /** Its path in parts, once it has been called. */
  parts?: string[];
  /**
   * `natural`: once or twice is the same; `keyed`: may be repeated with its Idempotency-Key; `unsafe`: repeated
   * only after answers that say that nothing was done.
   */
  retry: 'natural' | 'keyed' | 'unsafe';
  /** Whether it takes a query. */
  query?: boolean;
  /** Whether it takes a JSON body. */
  body?: boolean;
  /** For paged lists: the field of `data` that holds the rows; empty where `data` is the list itself. */
  rows?: string | undefined;
  /** Whether it answers with a redirect, whose body names the target as well. */
  redirect?: boolean;
  /** Whether it answers an event stream. */
  stream?: boolean;
  /** Whether it needs no credential. */
  open?: boolean;
  /** Whether `X-Workspace-Id` names its workspace. */
  workspace?: boolean;
}

/** One call of an operation: what fills its path, its query and its body. */
export interface Call {
  /** The operation. */
  route: Route;
  /** Path parameters in the order of the path; what follows them is not looked at. */
  params?: readonly unknown[];
  /** What goes behind the path. */
  query?: object | undefined;
  /** What is sent as JSON. */
  body?: unknown;
  /** Of this call alone. */
  options?: (MatchOptions & KeyedOptions) | undefined;
}

/**
 * A route from its short form `METHODflags path [rows]`, where `~` is `/api/v1` and the flags are **q**uery, **b**ody,
 * **r**ows, **k**eyed, redirect (**x**), **s**tream, **o**pen and **w**orkspace.
 */
export function routeOf(id: string, text: string): Route {
  const [head = '', path = '', rows = ''] = text.split(' ');
  const method = head.replace(/[a-z]+/, '');
  const has = (flag: string) => head.includes(flag);
  const natural = method === 'GET' || method === 'PUT';
  return {
    id,
    method: method as Route['method'],
    path: path.replace('~', '/api/v1'),
    retry: natural ? 'natural' : has('k') ? 'keyed' : 'unsafe',
    query: has('q'),
    body: has('b'),
    rows: has('r') ? rows : undefined,
    redirect: has('x'),
    stream: has('s'),
    open: has('o'),
    workspace: has('w'),
  };
}

/** The id of an operation: `apiKeys` and `rotate` give `api_keys.rotate`. */
export const idOf = (group: string, name: string): string =>
  `${group}.${name}`.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
