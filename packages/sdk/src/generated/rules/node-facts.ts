// Written by scripts/gen.ts. Do not edit.

import { nodeTypes } from '../node-types.ts';
import type { NodeFacts, Port } from './types.ts';

const portsOf = (ports: Readonly<Record<string, readonly string[]>>): Port[] =>
  Object.entries(ports).map(([name, fields]) => ({ name, fields }));

/** The ids of all node types. */
export const NODE_TYPE_NAMES: readonly string[] = Object.keys(nodeTypes);

/** The facts of the node type called `id`, or undefined. */
export function findNodeType(id: string): NodeFacts | undefined {
  if (!Object.hasOwn(nodeTypes, id)) return undefined;
  const { inputs, outputs, ...facts } = nodeTypes[id as keyof typeof nodeTypes];
  return { node_type: id, ...facts, inputs: portsOf(inputs), outputs: portsOf(outputs) };
}
