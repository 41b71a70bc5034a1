import { CONTRACT_HASH, CONTRACT_VERSION } from '@voiceloom/contract';
import { camelCase, type OperationModel, pascalCase } from './operation-model.ts';
import { asLiteral, HEADER } from './schema-printer.ts';

/** The fields of an operation that the runtime needs. False values are left out. */
function fieldsOf(operation: OperationModel): [string, unknown][] {
  const { id, route, rows, query, body, stream } = operation;
  const { auth, idempotent, success, workspace } = route.metadata;
  const fields = {
    id,
    method: route.method,
    path: route.path,
    keyed: idempotent || undefined,
    rows: rows ?? undefined,
    query: query.length > 0 || undefined,
    body: body !== null || undefined,
    redirect: success === 302 || undefined,
    stream: stream || undefined,
    open: auth === 'none' || undefined,
    workspace: workspace === 'header' || undefined,
  };
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}

/** The export name of an operation, such as `workflowsGet`. */
const callName = ({ group, name }: OperationModel): string => `${group}${pascalCase(name)}`;

/** The type of the operation's method. `never` for streams, which `call` and `list` do not support. */
const methodType = ({ group, name, stream }: OperationModel) =>
  stream ? 'never' : `${pascalCase(group)}Operations['${camelCase(name)}']`;

function printCall(operation: OperationModel): string {
  const { group, name, id, route } = operation;
  if (camelCase(id) !== `${group}.${name}`) throw new Error(`${id} is not the id of ${group}.${name}.`);
  const fields = fieldsOf(operation).map(([field, value]) => `${field}: ${asLiteral(value)}`);
  return `/** ${route.summary}. */
export const ${callName(operation)}: Operation<${methodType(operation)}> = { ${fields.join(', ')} };
`;
}

/**
 * The text of `src/generated/calls.ts`: every operation as a separate export, the list from which the client creates its
 * methods, and the identity of the contract.
 */
export function printCalls(operations: OperationModel[]): string {
  const interfaces = [...new Set(operations.map(({ group }) => `${pascalCase(group)}Operations`))].sort();
  const groups = [...Map.groupBy(operations, ({ group }) => group).values()];
  const names = groups.map((members) => `  ${members.map(callName).join(', ')},\n`).join('');
  return `${HEADER}
import type { Operation, Route } from '../core/route.ts';
import type {
${interfaces.map((name) => `  ${name},\n`).join('')}} from './types.ts';

/** The version and content hash of the contract that this client was generated from. */
export const CONTRACT: {
  /** The version of the release. */
  readonly version: '${CONTRACT_VERSION}';
  /** Differs between any two contracts. */
  readonly hash: '${CONTRACT_HASH}';
} = { version: '${CONTRACT_VERSION}', hash: '${CONTRACT_HASH}' };

${operations.map(printCall).join('\n')}
/**
 * Every operation, in the order of the contract, with one line per group. Bundlers drop the list from pages that import
 * single operations.
 *
 * @internal
 */
export const allCalls: readonly Route[] = [
${names}];
`;
}
