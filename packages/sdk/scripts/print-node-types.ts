import { NODE_TYPES } from '@voiceloom/contract';

type Ports = readonly { name: string; fields: readonly string[] }[];

const portsOf = (ports: Ports) => {
  const entries = ports.map(
    ({ name, fields }) => `${name}: [${fields.map((field) => `'${field}'`).join(', ')}]`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
};

/** The text of `src/generated/node-types.ts`: what each node type is called, and what its ports carry and need. */
export function printNodeTypes(): string {
  const entries = Object.values(NODE_TYPES).map(
    ({ node_type, display_name, inputs, outputs }) =>
      `  ${node_type}: {\n    display_name: ${JSON.stringify(display_name).replaceAll('"', "'")},\n` +
      `    inputs: ${portsOf(inputs)},\n    outputs: ${portsOf(outputs)},\n  },\n`,
  );
  return `// Written by scripts/gen.ts. Do not edit.

/** Every node type: its inputs with the fields they need, its outputs with the fields they carry. */
export const nodeTypes = {
${entries.join('')}} as const;
`;
}
