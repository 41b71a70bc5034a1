import { camelCase, type OperationModel, pascalCase } from './operation-model.ts';

const HEADER = '// Written by scripts/gen.ts. Do not edit.\n';

function flagsOf({ route, query, body, rows, stream }: OperationModel): string {
  const { auth, idempotent, success, workspace } = route.metadata;
  const flags = {
    q: query.length > 0,
    b: body !== null,
    r: rows !== null,
    k: idempotent,
    x: success === 302,
    s: stream,
    o: auth === 'none',
    w: workspace === 'header',
  };
  return Object.entries(flags)
    .filter(([, is]) => is)
    .map(([flag]) => flag)
    .join('');
}

/** The short form that `routeOf` reads. */
function shortForm(operation: OperationModel): string {
  const { route, rows } = operation;
  const path = route.path.replace(/^\/api\/v1/, '~');
  return [route.method + flagsOf(operation), path, rows ?? ''].join(' ').trimEnd();
}

/** The same as an object: one route costs a bundle less than the reader of short forms. */
function literal(operation: OperationModel): string {
  const { id, route, rows } = operation;
  const { method, path } = route;
  const keyed = route.metadata.idempotent ? 'keyed' : 'unsafe';
  const retry = method === 'GET' || method === 'PUT' ? 'natural' : keyed;
  const flags = flagsOf(operation);
  const is = { query: 'q', body: 'b', redirect: 'x', stream: 's', open: 'o', workspace: 'w' };
  const fields = Object.entries({ id, method, path, retry, ...(rows !== null && { rows }) });
  return [
    ...fields.map(([name, value]) => `${name}: '${value}'`),
    ...Object.entries(is).flatMap(([name, flag]) => (flags.includes(flag) ? [`${name}: true`] : [])),
  ].join(', ');
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function printRoute(operation: OperationModel): string {
  const { group, name, id } = operation;
  if (id !== snakeCase(`${group}.${name}`)) throw new Error(`${id} is not the id of ${group}.${name}.`);
  return `    ${name}: '${shortForm(operation)}',\n`;
}

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

/** The text of `src/generated/routes.ts`: the table that the client makes its methods from. */
export function printRoutes(operations: OperationModel[]): string {
  const groups = Map.groupBy(operations, ({ group }) => group);
  const entries = [...groups].map(
    ([group, members]) => `  ${group}: {\n${members.map(printRoute).join('')}  },\n`,
  );
  return `${HEADER}
/** Every operation of the API by resource group and method name, in the short form that \`routeOf\` reads. */
export const routes = {
${entries.join('')}} as const;
`;
}

/** The name of an operation that is imported alone: `workflowsGet`. */
const callName = ({ group, name }: OperationModel): string => `${group}${pascalCase(name)}`;

function printCall(operation: OperationModel): string {
  const { group, name, route } = operation;
  const type = `${pascalCase(group)}Operations['${camelCase(name)}']`;
  return `/** ${route.summary}. */
export const ${callName(operation)}: Operation<${type}> = { ${literal(operation)} };
`;
}

/** The text of `src/generated/calls.ts`: every operation as a value of its own, for the lean client. */
export function printCalls(operations: OperationModel[]): string {
  const called = operations.filter(({ stream }) => !stream);
  const groups = [...new Set(called.map(({ group }) => `${pascalCase(group)}Operations`))].sort();
  return `${HEADER}
import type { Operation } from '../lean.ts';
import type {
${groups.map((name) => `  ${name},\n`).join('')}} from './operations.ts';

${called.map(printCall).join('\n')}`;
}
