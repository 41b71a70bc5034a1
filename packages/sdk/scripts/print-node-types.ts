import { readdirSync, readFileSync } from 'node:fs';
import { DefinitionShape, jsonSchemaOf, NODE_TYPES } from '@voiceloom/contract';
import { comment, HEADER, type JsonSchema, printData } from './schema-printer.ts';

type Ports = readonly { name: string; fields: readonly string[] }[];

const listed = (fields: readonly string[]) => `[${fields.map((field) => `'${field}'`).join(', ')}]`;

/** The fields of each port; of types as `readonly` lists. */
const portsOf = (ports: Ports, readonly = '') => {
  const entries = ports.map(({ name, fields }) => `${name}: ${readonly}${listed(fields)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
};

/** The text of `src/generated/node-types.ts`: what each node type is called, and what its ports carry and need. */
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
/** A node type: its inputs with the fields they need, its outputs with the fields they carry. */
export interface NodePorts<Inputs, Outputs> {
  /** What people call it. */
  readonly display_name: string;
  /** What it does with lines: where they come from, what works on them, checks them, delivers them. */
  readonly category: 'source' | 'operator' | 'validation' | 'output';
  /** The current version of its config. */
  readonly version: number;
  /** The fields that lines need to enter, by port; the first is where lines of a chain enter. */
  readonly inputs: Inputs;
  /** The fields that lines have when they leave, by port; the first is where lines of a chain go on. */
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

/** A schema without texts, whose named parts stand where they are named. */
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

/** The text of `src/generated/node-configs.ts`: the schemas that definitions are checked with. */
export function printNodeConfigs(): string {
  const configs = Object.values(NODE_TYPES).map(
    ({ node_type, config }) => `  ${node_type}: ${printChecked(config)},\n`,
  );
  return `${HEADER}
import type { Schema } from '../schemas/schema.ts';

/** The shape of a definition; node configs have schemas of their own. */
export const definitionShape: Schema = ${printChecked(DefinitionShape)};

/** The config of each node type, of its current version. */
export const nodeConfigs: Readonly<Record<string, Schema>> = {
${configs.join('')}};
`;
}

const RULES = new URL('../../contract/src/rules/', import.meta.url);

/** Stands in the place of the contract's table of node types, which is made of zod schemas. */
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

/** The rules of definitions, copied from the contract: plain functions that need nothing else. */
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
