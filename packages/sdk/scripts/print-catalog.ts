import type { OperationModel } from './operation-model.ts';
import { HEADER, printData } from './schema-printer.ts';

/** The texts of an operation for people, and the permissions that it requires. */
function docsOf({ route }: OperationModel) {
  const { auth, scope, role, workspace, paged } = route.metadata;
  const { summary, description } = route;
  return { summary, description, auth, scope, role, workspace, counted: paged?.counted === true };
}

/** The text of `src/generated/catalog.ts`: the documentation of every operation. */
export function printCatalog(operations: OperationModel[]): string {
  const entries = operations.map((operation) => `  '${operation.id}': ${printData(docsOf(operation))},\n`);
  return `${HEADER}
import type { CatalogOperation } from '../catalog.ts';

/** The texts of an operation for people, and the permissions that it requires. */
export type OperationDocs = Pick<
  CatalogOperation,
  'summary' | 'description' | 'auth' | 'scope' | 'role' | 'workspace' | 'counted'
>;

/** The texts and rights of every operation, by its id. */
export const docs: Record<string, OperationDocs> = {
${entries.join('')}};
`;
}
