import type { AppRouter } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import type { Express, RequestHandler } from 'express';
import type { Handlers } from '../../handler/handler.ts';
import { type ContractRoute, toOperation } from './operation.ts';
import type { AnyHandler, ServeOperation } from './serve-operation.ts';

/**
 * Mounts the routes of one area. ts-rest binds methods and paths; everything between a matched route and its
 * response is one pipeline (serve-operation.ts): rights are checked before the body is read, and the bytes of a
 * response are complete before they are sent.
 */
export function mountArea<Area extends object>(
  server: Express,
  serve: ServeOperation,
  { routes, handlers }: { routes: Area; handlers: Handlers<Area> },
): void {
  const implementations = Object.entries(routes as Record<string, ContractRoute>).map(([name, route]) => {
    const handler = (handlers as unknown as Record<string, AnyHandler>)[name];
    if (handler === undefined) throw new Error(`The operation ${route.metadata.operationId} has no handler.`);
    return [name, implementation(serve, route, handler)] as const;
  });
  createExpressEndpoints(routes as AppRouter, Object.fromEntries(implementations) as never, server, {
    logInitialization: false,
    jsonQuery: false,
    responseValidation: false,
  });
}

function implementation(serve: ServeOperation, route: ContractRoute, handler: AnyHandler) {
  const operation = toOperation(route);
  const middleware: RequestHandler = (req, res) => serve({ operation, handler, req, res });
  const unreachable = () => Promise.reject(new Error('The response was already sent.'));
  return { middleware: [middleware], handler: unreachable };
}
