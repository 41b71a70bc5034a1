import { camelCase, type OperationModel, pascalCase } from './operation-model.ts';
import { asLiteral, HEADER } from './schema-printer.ts';

/** The text of `src/generated/contract.ts`, which identifies the contract of the client. */
export function printContract({ version, hash }: { version: string; hash: string }): string {
  return `${HEADER}
/** The version and content hash of the contract that this client was generated from. */
export const CONTRACT: {
  /** The version of the release. */
  readonly version: '${version}';
  /** Differs between any two contracts. */
  readonly hash: '${hash}';
} = { version: '${version}', hash: '${hash}' };
`;
}

function retryOf({ route }: OperationModel): string {
  if (route.method === 'GET' || route.method === 'PUT') return 'natural';
  return route.metadata.idempotent ? 'keyed' : 'unsafe';
}

/** The fields of an operation that the runtime needs. False values are left out. */
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

/** The text of `src/generated/calls.ts`: every operation as a separate export. */
export function printCalls(operations: OperationModel[]): string {
  const groups = [...new Set(operations.map(({ group }) => `${pascalCase(group)}Operations`))].sort();
  return `${HEADER}
import type { Operation } from '../core/route.ts';
import type {
${groups.map((name) => `  ${name},\n`).join('')}} from './operations.ts';

${operations.map(printCall).join('\n')}`;
}

/** The text of `src/generated/all-calls.ts`: the list from which the client creates its methods. */
export function printAllCalls(operations: OperationModel[]): string {
  const groups = [...Map.groupBy(operations, ({ group }) => group).values()];
  const names = groups.map((members) => `  ${members.map(callName).join(', ')},\n`).join('');
  return `${HEADER}
import type { Route } from '../core/route.ts';
import {
${names}} from './calls.ts';

// A separate module, so that a bundle with one operation does not contain all operations.

/** Every operation, in the order of the contract, with one line per group. */
export const allCalls: readonly Route[] = [
${names}];
`;
}
