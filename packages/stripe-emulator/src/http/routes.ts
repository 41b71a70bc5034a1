import { all, get, type Kind, type Rows, type State } from '../state.ts';
import { invalid, missing } from '../stripe-error.ts';
import { integerOf, type Param, type Params, textOf } from './params.ts';

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

/** Whether a row is in the list when the parameter has this value. */
type Filters<T> = Record<string, (row: T, value: Param) => boolean>;

export function listRoute<K extends Kind>(path: string, kind: K, filters: Filters<Rows[K]> = {}): Route {
  const run = ({ state, params, url }: Call) => {
    const customer = textOf(params, 'customer');
    if (customer !== undefined) get(state, 'customer', customer, 'customer');
    const rows = Object.entries(filters).reduce(
      (found, [name, matches]) => {
        const value = params[name];
        return value === undefined ? found : found.filter((row) => matches(row, value));
      },
      all(state, kind),
    );
    return page(rows, params, url);
  };
  return { method: 'GET', path, accepts: [...PAGING, ...Object.keys(filters)], run };
}

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

/** A page with the newest rows first. `rows` has the oldest first. */
function page<T extends { id: string }>(rows: T[], params: Params, url: string): List<T> {
  const limit = integerOf(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalid('This value must be between 1 and 100 (inclusive).', 'limit');
  const newest = rows.reverse();
  const after = textOf(params, 'starting_after');
  const last = newest.findIndex((row) => row.id === after);
  if (after !== undefined && last < 0) throw missing('object', after, 'starting_after');
  const start = last + 1;
  return {
    object: 'list',
    data: newest.slice(start, start + limit),
    has_more: newest.length > start + limit,
    url,
  };
}
