import type { OperationModel } from './operation-model.ts';
import { HEADER, printData } from './schema-printer.ts';

/** What people read of an operation, and what it demands of the caller. */
function docsOf({ route }: OperationModel) {
  const { auth, scope, role, workspace, paged } = route.metadata;
  const { summary, description } = route;
  return { summary, description, auth, scope, role, workspace, counted: paged?.counted === true };
}

/** The text of `src/generated/catalog.ts`: what people and programs read of every operation. */
export function printCatalog(operations: OperationModel[]): string {
  const entries = operations.map((operation) => `  '${operation.id}': ${printData(docsOf(operation))},\n`);
  return `${HEADER}
import type { CatalogOperation } from '../catalog.ts';

/** What people read of an operation, and what it demands of the caller. */
export type OperationDocs = Pick<
  CatalogOperation,
  'summary' | 'description' | 'auth' | 'scope' | 'role' | 'workspace' | 'counted'
>;

/** The texts and rights of every operation, by its id. */
export const docs: Record<string, OperationDocs> = {
${entries.join('')}};
`;
}
