import type { OperationModel } from './operation-model.ts';
import { HEADER, printData } from './schema-printer.ts';

/** The text of `src/generated/catalog.ts`: the documentation of every operation. */
export function printCatalog(operations: OperationModel[]): string {
  const entries = operations.map(({ id, route }) => {
    const { auth, scope, role, paged } = route.metadata;
    const { summary, description } = route;
    const docs = { summary, description, auth, scope, role, counted: paged?.counted === true };
    return `  '${id}': ${printData(docs)},\n`;
  });
  return `${HEADER}
import type { OperationDocs } from '../client/catalog.ts';

/** The texts and rights of every operation, by its id. */
export const docs: Record<string, OperationDocs> = {
${entries.join('')}};
`;
}
