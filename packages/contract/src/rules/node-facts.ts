import { findNodeType as findDefinition, NODE_TYPES } from '../nodes/index.ts';
import type { NodeFacts } from './types.ts';

/** The IDs of all node types. */
export const NODE_TYPE_NAMES: readonly string[] = Object.keys(NODE_TYPES);

/** The facts of the node type `id`, or undefined. The SDK replaces this file with its own table. */
export const findNodeType: (id: string) => NodeFacts | undefined = findDefinition;
