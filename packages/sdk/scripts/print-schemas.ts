import { components, type OperationModel } from './operation-model.ts';
import { HEADER, type JsonSchema, printData } from './schema-printer.ts';

type Parameter = OperationModel['parameters'][number];

const camelCase = (name: string) => name.replaceAll(/[-_.](\w)/g, (_, letter) => letter.toUpperCase());

/** A schema in the form that the client uses: references are only the names of components. */
function kept(value: unknown, omitted: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => kept(item, omitted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonSchema).flatMap(([key, item]) => {
      if (key === '$ref') return [[key, String(item).split('/').at(-1)]];
      if (key === 'propertyNames' && JSON.stringify(item) === '{"type":"string"}') return [];
      // An object here is a field that has the name of a keyword.
      if (omitted.includes(key) && (typeof item !== 'object' || Array.isArray(item))) return [];
      return [[key, kept(item, omitted)]];
    }),
  );
}

/** Schemas of requests keep their descriptions, for programs that compose requests. */
const sent = (schema: unknown) => kept(schema, []);
/** Schemas of responses need no descriptions, because the types have them. */
const returned = (schema: unknown) => kept(schema, ['description', 'examples', 'default']);

/** The names of the components that `value` refers to, directly or indirectly. */
function referred(value: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referred(components[name], found);
  }
  return found;
}

/** Frequent schemas, by the names of their constants in the generated code. */
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

/** Longer schemas come first, because they contain shorter ones. */
const LONGEST_FIRST = COMMON.toSorted((one, other) => other.text.length - one.text.length);

const printSchema = (schema: unknown): string =>
  LONGEST_FIRST.reduce((text, common) => text.replaceAll(common.text, common.name), printData(schema));

/** Operations share most parameters, so each gets a constant. A number distinguishes constants of the same name. */
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

/** The text of `src/generated/schemas.ts`: the JSON Schemas of requests and responses. */
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
  /** The name on the wire, such as \`workflow_id\`. */
  name: string;
  /** The part of the request that carries it. */
  in: 'path' | 'query' | 'header';
  /** Whether it is required. */
  required: boolean;
  /** Its meaning. */
  description: string;
  /** The schema of its value. */
  schema: Schema;
}

/** The schemas of one operation. */
export interface OperationParts {
  /** Parameters of path, query and headers. */
  parameters: readonly OperationParameter[];
  /** The JSON body, if the operation has one. */
  body?: Schema;
  /** Whether the body is required. */
  bodyRequired?: boolean;
  /** The schema of \`data\` in the response. Absent for streams. */
  data?: Schema;
}

${COMMON.map(({ name, text }) => `const ${name}: Schema = ${text};\n`).join('')}
/** The schemas that \`$ref\` can name. */
export const components: Record<string, Schema> = {
${named.join('')}};

${parameters.join('')}
/** The schemas of every operation, by its ID. */
export const parts: Readonly<Record<string, OperationParts>> = {
${operations.map((operation) => printOperation(operation, names)).join('')}};
`;
}
