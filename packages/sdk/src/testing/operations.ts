import type { CatalogOperation } from '../catalog.ts';
import { operations as catalog } from '../catalog-operations.ts';
import { successes } from '../generated/test-contract.ts';
import { allRoutes } from '../resources.ts';
import type { OperationId, TestOperation } from './operation.ts';

const rowsOf = new Map(allRoutes().map(({ id, rows }) => [id, rows]));

function asTestOperation(known: CatalogOperation): TestOperation {
  const { id, method, path, auth, workspace, body, paged, counted, parameters } = known;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const limit = query.find(({ name }) => name === 'limit');
  // Lists with page numbers have none.
  const hasCursor = query.some(({ name }) => name === 'cursor');
  const rows = rowsOf.get(id);
  return {
    id: id as OperationId,
    success: successes[id] ?? 200,
    ...(rows !== undefined && { rows }),
    method,
    path,
    auth,
    scope: known.scope as TestOperation['scope'],
    role: known.role as TestOperation['role'],
    workspace,
    idempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    params: Object.fromEntries(inPath.map(({ name, schema }) => [name, schema])),
    query: Object.fromEntries(query.map(({ name, required, schema }) => [name, { ...schema, required }])),
    body,
    ...(paged && limit && hasCursor && { paged: { counted, defaultLimit: Number(limit.schema.default) } }),
  };
}

/** Every operation: its way, its rights, its path, query and body as JSON Schema. */
export const operations: readonly TestOperation[] = catalog.map(asTestOperation);
