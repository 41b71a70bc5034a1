import type {
  ExecutionParams,
  WorkflowDefinitionInput,
  WorkflowEdge,
  WorkflowNodeInput,
} from '../generated/types.ts';
import { WorkflowError } from './errors.ts';

/** A built definition, which always has a graph. */
export interface BuiltDefinition extends WorkflowDefinitionInput {
  /** Nodes and the edges between them. */
  graph: {
    /** The nodes of the graph. */
    nodes: WorkflowNodeInput[];
    /** The connections of the nodes. */
    edges: WorkflowEdge[];
  };
}

/** The definition of nodes and edges; nodes without a position get one. */
export function definitionOf<Node extends WorkflowNodeInput>(
  nodes: readonly Node[],
  edges: readonly WorkflowEdge[],
  { params, steps }: { params?: ExecutionParams | undefined; steps?: readonly string[] | undefined },
): BuiltDefinition & { graph: { nodes: Node[] } } {
  const places = layout(
    nodes.map(({ id }) => id),
    edges,
  );
  const positionedNodes = nodes.map((node) => ({
    ...node,
    position: node.position ?? places.get(node.id) ?? { x: 0, y: 0 },
  }));
  return {
    graph: { nodes: positionedNodes, edges: [...edges] },
    ...((params || steps) && {
      execution: { ...(params && { params }), ...(steps && { steps: [...steps] }) },
    }),
  };
}

/** A deep copy; throws an error with `name` if the value cannot be part of a definition. */
export function copyOf<T>(value: T, name: string): T {
  try {
    return structuredClone(value);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new WorkflowError(`The config of ${name} contains a value that JSON does not support: ${why}`);
  }
}

const COLUMN_WIDTH = 240;
const ROW_HEIGHT = 140;

/** Positions for nodes: one column for each step from the start. */
function layout(
  ids: readonly string[],
  edges: readonly WorkflowEdge[],
): Map<string, { x: number; y: number }> {
  const entered = new Set(
    edges.filter(({ sourcePort }) => sourcePort !== 'fail').map(({ target }) => target),
  );
  const column = new Map(ids.filter((id) => !entered.has(id)).map((id) => [id, 0]));
  // The loop also visits entries that it adds. It sets a node's column only once, when it first reaches the node.
  for (const [id, own] of column) {
    for (const { source, target } of edges) {
      if (source === id && !column.has(target)) column.set(target, own + 1);
    }
  }
  const rows = new Map<number, number>();
  return new Map(
    ids.map((id) => {
      const x = column.get(id) ?? 0;
      const y = rows.get(x) ?? 0;
      rows.set(x, y + 1);
      return [id, { x: x * COLUMN_WIDTH, y: y * ROW_HEIGHT }];
    }),
  );
}
