import type { OperationModel } from './operation-model.ts';

function retryOf({ route }: OperationModel): string {
  if (route.method === 'GET') return 'safe';
  return route.metadata.idempotent ? 'keyed' : 'unsafe';
}

function printRoute(operation: OperationModel): string {
  const { id, route, query, body, rows, stream } = operation;
  const entry = {
    id,
    method: route.method,
    path: route.path,
    retry: retryOf(operation),
    ...(query.length > 0 && { query: true }),
    ...(body && { body: true }),
    ...(rows !== null && { rows }),
    ...(route.metadata.success === 302 && { redirect: true }),
    ...(stream && { stream: true }),
    ...(route.metadata.auth === 'none' && { open: true }),
    ...(route.metadata.workspace === 'header' && { workspace: true }),
  };
  const fields = Object.entries(entry).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? `'${value}'` : value}`,
  );
  return `    ${operation.name}: { ${fields.join(', ')} },\n`;
}

/** The text of `src/generated/routes.ts`: the table that the client makes its methods from. */
export function printRoutes(
  operations: OperationModel[],
  contract: { version: string; hash: string },
): string {
  const groups = Map.groupBy(operations, ({ group }) => group);
  const entries = [...groups].map(
    ([group, members]) => `  ${group}: {\n${members.map(printRoute).join('')}  },\n`,
  );
  return `// Written by scripts/gen.ts. Do not edit.

import type { Route } from '../route.ts';

/** The version and content hash of the contract that this client was made from. */
export const CONTRACT = { version: '${contract.version}', hash: '${contract.hash}' } as const;

/** Every operation of the API by resource group and method name. */
export const routes = {
${entries.join('')}} as const satisfies Record<string, Record<string, Route>>;
`;
}
