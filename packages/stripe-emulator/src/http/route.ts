import type { State } from '../state.ts';
import type { Params } from './form.ts';

export interface Call {
  state: State;
  params: Params;
  /** The parts of the path that the pattern names. */
  ids: Record<string, string>;
  /** The requested path. */
  url: string;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id` */
  path: string;
  /** The supported parameters; others are rejected, never ignored. */
  accepts: string[];
  run: (call: Call) => unknown;
}

/** The id that the pattern calls `id`. */
export function idFrom({ ids }: Call, name = 'id'): string {
  return ids[name] ?? '';
}

export function findRoute(
  routes: Route[],
  method: string,
  path: string,
): { route: Route; ids: Record<string, string> } | undefined {
  const parts = path.split('/');
  for (const route of routes) {
    if (route.method !== method) continue;
    const ids = match(route.path.split('/'), parts);
    if (ids) return { route, ids };
  }
  return undefined;
}

function match(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [index, step] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (step.startsWith(':')) ids[step.slice(1)] = part;
    else if (step !== part) return undefined;
  }
  return ids;
}
