import { ApiPromise } from './api-promise.ts';
import { Pages } from './pages.ts';
import { partsOf } from './path.ts';
import type { Core } from './request.ts';
import type { Call, Route } from './route.ts';

/** Arguments in their order: path parameters, body, query, options. */
export function callOf(route: Route, args: readonly unknown[]): Call {
  let at = partsOf(route).length >> 1;
  return {
    route,
    params: args,
    body: route.body ? args[at++] : undefined,
    query: route.query ? (args[at++] as object | undefined) : undefined,
    options: args[at] as Call['options'],
  };
}

/** The methods of a resource group, made from its routes. */
export function createResource<T>(core: Core, group: Record<string, Route>): T {
  const methods = Object.entries(group).map(([name, route]) => {
    const method = (...args: unknown[]) => {
      const call = callOf(route, args);
      return route.rows === undefined ? new ApiPromise(core.send(call)) : new Pages(core, call);
    };
    return [name, method];
  });
  return Object.fromEntries(methods) as T;
}
