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
  const graph = { nodes: positionedNodes, edges: [...edges] };
  if (!params && !steps) return { graph };
  const execution: BuiltDefinition['execution'] = {};
  if (params) execution.params = params;
  if (steps) execution.steps = [...steps];
  return { graph, execution };
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
  // Edges of failed lines lead back, so they do not count.
  const forwardEdges = edges.filter(({ sourcePort }) => sourcePort !== 'fail');
  const targets = new Set(forwardEdges.map(({ target }) => target));
  const columns = new Map<string, number>();
  for (const id of ids) if (!targets.has(id)) columns.set(id, 0);
  // The loop also visits entries that it adds. It sets a node's column only once, when it first reaches the node.
  for (const [id, column] of columns) {
    for (const { source, target } of edges) {
      if (source === id && !columns.has(target)) columns.set(target, column + 1);
    }
  }
  const nodeCounts = new Map<number, number>();
  const positions = new Map<string, { x: number; y: number }>();
  for (const id of ids) {
    const column = columns.get(id) ?? 0;
    const row = nodeCounts.get(column) ?? 0;
    nodeCounts.set(column, row + 1);
    positions.set(id, { x: column * COLUMN_WIDTH, y: row * ROW_HEIGHT });
  }
  return positions;
}
