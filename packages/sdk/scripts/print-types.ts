import { ERRORS, NODE_TYPES } from '@voiceloom/contract';
import { components, configSchema, type OperationModel, pascalCase, queryName } from './operation-model.ts';
import { comment, HEADER, type JsonSchema, printDeclaration, printField } from './schema-printer.ts';

/** Repeatable query parameters take one value or several. */
function queryField(schema: JsonSchema): JsonSchema {
  if (schema.type !== 'array') return schema;
  const { description, items, ...list } = schema;
  return { ...(description !== undefined && { description }), anyOf: [items, { ...list, items }] };
}

type Field = OperationModel['query'][number];

const same = (one: Field) => (other: Field) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that the queries of most lists with cursors share. */
function pageFields(operations: OperationModel[]): Field[] {
  const lists = operations.filter(({ route }) => route.metadata.paged !== undefined);
  const all = lists.flatMap(({ query }) => query);
  return all.filter(
    (field, at) => all.findIndex(same(field)) === at && all.filter(same(field)).length > lists.length / 2,
  );
}

const PAGE_QUERY = 'PageQuery';

/** The query of a paged list extends the shared fields. An equal query is an alias of the first one. */
function printQuery(operation: OperationModel, operations: OperationModel[], shared: Field[]): string {
  const { query, id, route } = operation;
  const description = `Query of \`${id}\`.`;
  const isPaged = route.metadata.paged !== undefined;
  const own = isPaged ? query.filter((field) => !shared.some(same(field))) : query;
  const equal = operations.find((other) => JSON.stringify(other.query) === JSON.stringify(query));
  if (own.length > 0 && equal && equal !== operation)
    return `${comment([description])}export type ${queryName(operation)} = ${queryName(equal)};\n`;
  const schema = { ...queryObject(own), description };
  return printDeclaration(queryName(operation), schema, isPaged ? { base: PAGE_QUERY } : {});
}

const queryObject = (fields: Field[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ name, schema }) => [name, queryField(schema)])),
  required: fields.flatMap(({ name, required }) => (required ? [name] : [])),
});

function printConfigs(): string {
  const types = Object.values(NODE_TYPES);
  const nameOf = (id: string) => `${pascalCase(id)}Config`;
  // Named schemas that only configs use, and no operation.
  const own = new Map<string, JsonSchema>();
  const declarations = types.map(({ node_type, display_name, config }) => {
    const { $defs = {}, ...schema } = configSchema(config);
    for (const [name, named] of Object.entries($defs as Record<string, JsonSchema>))
      if (!(name in components)) own.set(name, named);
    const description = `Config of a \`${node_type}\` node (${display_name}). Every field may be left out.`;
    // An alias is assignable to the open config type of a node. An interface is not.
    return printDeclaration(nameOf(node_type), { ...schema, description }, { alias: true });
  });
  const fields = types
    .map(
      ({ node_type, description }) => `${comment([description], 1)}  ${node_type}: ${nameOf(node_type)};\n`,
    )
    .join('');
  const about = comment(['The config of each node type.']);
  const named = Array.from(own, ([name, schema]) => printDeclaration(name, schema));
  return [...named, ...declarations, `${about}export interface NodeConfigs {\n${fields}}\n`].join('\n');
}

function printStatuses(): string {
  const fields = Object.entries(ERRORS).map(
    ([code, { status, meaning }]) => `${comment([meaning], 1)}  ${code}: ${status};\n`,
  );
  return `${comment(['The HTTP status of each error code.'])}export interface ErrorStatuses {\n${fields.join('')}}\n`;
}

/** The printed fields of an interface. Undefined if the schema is no object or allows further fields. */
function fieldTexts(schema: JsonSchema): string[] | undefined {
  if (schema.type !== 'object' || schema.additionalProperties) return undefined;
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return fields.map(([name, field]) => printField(name, field, { schema, depth: 1 }));
}

/** A base with fewer fields than this is not worth extending: its fields are repeated. */
const WORTH_A_BASE = 4;

/** The largest interface that `name` can extend: `name` has all its fields, with the same comments. */
function baseOf(name: string, texts: ReadonlyMap<string, string[]>): string | undefined {
  const own = new Set(texts.get(name));
  const bases = [...texts].filter(
    ([other, fields]) =>
      other !== name &&
      fields.length >= WORTH_A_BASE &&
      fields.length < own.size &&
      fields.every((text) => own.has(text)),
  );
  return bases.sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

function printNamed(): string[] {
  const texts = new Map(
    Object.entries(components).flatMap(([name, schema]): [string, string[]][] => {
      const fields = fieldTexts(schema);
      return fields ? [[name, fields]] : [];
    }),
  );
  return Object.entries(components).map(([name, schema]) => {
    const base = baseOf(name, texts);
    if (base === undefined) return printDeclaration(name, schema);
    const known = Object.keys(components[base]?.properties as object);
    const properties = Object.fromEntries(
      Object.entries(schema.properties as object).filter(([field]) => !known.includes(field)),
    );
    return printDeclaration(name, { ...schema, properties }, { base });
  });
}

/** The types of the contract: the first part of `src/generated/types.ts`. */
export function printTypes(operations: OperationModel[]): string {
  const shared = pageFields(operations);
  const page = { ...queryObject(shared), description: 'Query of any list with cursors.' };
  const queries = operations
    .filter(({ query }) => query.length > 0)
    .map((operation) => printQuery(operation, operations, shared));
  return [
    `${HEADER}
import type { ApiPromise } from '../core/api-promise.ts';
import type { KeyedOptions, MatchOptions, RequestOptions } from '../core/request-options.ts';
import type { Pages } from '../core/pages.ts';
`,
    ...printNamed(),
    printDeclaration(PAGE_QUERY, page),
    ...queries,
    printStatuses(),
    printConfigs(),
  ].join('\n');
}
