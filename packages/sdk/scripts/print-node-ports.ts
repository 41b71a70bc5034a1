import { NODE_TYPES } from '@voiceloom/contract';

const names = (ports: readonly { name: string }[]) => `[${ports.map(({ name }) => `'${name}'`).join(', ')}]`;

/** The text of `src/generated/node-ports.ts`: the ports of every node type. */
export function printNodePorts(): string {
  const entries = Object.values(NODE_TYPES).map(
    ({ node_type, inputs, outputs }) =>
      `  ${node_type}: { inputs: ${names(inputs)}, outputs: ${names(outputs)} },\n`,
  );
  return `// Written by scripts/gen.ts. Do not edit.

/** The names of the ports of every node type; the first output is where lines go on. */
export const nodePorts = {
${entries.join('')}} as const;
`;
}
