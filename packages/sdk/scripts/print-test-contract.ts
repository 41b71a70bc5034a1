import { ERRORS, findNodeType, NODE_TYPES, nodeTypeViews, SCOPES } from '@voiceloom/contract';
import { components, type OperationModel } from './operation-model.ts';
import { SharedPrinter } from './print-shared.ts';
import type { JsonSchema } from './schema-printer.ts';

/** What the catalog does not say of an operation. */
function factsOf({ id, rows, route }: OperationModel): [string, unknown] {
  const { success, errors } = route.metadata;
  return [id, { success, errors, ...(rows !== null && { rows }) }];
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

/** The text of `src/generated/test-contract.ts`: what the test server needs of the contract beside the catalog. */
export function printTestContract(operations: OperationModel[]): string {
  const facts = operations.map(factsOf);
  const statuses = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));
  const blanks = ANSWERED.map((name): [string, unknown] => [name, blank({ $ref: name })]);
  const types = nodeTypeViews().map((view) => ({
    ...view,
    category: findNodeType(view.node_type)?.category,
  }));
  if (types.length !== Object.keys(NODE_TYPES).length) throw new Error('A node type has no view.');
  const printer = new SharedPrinter(facts, types, blanks);
  const table = (entries: [string, unknown][]) =>
    entries.map(([name, value]) => `  '${name}': ${printer.print(value)},\n`).join('');
  const [factText, typeText] = [table(facts), types.map((type) => `  ${printer.print(type)},\n`).join('')];
  const blankText = blanks.map(([name, value]) => `  ${name}: ${printer.print(value)},\n`).join('');
  return `// Written by scripts/gen.ts. Do not edit.

import type { TestFacts } from '../testing/operation.ts';
import type {\n${[...ANSWERED, 'NodeTypeDetail', 'Scope']
    .sort()
    .map((name) => `  ${name},\n`)
    .join('')}} from './types.ts';

${printer.constants()}
/** What each operation answers, and the errors that it may answer. */
export const facts: Readonly<Record<string, TestFacts>> = {
${factText}};

/** The status of each error code. */
export const errorStatuses = ${JSON.stringify(statuses, null, 2)} as const;

/** The emptiest answers of each kind. */
export const blanks = {
${blankText}} as unknown as {
${ANSWERED.map((name) => `  ${name}: ${name};\n`).join('')}};

/** Every scope that an API key can hold. */
export const scopes: readonly Scope[] = ${JSON.stringify(SCOPES)};

/** Every node type with its ports and the JSON Schema of its config fields. */
export const nodeTypeDetails: readonly Omit<NodeTypeDetail, 'options'>[] = [
${typeText}];
`;
}
