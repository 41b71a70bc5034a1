import { findNodeType as findDefinition, NODE_TYPES } from '../nodes/index.ts';
import type { NodeFacts } from './types.ts';

/** The IDs of all node types. */
export const NODE_TYPE_NAMES: readonly string[] = Object.keys(NODE_TYPES);

/** The facts of the node type called `id`, or undefined. The SDK has a table of its own in the place of this file. */
export const findNodeType: (id: string) => NodeFacts | undefined = findDefinition;
