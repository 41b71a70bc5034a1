import { components, type OperationModel } from './operation-model.ts';
import { HEADER, type JsonSchema, printData } from './schema-printer.ts';

type Parameter = OperationModel['parameters'][number];

const camelCase = (name: string) => name.replaceAll(/[-_.](\w)/g, (_, letter) => letter.toUpperCase());

/** A schema as the client keeps it: references are the names of components. */
function kept(value: unknown, omitted: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => kept(item, omitted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonSchema).flatMap(([key, item]) => {
      if (key === '$ref') return [[key, String(item).split('/').at(-1)]];
      if (key === 'propertyNames' && JSON.stringify(item) === '{"type":"string"}') return [];
      // A field may have the name of a keyword.
      if (omitted.includes(key) && (typeof item !== 'object' || Array.isArray(item))) return [];
      return [[key, kept(item, omitted)]];
    }),
  );
}

/** What is sent keeps its texts, for those who compose it. */
const sent = (schema: unknown) => kept(schema, []);
/** Of what is returned, types have the texts. */
const returned = (schema: unknown) => kept(schema, ['description', 'examples', 'default']);

/** The names of the components that `value` refers to, and those that they refer to. */
function referred(value: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referred(components[name], found);
  }
  return found;
}

/** Schemas that most objects have, by the names that they get in code. */
const COMMON = Object.entries({
  text: { type: 'string' },
  nullableText: { type: ['string', 'null'] },
  flag: { type: 'boolean' },
  count: { type: 'integer', minimum: 0 },
  integer: { type: 'integer' },
  nullableCount: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] },
  texts: { type: 'array', items: { type: 'string' } },
  uri: { type: 'string', format: 'uri' },
  uuid: { type: 'string', format: 'uuid' },
  nullableUuid: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
  dateTime: { type: 'string', format: 'date-time' },
  nullableDateTime: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
}).map(([name, schema]) => ({ name, text: printData(schema) }));

/** Longer ones first: they hold others. */
const LONGEST_FIRST = COMMON.toSorted((one, other) => other.text.length - one.text.length);

const printSchema = (schema: unknown): string =>
  LONGEST_FIRST.reduce((text, common) => text.replaceAll(common.text, common.name), printData(schema));

/** Most parameters belong to many operations: each has a name, with a number where several are called the same. */
function parameterNames(operations: readonly OperationModel[]): Map<string, string> {
  const byText = new Map(
    operations.flatMap(({ parameters }) =>
      parameters.map((parameter) => [printParameter(parameter), parameter] as const),
    ),
  );
  const used = new Map<string, number>();
  return new Map(
    [...byText].map(([text, { name }]) => {
      const base = `${camelCase(name.toLowerCase())}Parameter`;
      const count = (used.get(base) ?? 0) + 1;
      used.set(base, count);
      return [text, count === 1 ? base : `${base}${count}`];
    }),
  );
}

const printParameter = (parameter: Parameter): string =>
  printSchema({ ...parameter, schema: sent(parameter.schema) });

function printOperation(operation: OperationModel, names: Map<string, string>): string {
  const { id, body, data, stream } = operation;
  const parameters = operation.parameters.map((parameter) => names.get(printParameter(parameter)));
  const fields = [
    `parameters: [${parameters.join(', ')}]`,
    ...(body ? [`body: ${printSchema(sent(body.schema))}`] : []),
    ...(body?.required ? ['bodyRequired: true'] : []),
    ...(stream ? [] : [`data: ${printSchema(returned(data))}`]),
  ];
  return `  '${id}': { ${fields.join(', ')} },\n`;
}

/** The text of `src/generated/schemas.ts`: what operations take and return, as JSON Schemas. */
export function printSchemas(operations: OperationModel[]): string {
  const taken = referred(operations.map(({ parameters, body }) => [parameters, body]));
  const named = Object.entries(components).map(
    ([name, schema]) => `  ${name}: ${printSchema(taken.has(name) ? sent(schema) : returned(schema))},\n`,
  );
  const names = parameterNames(operations);
  const parameters = [...names].map(([text, name]) => `const ${name}: OperationParameter = ${text};\n`);
  return `${HEADER}
import type { Schema } from '../schemas/schema.ts';

/** A parameter of a path, a query or the headers. */
export interface OperationParameter {
  /** As it is sent, such as \`workflow_id\`. */
  name: string;
  /** Where it goes. */
  in: 'path' | 'query' | 'header';
  /** Whether a call needs it. */
  required: boolean;
  /** What it means. */
  description: string;
  /** What it takes. */
  schema: Schema;
}

/** What one operation takes and returns. */
export interface OperationParts {
  /** Parameters of path, query and headers. */
  parameters: readonly OperationParameter[];
  /** Its JSON body, where it takes one. */
  body?: Schema;
  /** Whether the body must not be left out. */
  bodyRequired?: boolean;
  /** What \`data\` of the response holds; absent for streams. */
  data?: Schema;
}

${COMMON.map(({ name, text }) => `const ${name}: Schema = ${text};\n`).join('')}
/** The schemas that others name in \`$ref\`. */
export const components: Record<string, Schema> = {
${named.join('')}};

${parameters.join('')}
/** What every operation takes and returns, by its id. */
export const parts: Readonly<Record<string, OperationParts>> = {
${operations.map((operation) => printOperation(operation, names)).join('')}};
`;
}
