import {
  credentialsSchemaOf,
  ERRORS,
  findNodeType,
  NODE_TYPES,
  nodeTypeViews,
  PROVIDERS,
  SCOPES,
  takesKey,
} from '@voiceloom/contract';
import { components, type OperationModel } from './operation-model.ts';
import { SharedPrinter } from './print-shared.ts';

/** The text of `src/generated/test-contract.ts`: what the test server needs of the contract beside the catalog. */
export function printTestContract(operations: OperationModel[]): string {
  const successes = operations.flatMap(({ id, route: { metadata } }) =>
    metadata.success === 200 ? [] : [[id, metadata.success]],
  );
  const statuses = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));
  const names = Object.keys(components).sort();
  const types = nodeTypeViews().map((view) => ({
    ...view,
    category: findNodeType(view.node_type)?.category,
  }));
  if (types.length !== Object.keys(NODE_TYPES).length) throw new Error('A node type has no view.');
  const providers = Object.entries(PROVIDERS).map(([id, provider]) => ({
    ...{ id, ...provider },
    credentials_schema: takesKey(id) ? credentialsSchemaOf(id) : null,
  }));
  const printer = new SharedPrinter(types, providers);
  const rows = (items: unknown[]) => items.map((item) => `  ${printer.print(item)},\n`).join('');
  const [typeText, providerText] = [rows(types), rows(providers)];
  return `// Written by scripts/gen.ts. Do not edit.

import type { TestProvider } from '../testing/operation.ts';
import type * as types from './types.ts';
import { blanksOf } from '../testing/blanks.ts';
import { components } from './schemas.ts';

${printer.constants()}
/** The status of success of operations that answer another one than 200. */
export const successes: Readonly<Record<string, number>> = ${JSON.stringify(Object.fromEntries(successes), null, 2)};

/** The status of each error code. */
export const errorStatuses = ${JSON.stringify(statuses, null, 2)} as const;

type Blanks = {
${names.map((name) => `  ${name}: types.${name};\n`).join('')}};

/** The emptiest value of each kind; a field that the test server does not know of is answered as it is here. */
export const blanks = blanksOf<Blanks>(components);

/** Every scope that an API key can hold. */
export const scopes: readonly types.Scope[] = ${JSON.stringify(SCOPES)};

/** Every node type with its ports and the JSON Schema of its config fields. */
export const nodeTypeDetails: readonly Omit<types.NodeTypeDetail, 'options'>[] = [
${typeText}];

/** Every provider, what it does, and the JSON Schema of its key. */
export const providers: readonly TestProvider[] = [
${providerText}];
`;
}
