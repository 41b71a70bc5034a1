import { ERRORS, NODE_TYPES } from '@voiceloom/contract';
import { components, configSchema, type OperationModel, pascalCase, queryName } from './operation-model.ts';
import { comment, type JsonSchema, printDeclaration } from './schema-printer.ts';

const HEADER = '// Written by scripts/gen.ts. Do not edit.\n';

/** Repeatable query parameters take one value or several. */
function queryField(schema: JsonSchema): JsonSchema {
  if (schema.type !== 'array') return schema;
  const { description, items, ...list } = schema;
  return { ...(description !== undefined && { description }), anyOf: [items, { ...list, items }] };
}

function printQuery(operation: OperationModel): string {
  const properties = Object.fromEntries(
    operation.query.map(({ name, schema }) => [name, queryField(schema)]),
  );
  const required = operation.query.filter((field) => field.required).map(({ name }) => name);
  const description = `Query of \`${operation.id}\`.`;
  return printDeclaration(queryName(operation), { type: 'object', properties, required, description });
}

function printConfigs(): string {
  const types = Object.values(NODE_TYPES);
  const nameOf = (id: string) => `${pascalCase(id)}Config`;
  // Named schemas that configs alone have: no operation names them.
  const own = new Map<string, JsonSchema>();
  const declarations = types.map(({ node_type, display_name, config }) => {
    const { $defs = {}, ...schema } = configSchema(config);
    for (const [name, named] of Object.entries($defs as Record<string, JsonSchema>))
      if (!(name in components)) own.set(name, named);
    const description = `Config of a \`${node_type}\` node (${display_name}). Every field may be left out.`;
    // An alias fits the open config of a node; an interface would not.
    return printDeclaration(nameOf(node_type), { ...schema, description }, 'alias');
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

/** The text of `src/generated/types.ts`. */
export function printTypes(operations: OperationModel[]): string {
  const named = Object.entries(components).map(([name, schema]) => printDeclaration(name, schema));
  const queries = operations.filter(({ query }) => query.length > 0).map(printQuery);
  return [HEADER, ...named, ...queries, printStatuses(), printConfigs()].join('\n');
}
