import type { AppRouter } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import { type Express, type RequestHandler, Router } from 'express';
import { type ContractRoute, toOperation } from './operation.ts';
import type { AnyHandler, ServeOperation } from './serve-operation.ts';

/** The routes of an area of the contract, with a handler for each. */
interface Area {
  routes: object;
  handlers: object;
}

/**
 * Mounts the routes of all areas. ts-rest connects methods and paths. Everything from a matched route to its response
 * is one pipeline (serve-operation.ts): it checks rights before it reads the body, and completes a response before it
 * sends the first byte.
 */
export function mountAreas(server: Express, serve: ServeOperation, areas: readonly Area[]): void {
  // Express tries routes one by one, so each resource has its own router.
  const routers = new Map<string | undefined, Router>();
  for (const { routes, handlers } of areas) {
    for (const [name, route] of Object.entries(routes as Record<string, ContractRoute>)) {
      const handler = (handlers as Record<string, AnyHandler>)[name];
      if (handler === undefined)
        throw new Error(`The operation ${route.metadata.operationId} has no handler.`);
      const resource = findResource(route.path);
      const router = routers.get(resource) ?? Router({ caseSensitive: true, strict: true });
      routers.set(resource, router);
      const operation = toOperation(route);
      const middleware: RequestHandler = (req, res) => serve({ operation, handler, req, res });
      const unreachable = () => Promise.reject(new Error('The response was already sent.'));
      const endpoint = { [name]: { middleware: [middleware], handler: unreachable } };
      createExpressEndpoints({ [name]: route } as unknown as AppRouter, endpoint as never, router, {
        logInitialization: false,
        jsonQuery: false,
        responseValidation: false,
      });
    }
  }
  server.use((req, res, next) => {
    const router = routers.get(findResource(req.path));
    // A router would itself respond to OPTIONS.
    if (router === undefined || req.method === 'OPTIONS') return next();
    router(req, res, next);
  });
}

/** For example, `workflows` for `/api/v1/workflows/:workflow_id`. Undefined for other paths, which share a router. */
function findResource(path: string): string | undefined {
  return path.startsWith('/api/v1/') ? path.split('/', 4)[3] : undefined;
}
