import { readdirSync, readFileSync } from 'node:fs';
import { DefinitionShape, jsonSchemaOf, NODE_TYPES } from '@voiceloom/contract';
import { comment, HEADER, type JsonSchema, printData } from './schema-printer.ts';

type Ports = readonly { name: string; fields: readonly string[] }[];

const listed = (fields: readonly string[]) => `[${fields.map((field) => `'${field}'`).join(', ')}]`;

/** The fields of each port. In types, `readonly` is the prefix of each list. */
const portsOf = (ports: Ports, readonly = '') => {
  const entries = ports.map(({ name, fields }) => `${name}: ${readonly}${listed(fields)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
};

/** The text of `src/generated/node-types.ts`: the name of each node type, and the fields of its ports. */
export function printNodeTypes(): string {
  const types = Object.values(NODE_TYPES);
  const declared = types.map(
    ({ node_type, description, inputs, outputs }) =>
      `${comment([description], 1)}  readonly ${node_type}: NodePorts<${portsOf(inputs, 'readonly ')}, ${portsOf(outputs, 'readonly ')}>;\n`,
  );
  const entries = types.map(
    ({ node_type, display_name, category, version, inputs, outputs }) =>
      `  ${node_type}: { display_name: '${display_name}', category: '${category}', version: ${version}, ` +
      `inputs: ${portsOf(inputs)}, outputs: ${portsOf(outputs)} },\n`,
  );
  return `${HEADER}
/** A node type: its inputs with the fields that they need, and its outputs with the fields that they carry. */
export interface NodePorts<Inputs, Outputs> {
  /** The name for people. */
  readonly display_name: string;
  /** Whether it supplies, processes, checks or delivers lines. */
  readonly category: 'source' | 'operator' | 'validation' | 'output';
  /** The current version of its config. */
  readonly version: number;
  /** The fields that lines need to enter, by port. Chains use the first port. */
  readonly inputs: Inputs;
  /** The fields that lines have when they leave, by port. Chains use the first port. */
  readonly outputs: Outputs;
}

/** Every node type with its ports. */
export type NodeTypes = {
${declared.join('')}};

/** Every node type with its ports. */
export const nodeTypes: NodeTypes = {
${entries.join('')}};
`;
}

const TEXTS = ['description', 'examples', '$defs', 'id'];

/** A schema without descriptions and examples, and with its references inlined. */
function inlined(value: unknown, defs: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, defs));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as JsonSchema;
  const target = typeof $ref === 'string' ? defs[$ref.replace('#/$defs/', '')] : undefined;
  const kept = Object.entries({ ...target, ...rest }).filter(
    ([key, item]) =>
      !TEXTS.includes(key) || (typeof item === 'object' && !Array.isArray(item) && key !== '$defs'),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, inlined(item, defs)]));
}

function printChecked(schema: Parameters<typeof jsonSchemaOf>[0]): string {
  const json = jsonSchemaOf(schema, 'input', true);
  return printData(inlined(json, (json.$defs ?? {}) as Record<string, JsonSchema>));
}

/** The text of `src/generated/node-configs.ts`: the schemas that validate definitions. */
export function printNodeConfigs(): string {
  const configs = Object.values(NODE_TYPES).map(
    ({ node_type, config }) => `  ${node_type}: ${printChecked(config)},\n`,
  );
  return `${HEADER}
import type { Schema } from '../schemas/schema.ts';

/** The shape of a definition, without the schemas of node configs. */
export const definitionShape: Schema = ${printChecked(DefinitionShape)};

/** The schema of each node type's config in its current version. */
export const nodeConfigs: Readonly<Record<string, Schema>> = {
${configs.join('')}};
`;
}

const RULES = new URL('../../contract/src/rules/', import.meta.url);

/** Replaces the contract's table of node types, because that table requires zod. */
const NODE_FACTS = `${HEADER}
import { nodeTypes } from '../node-types.ts';
import type { NodeFacts, Port } from './types.ts';

const portsOf = (ports: Readonly<Record<string, readonly string[]>>): Port[] =>
  Object.entries(ports).map(([name, fields]) => ({ name, fields }));

/** The ids of all node types. */
export const NODE_TYPE_NAMES: readonly string[] = Object.keys(nodeTypes);

/** The facts of the node type called \`id\`, or undefined. */
export function findNodeType(id: string): NodeFacts | undefined {
  if (!Object.hasOwn(nodeTypes, id)) return undefined;
  const { inputs, outputs, ...facts } = nodeTypes[id as keyof typeof nodeTypes];
  return { node_type: id, ...facts, inputs: portsOf(inputs), outputs: portsOf(outputs) };
}
`;

/** The rules for definitions, copied from the contract: plain functions without dependencies. */
export function copiedRules(): Record<string, string> {
  const copied = readdirSync(RULES).map((name) => {
    const text = readFileSync(new URL(name, RULES), 'utf8');
    return [
      `rules/${name}`,
      `// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.\n\n${text}`,
    ];
  });
  return { ...Object.fromEntries(copied), 'rules/node-facts.ts': NODE_FACTS };
}
