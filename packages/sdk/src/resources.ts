import { ApiPromise } from './api-promise.ts';
import { Pages } from './pages.ts';
import type { Core } from './request.ts';
import type { Call, Route } from './route.ts';

/** Arguments in their order: path parameters, body, query, options. */
function callOf(route: Route, args: unknown[]): Call {
  const rest = [...args];
  const params = rest.splice(0, route.path.match(/:\w+/g)?.length ?? 0);
  const body = route.body ? rest.shift() : undefined;
  const query = route.query ? (rest.shift() as object | undefined) : undefined;
  return { route, params, query, body, options: rest.shift() as Call['options'] };
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
