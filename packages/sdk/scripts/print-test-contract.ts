import { ERRORS, findNodeType, NODE_TYPES, nodeTypeViews, SCOPES } from '@voiceloom/contract';
import { components, type OperationModel } from './operation-model.ts';
import type { JsonSchema } from './schema-printer.ts';

/** What only readers of documents need. */
const DOCUMENTATION = new Set(['description', 'examples', 'example', 'title']);

function bare(value: unknown, insideProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => bare(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => insideProperties || !DOCUMENTATION.has(key));
  return Object.fromEntries(
    kept.map(([key, item]) => {
      if (key === '$ref') return [key, String(item).split('/').at(-1)];
      return [key, bare(item, key === 'properties' && !insideProperties)];
    }),
  );
}

function shapeOf(operation: OperationModel): object {
  const { id, route, query, body, rows } = operation;
  const { auth, scope, role, workspace, idempotent, success, paged, errors } = route.metadata;
  return {
    id,
    method: route.method,
    path: route.path,
    success,
    auth,
    scope,
    role,
    workspace,
    idempotent,
    errors,
    ...(rows !== null && { rows }),
    ...(paged && { paged }),
    query: Object.fromEntries(
      query.map(({ name, required, schema }) => [name, { required, ...(bare(schema) as object) }]),
    ),
    body: body && { required: body.required, schema: bare(body.schema) },
  };
}

/** The names of the schemas that `value` refers to, and those that they refer to. */
function referred(value: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"\$ref":"(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referred(bare(components[name]), found);
  }
  return found;
}

/** What the test server answers; a field that it does not know of is answered as it is here. */
const ANSWERED = [
  'ApiKey',
  'CardAudio',
  'DictionaryEntry',
  'DictionaryLanguage',
  'LanguageAudio',
  'LineCompletedEvent',
  'LineFailedEvent',
  'Metric',
  'NodeState',
  'NodeStateEvent',
  'OutputLine',
  'ProgressEvent',
  'Run',
  'RunCard',
  'RunData',
  'RunDataRow',
  'RunEstimate',
  'RunFailedNotice',
  'RunOverview',
  'RunStartedNotice',
  'RunStatusEvent',
  'RunStep',
  'RunSummary',
  'Template',
  'TemplateEstimate',
  'Upload',
  'UploadConfirmedNotice',
  'UsageBucket',
  'UsageSummary',
  'ValidatorSummary',
  'Verdict',
  'Voice',
  'WebhookDelivery',
  'WebhookEndpoint',
  'Whoami',
  'Workflow',
  'Workspace',
  'WorkspaceSettings',
];

const BLANK_TEXTS: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '1970-01-01T00:00:00.000Z',
  uri: 'https://voiceloom.test/',
};

/** The emptiest value that a schema allows. */
function blank(schema: JsonSchema): unknown {
  if (typeof schema.$ref === 'string') return blank(components[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if ('const' in schema) return schema.const;
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (options) return options.some(({ type }) => type === 'null') ? null : blank(options[0] ?? {});
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.type))
    return schema.type.includes('null') ? null : blank({ ...schema, type: schema.type[0] });
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'string') return BLANK_TEXTS[String(schema.format)] ?? '';
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(0, Number(schema.minimum ?? 0));
  if (schema.type !== 'object') return null;
  const required = new Set((schema.required ?? []) as string[]);
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (required.has(name) ? [[name, blank(field)]] : [])),
  );
}

function printBlanks(): string {
  const entries = ANSWERED.map((name) => `  ${name}: ${JSON.stringify(blank({ $ref: name }))},\n`);
  const types = ANSWERED.map((name) => `  ${name}: ${name};\n`);
  return `export const blanks = {\n${entries.join('')}} as unknown as {\n${types.join('')}};\n`;
}

const list = (name: string, items: readonly unknown[]) =>
  `export const ${name} = [\n${items.map((item) => `  ${JSON.stringify(item)},\n`).join('')}];\n`;

const table = (name: string, entries: Record<string, unknown>, type = '') =>
  `export const ${name}${type} = {\n${Object.entries(entries)
    .map(([key, value]) => `  ${key}: ${JSON.stringify(value)},\n`)
    .join('')}}${type === '' ? ' as const' : ''};\n`;

/** The text of `src/generated/test-contract.ts`: what the test server needs of the contract. */
export function printTestContract(operations: OperationModel[]): string {
  const shapes = operations.map(shapeOf);
  const schemas = Object.fromEntries(
    [...referred(shapes)].sort().map((name) => [name, bare(components[name] as JsonSchema)]),
  );
  const statuses = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));
  const types = nodeTypeViews().map((view) => ({
    ...view,
    category: findNodeType(view.node_type)?.category,
  }));
  if (types.length !== Object.keys(NODE_TYPES).length) throw new Error('A node type has no view.');
  return `// Written by scripts/gen.ts. Do not edit.

import type { TestOperation } from '../testing/operation.ts';
import type {\n${[...ANSWERED, 'NodeTypeDetail', 'Scope']
    .sort()
    .map((name) => `  ${name},\n`)
    .join('')}} from './types.ts';

/** Every operation: its way, its rights, its query and body as JSON Schema, the errors it may answer. */
${list('operations: readonly TestOperation[]', shapes)}
/** The schemas that bodies and queries refer to, by name. */
${table('schemas', schemas, ': Record<string, { [key: string]: unknown }>')}
/** The status of each error code. */
${table('errorStatuses', statuses)}
/** The emptiest answers of each kind. */
${printBlanks()}
/** Every scope that an API key can hold. */
export const scopes: readonly Scope[] = ${JSON.stringify(SCOPES)};

/** Every node type with its ports and the JSON Schema of its config fields. */
export const nodeTypeDetails: readonly Omit<NodeTypeDetail, 'options'>[] = ${JSON.stringify(types, null, 1)};
`;
}
