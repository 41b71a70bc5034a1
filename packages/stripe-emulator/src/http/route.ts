import type { State } from '../state.ts';
import type { Params } from './form.ts';

export interface Call {
  state: State;
  params: Params;
  /** What the path has in place of `:id`; empty without one. */
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
