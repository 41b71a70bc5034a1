import { camelCase, type OperationModel, pascalCase } from './operation-model.ts';
import { asLiteral, HEADER } from './schema-printer.ts';

/** The text of `src/generated/contract.ts`: which contract the client was made from. */
export function printContract({ version, hash }: { version: string; hash: string }): string {
  return `${HEADER}
/** The version and content hash of the contract that this client was made from. */
export const CONTRACT: {
  /** The version, as releases have it. */
  readonly version: '${version}';
  /** Tells any two contracts apart. */
  readonly hash: '${hash}';
} = { version: '${version}', hash: '${hash}' };
`;
}

function retryOf({ route }: OperationModel): string {
  if (route.method === 'GET' || route.method === 'PUT') return 'natural';
  return route.metadata.idempotent ? 'keyed' : 'unsafe';
}

/** What the runtime needs of an operation; what is false is left out. */
function fieldsOf(operation: OperationModel): [string, unknown][] {
  const { id, route, rows, query, body, stream } = operation;
  const { auth, success, workspace } = route.metadata;
  const fields = {
    ...{ id, method: route.method, path: route.path, retry: retryOf(operation) },
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

/** The name of an operation that is imported alone: `workflowsGet`. */
const callName = ({ group, name }: OperationModel): string => `${group}${pascalCase(name)}`;

/** The type of its method; a stream has none that `call` or `list` could take. */
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

/** The text of `src/generated/calls.ts`: every operation as a value of its own. */
export function printCalls(operations: OperationModel[]): string {
  const groups = [...new Set(operations.map(({ group }) => `${pascalCase(group)}Operations`))].sort();
  return `${HEADER}
import type { Operation } from '../core/route.ts';
import type {
${groups.map((name) => `  ${name},\n`).join('')}} from './operations.ts';

${operations.map(printCall).join('\n')}`;
}

/** The text of `src/generated/all-calls.ts`: the list that the client makes its methods from. */
export function printAllCalls(operations: OperationModel[]): string {
  const groups = [...Map.groupBy(operations, ({ group }) => group).values()];
  const names = groups.map((members) => `  ${members.map(callName).join(', ')},\n`).join('');
  return `${HEADER}
import type { Route } from '../core/route.ts';
import {
${names}} from './calls.ts';

// A module of its own, so that a bundle with one operation holds no list of all of them.

/** Every operation, in the order of the contract; a line holds those of one group. */
export const allCalls: readonly Route[] = [
${names}];
`;
}
