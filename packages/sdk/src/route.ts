import type { KeyedOptions, MatchOptions } from './options.ts';

/** One operation as the client calls it. */
export interface Route {
  /** The operation id, such as `workflows.list`. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters as `:name`. */
  path: string;
  /**
   * `safe`: may be repeated; `keyed`: may be repeated with its Idempotency-Key; `unsafe`: repeated only after
   * answers that say that nothing was done.
   */
  retry: 'safe' | 'keyed' | 'unsafe';
  /** Whether it takes a query. */
  query?: boolean;
  /** Whether it takes a JSON body. */
  body?: boolean;
  /** For paged lists: the field of `data` that holds the rows; empty where `data` is the list itself. */
  rows?: string;
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
  route: Route;
  /** Path parameters in the order of the path. */
  params?: readonly unknown[];
  query?: object | undefined;
  body?: unknown;
  options?: (MatchOptions & KeyedOptions) | undefined;
}
