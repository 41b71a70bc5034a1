import { all, get, type Kind, type Rows, type State } from '../state.ts';
import { invalid, missing } from '../stripe-error.ts';
import { type Param, type Params, readInteger, readText } from './params.ts';

export interface Call {
  state: State;
  params: Params;
  /** The value of `:id` in the path; empty if the route has none. */
  id: string;
  /** The requested path. */
  url: string;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id` */
  path: string;
  /** The supported parameters besides `expand`; others are rejected, never ignored. */
  accepts: string[];
  run: (call: Call) => unknown;
}

/** The operation for a request, with the ID in its path. */
export function findRoute(
  routes: Route[],
  method: string,
  path: string,
): { route: Route; id: string } | undefined {
  for (const route of routes) {
    const match = new RegExp(`^${route.path.replace(':id', '([^/]+)')}$`).exec(path);
    if (match && route.method === method) return { route, id: match[1] ?? '' };
  }
  return undefined;
}

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

const PAGING = ['limit', 'starting_after'];

/** Lists rows. `filters`: whether a row is in the list when the parameter has this value. */
export function listRoute<K extends Kind>(
  path: string,
  kind: K,
  filters: Record<string, (row: Rows[K], value: Param) => boolean> = {},
): Route {
  const run = ({ state, params, url }: Call) => {
    const customer = readText(params, 'customer');
    if (customer !== undefined) get(state, 'customer', customer, 'customer');
    let rows = all(state, kind);
    for (const [name, matches] of Object.entries(filters)) {
      const value = params[name];
      if (value !== undefined) rows = rows.filter((row) => matches(row, value));
    }
    const limit = readInteger(params, 'limit') ?? 10;
    if (limit < 1 || limit > 100) throw invalid('This value must be between 1 and 100 (inclusive).', 'limit');
    // The newest rows come first.
    const newest = rows.reverse();
    const after = readText(params, 'starting_after');
    const last = newest.findIndex((row) => row.id === after);
    if (after !== undefined && last < 0) throw missing('object', after, 'starting_after');
    const start = last + 1;
    const data = newest.slice(start, start + limit);
    return { object: 'list', data, has_more: newest.length > start + limit, url } satisfies List<Rows[K]>;
  };
  return { method: 'GET', path, accepts: [...PAGING, ...Object.keys(filters)], run };
}

/** The operation that returns one object. */
export function retrieveRoute(path: string, kind: Kind, param = 'id'): Route {
  return {
    method: 'GET',
    path: `${path}/:id`,
    accepts: [],
    run: ({ state, id }) => get(state, kind, id, param),
  };
}

/** A complete list, as it appears inside objects. */
export function wholeList<T>(data: T[], url: string): List<T> {
  return { object: 'list', data, has_more: false, url };
}
