import { NODE_TYPES } from '@voiceloom/contract';
import { comment } from './schema-printer.ts';

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
    ({ node_type, display_name, inputs, outputs }) =>
      `  ${node_type}: {\n    display_name: ${JSON.stringify(display_name).replaceAll('"', "'")},\n` +
      `    inputs: ${portsOf(inputs)},\n    outputs: ${portsOf(outputs)},\n  },\n`,
  );
  return `// Written by scripts/gen.ts. Do not edit.

/** A node type: its inputs with the fields they need, its outputs with the fields they carry. */
export interface NodePorts<Inputs, Outputs> {
  /** What people call it. */
  readonly display_name: string;
  /** The fields that lines need to enter, by port. */
  readonly inputs: Inputs;
  /** The fields that lines have when they leave, by port. */
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
