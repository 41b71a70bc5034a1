import { ApiPromise } from './api-promise.ts';
import { routes } from './generated/routes.ts';
import { Pages } from './pages.ts';
import { partsOf } from './path.ts';
import type { Core } from './request.ts';
import { type Call, idOf, type Route, routeOf } from './route.ts';

/** Arguments in their order: path parameters, body, query, options. */
export function callOf(route: Route, args: readonly unknown[]): Call {
  let at = partsOf(route).length >> 1;
  return {
    route,
    params: args,
    body: route.body ? args[at++] : undefined,
    // A page may not see where a redirect leads, so the address itself is asked for.
    query: route.redirect
      ? { redirect: false }
      : route.query
        ? (args[at++] as object | undefined)
        : undefined,
    options: args[at] as Call['options'],
  };
}

/** The methods of a resource group, made from its routes; a route is read when it is called first. */
export function createResource<T>(core: Core, group: keyof typeof routes): T {
  const methods = Object.entries(routes[group]).map(([name, text]) => {
    let route: Route | undefined;
    const method = (...args: unknown[]) => {
      route ??= routeOf(idOf(group, name), text);
      const call = callOf(route, args);
      return route.rows === undefined ? new ApiPromise(core.send(call)) : new Pages(core, call);
    };
    return [name, method];
  });
  return Object.fromEntries(methods) as T;
}

/** Every route of the table. */
export function allRoutes(): Route[] {
  return Object.entries(routes).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, text]) => routeOf(idOf(group, name), text)),
  );
}
