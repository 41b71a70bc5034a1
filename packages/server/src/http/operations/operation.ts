import type { ErrorCode, RouteMeta } from '@voiceloom/contract';
import { z } from 'zod';
import { exactShape } from './exact-shape.ts';

/** An operation of the contract for the server, with schemas that were looked up at start. */
export interface Operation {
  method: string;
  /** The path with `:name` parameters. */
  path: string;
  metadata: RouteMeta & { errors: readonly ErrorCode[] };
  pathParams: z.ZodType | undefined;
  query: z.ZodType | undefined;
  headers: readonly (readonly [string, z.ZodType])[];
  body: z.ZodType | undefined;
  /** The schema of the success body. Undefined for a stream of events. */
  success: z.ZodType | undefined;
  /** A fast check of the success body. Undefined if its schema has no such check. */
  isExact: ((body: unknown) => boolean) | undefined;
}

/** The parts of a contract route that the server reads. */
export interface ContractRoute {
  method: string;
  path: string;
  pathParams?: unknown;
  query?: unknown;
  headers?: unknown;
  body?: unknown;
  responses: Record<number, unknown>;
  metadata: RouteMeta & { errors: readonly ErrorCode[] };
}

/** A route of the contract with its schemas, as the service needs them for each request. */
export function toOperation(route: ContractRoute): Operation {
  const success = toSchema(route.responses[route.metadata.success]);
  const headers: [string, z.ZodType][] = [];
  for (const [name, schema] of Object.entries(route.headers ?? {}))
    if (schema instanceof z.ZodType) headers.push([name, schema]);
  return {
    method: route.method,
    path: route.path,
    metadata: route.metadata,
    pathParams: toSchema(route.pathParams),
    query: toSchema(route.query),
    headers,
    body: toSchema(route.body),
    success,
    isExact: success && exactShape(success),
  };
}

/** Undefined if this part of the contract is no schema. */
function toSchema(part: unknown): z.ZodType | undefined {
  return part instanceof z.ZodType ? part : undefined;
}

/** All routes of a contract or of one of its areas. */
export function routesOf(contract: object): ContractRoute[] {
  return Object.values(contract).flatMap((part: unknown) => {
    if (typeof part !== 'object' || part === null) return [];
    return 'responses' in part && 'path' in part ? [part as ContractRoute] : routesOf(part);
  });
}
