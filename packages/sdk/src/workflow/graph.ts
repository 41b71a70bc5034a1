import type { ExecutionParams, WorkflowEdge, WorkflowNodeInput } from '../generated/types.ts';
import { checkDefinition } from '../schemas/check-definition.ts';
import { type BuiltDefinition, copyOf, definitionOf } from './definition.ts';
import { assertNoProblems, locateProblem, WorkflowError } from './errors.ts';
import { countSame, type EdgeEnds, edgeId, nodeId } from './ids.ts';

/** An edge as text (`script.lines -> voice.lines`), or as an object with the nodes and ports of its ends. */
export type WrittenEdge = string | (EdgeEnds & Partial<Record<'id', string>>);

/** A graph for people: IDs are names, edges need no IDs, positions are optional. */
export interface WrittenGraph {
  /** The nodes; their IDs are names, or UUIDs. */
  nodes: readonly WorkflowNodeInput[];
  /** The connections between ports. */
  edges?: readonly WrittenEdge[];
}

/** How a written graph runs. */
export interface WrittenExecution {
  /** Parameters of its runs, such as `max_failed_lines`. */
  params?: ExecutionParams;
  /** The names of the nodes in execution order; computed from the edges by default. */
  steps?: readonly string[];
}

/** `script.lines -> voice.lines` */
// linear: the program itself writes its edges
const ARROW = /^\s*(.+)\.(\w+)\s*->\s*(.+)\.(\w+)\s*$/;

/** The ends of an edge that is written as text or as an object. */
function endsOf(edge: WrittenEdge): EdgeEnds {
  if (typeof edge === 'object' && edge !== null) return edge;
  const [, source, sourcePort, target, targetPort] = ARROW.exec(edge) ?? [];
  if (source && sourcePort && target && targetPort) return { source, sourcePort, target, targetPort };
  throw new WorkflowError(`"${edge}" is not an edge: use the form "script.lines -> voice.lines".`);
}

/** Adds IDs to the edges. If an edge uses an unknown node, the error lists the known nodes. */
function edgesOf(declarations: readonly WrittenEdge[], names: readonly string[]): WorkflowEdge[] {
  const edges: WorkflowEdge[] = [];
  for (const edge of declarations) {
    const { source, target, ...ports } = endsOf(edge);
    for (const name of [source, target]) {
      if (!names.includes(name)) {
        throw new WorkflowError(
          `An edge uses the unknown node "${name}". Nodes: ${names.join(', ') || 'none'}.`,
        );
      }
    }
    const { sourcePort, targetPort } = ports;
    const ends = { source: nodeId(source), sourcePort, target: nodeId(target), targetPort };
    const writtenId = typeof edge === 'string' ? undefined : edge.id;
    const id = writtenId === undefined ? edgeId(ends, countSame(edges, ends)) : nodeId(writtenId);
    edges.push({ id, ...ends });
  }
  return edges;
}

/**
 * The definition of a graph that a person writes, with names instead of IDs. Each name becomes a UUID of version 5, so
 * a program that saves the workflow again uses the same IDs for nodes and edges. It is checked by the rules of the
 * service.
 *
 * @throws WorkflowError with every problem, each with its node and port.
 * @example
 * ```ts
 * const definition = graph({
 *   nodes: [
 *     { id: 'script', type: 'source_script', config: { text: 'Good evening.', source_language: 'en-us' } },
 *     { id: 'voice', type: 'operator_generator' },
 *     { id: 'delivery', type: 'sink_preview' },
 *   ],
 *   edges: ['script.lines -> voice.lines', 'voice.audio -> delivery.audio'],
 * });
 * ```
 */
export function graph(
  { nodes: nodeDeclarations, edges: wires = [] }: WrittenGraph,
  { params, steps }: WrittenExecution = {},
): BuiltDefinition {
  const isNamed = (node: WorkflowNodeInput | null) => typeof node?.id === 'string' && node.id !== '';
  if (!Array.isArray(nodeDeclarations) || !nodeDeclarations.every(isNamed)) {
    throw new WorkflowError('A graph must have a list of nodes, each with an id.');
  }
  const names = nodeDeclarations.map(({ id }) => id);
  const edges = edgesOf(wires, names);
  const nodes = nodeDeclarations.map(({ id, ...node }) => ({ ...copyOf(node, id), id: nodeId(id) }));
  const definition = definitionOf(nodes, edges, { params, steps: steps?.map(nodeId) });
  // In errors, nodes without a name appear under the author's id.
  const namedNodes = nodes.map((node, at) => ({ ...node, name: node.name ?? names[at] ?? node.type }));
  const { errors } = checkDefinition(definition);
  assertNoProblems(errors.map((problem) => locateProblem(problem, { nodes: namedNodes, edges })));
  return definition;
}
