import { deprecationText } from '@voiceloom/contract';
import { type ErrorSets, errorSets, errorsOf } from './error-sets.ts';
import { camelCase, type OperationModel, pascalCase, queryName } from './operation-model.ts';
import { printExample } from './print-example.ts';
import { comment, type JsonSchema, printType } from './schema-printer.ts';

/** The purpose of a group of the client. */
export function groupText(operations: readonly OperationModel[]): string {
  const [first] = operations;
  const refused = operations.every(({ route }) => route.metadata.auth === 'jwt');
  return `${first?.about}${refused ? ' They need a token. API keys cannot call them.' : ''}`;
}

const ROWS_SUFFIX = '[number]';

function rowType({ data, rows }: OperationModel): string {
  if (rows === '') return printType((data.items ?? {}) as JsonSchema);
  return `${printType(data)}['${rows}']${ROWS_SUFFIX}`;
}

function returnType(operation: OperationModel): string {
  const data = printType(operation.data, 1);
  if (operation.rows === null) return `ApiPromise<${data}>`;
  return operation.rows === '' ? `Pages<${rowType(operation)}>` : `Pages<${rowType(operation)}, ${data}>`;
}

function optionsType({ route }: OperationModel): string {
  if (route.metadata.idempotent) return 'KeyedOptions';
  return route.headers?.['if-match'] === undefined ? 'RequestOptions' : 'MatchOptions';
}

function parameters(operation: OperationModel): string[] {
  const { params, query, body } = operation;
  const list = params.map((name) => `${camelCase(name)}: string`);
  if (body) list.push(`body${body.required ? '' : '?'}: ${printType(body.schema)}`);
  if (query.length > 0) {
    list.push(`query${query.some(({ required }) => required) ? '' : '?'}: ${queryName(operation)}`);
  }
  return [...list, `options?: ${optionsType(operation)}`];
}

type Sets = { sets: ErrorSets };

/** Names for combinations of error sets that many operations have. */
const TOGETHER: Record<string, string> = {
  'CommonError BodyError': 'WriteError',
  'CommonError BodyError KeyError': 'KeyedError',
};
const named = (sets: readonly string[]): readonly string[] => {
  const name = TOGETHER[sets.join(' ')];
  return name === undefined ? sets : [name];
};

function toldErrors(operation: OperationModel, { sets: all }: Sets): string {
  const { sets, own } = errorsOf(operation, all);
  const links = named(sets).map((name) => `{@link ${name}}`);
  return [...own, ...links].join(', ');
}

const quoted = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(' | ');

const printErrorSets = ({
  CommonError,
  BodyError,
  KeyError,
}: ErrorSets) => `/** Error codes that any operation may return. */
export type CommonError = ${quoted(CommonError)};

/** Further error codes that any write may return. */
export type BodyError = ${quoted(BodyError)};

/** Further error codes that any operation with an Idempotency-Key may return. */
export type KeyError = ${quoted(KeyError)};

/** Error codes that any write may return. */
export type WriteError = CommonError | BodyError;

/** Error codes that any write with an Idempotency-Key may return. */
export type KeyedError = WriteError | KeyError;
`;

function about(operation: OperationModel, sets: Sets): string {
  const { route } = operation;
  const lines = [`${route.summary}. ${route.description}`, '', `\`${route.method} ${route.path}\``, ''];
  lines.push(`@throws VoiceloomError: ${toldErrors(operation, sets)}.`);
  const { deprecated } = route.metadata;
  if (deprecated !== undefined) lines.push(`@deprecated ${deprecationText(deprecated)}`);
  lines.push('@example', '```ts', ...printExample(operation).split('\n'), '```');
  return comment(lines, 1);
}

/** The signature of a method: its parameters and return type. */
export const signatureOf = (operation: OperationModel): string =>
  `${operation.name}(${parameters(operation).join(', ')}): ${returnType(operation)}`;

function printMethod(operation: OperationModel, sets: Sets): string {
  return `${about(operation, sets)}  ${signatureOf(operation)};\n`;
}

function printGroup(group: string, operations: OperationModel[], sets: Sets): string {
  const methods = operations.filter(({ stream }) => !stream).map((operation) => printMethod(operation, sets));
  const head = comment([groupText(operations)]);
  return `${head}export interface ${pascalCase(group)}Operations {\n${methods.join('\n')}}\n`;
}

const SHAPE = `/** The types of an operation: input, result, required scope and errors. */
export interface OperationShape<Data, Errors, Scope, Params extends string = never, Body = undefined, Query = undefined> {
  /** The path parameters, as text. */
  params: Record<Params, string>;
  /** The scope that an API key needs: \`any\` if every key may call, null if a user token is required. */
  scope: Scope;
  /** The query. Undefined if the operation has none. */
  query: Query;
  /** The JSON body. Undefined if the operation has none. */
  body: Body;
  /** The \`data\` of the response. */
  data: Data;
  /** The error codes that the contract documents. */
  errors: Errors;
}
`;

/** The type of the scope that an API key needs. */
function scopeOf({ route }: OperationModel): string {
  const { auth, scope } = route.metadata;
  return auth === 'jwt' ? 'null' : `'${scope ?? 'any'}'`;
}

function printShape(operation: OperationModel, { sets: all }: Sets): string {
  const { id, params, query, body, data, route } = operation;
  const { sets, own } = errorsOf(operation, all);
  const types = [
    printType(data, 2),
    [...named(sets), ...own.map((code) => `'${code}'`)].join(' | '),
    scopeOf(operation),
    params.length === 0 ? 'never' : quoted(params),
    body === null ? 'undefined' : `${printType(body.schema)}${body.required ? '' : ' | undefined'}`,
    query.length === 0 ? 'undefined' : queryName(operation),
  ];
  while (/^(?:never|undefined)$/.test(types.at(-1) ?? '')) types.pop();
  const lines = types.map((type) => `    ${type}`).join(',\n');
  return `${comment([`${route.summary}.`], 1)}  '${id}': OperationShape<\n${lines}\n  >;\n`;
}

/** The methods of each resource group, and a table of all shapes: the second part of `src/generated/types.ts`. */
export function printOperations(operations: OperationModel[]): string {
  const groups = Map.groupBy(operations, ({ group }) => group);
  const sets = errorSets(operations);
  const shapes = operations.map((operation) => printShape(operation, { sets })).join('');
  return [
    ...[...groups].map(([group, members]) => printGroup(group, members, { sets })),
    printErrorSets(sets),
    SHAPE,
    `${comment(['What each operation accepts, returns and may fail with, by its ID.'])}export interface Operations {\n${shapes}}\n`,
  ].join('\n');
}
