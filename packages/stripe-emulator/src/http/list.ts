import { all, get, type Kind, type Rows } from '../state.ts';
import type { Param, Params } from './form.ts';
import { integerOf, textOf } from './params.ts';
import type { Call, Route } from './route.ts';
import { invalid, missing } from './stripe-error.ts';

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

const PAGING = ['limit', 'starting_after', 'ending_before'];

/** Whether a row is in the list when the parameter has this value. */
type Filters<T> = Record<string, (row: T, value: Param) => boolean>;

export function listRoute<K extends Kind>(path: string, kind: K, filters: Filters<Rows[K]> = {}): Route {
  const run = ({ state, params, url }: Call) => {
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

/** A whole list, as objects carry them inside. */
export function wholeList<T>(data: T[], url: string): List<T> {
  return { object: 'list', data, has_more: false, url };
}

/** A page, newest first, from rows that come oldest first. */
function page<T extends { id: string }>(rows: T[], params: Params, url: string): List<T> {
  const limit = integerOf(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalid('This value must be between 1 and 100 (inclusive).', 'limit');
  const newest = rows.reverse();
  const after = textOf(params, 'starting_after');
  const before = textOf(params, 'ending_before');
  if (after !== undefined && before !== undefined)
    throw invalid('You can only pass one of these parameters: starting_after, ending_before.');
  if (before !== undefined) {
    const end = position(newest, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newest.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : position(newest, after, 'starting_after') + 1;
  return {
    object: 'list',
    data: newest.slice(start, start + limit),
    has_more: newest.length > start + limit,
    url,
  };
}

function position<T extends { id: string }>(rows: T[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) throw missing('object', id, param);
  return index;
}
