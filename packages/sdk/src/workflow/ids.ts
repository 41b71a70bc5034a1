import { namedId } from './named-id.ts';

/** The namespace of our names (RFC 9562). Another one would change the IDs of all workflows. */
const NAMESPACE = 'c4b1f6de-6a0b-5d0c-9b57-3f2c0d6f1e84';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The ID for a node name: a deterministic UUID of version 5. UUIDs are returned unchanged. IDs are only
 * unique within a workflow, so several workflows can use the same name.
 *
 * @example
 * ```ts
 * const steps = await client.runs.steps(workflowId, runId);
 * const step = steps.find(({ node_id }) => node_id === nodeId('voice'));
 * ```
 */
export function nodeId(name: string): string {
  if (UUID.test(name)) return name.toLowerCase();
  return namedId(`node/${name}`, NAMESPACE);
}

/** The ends of an edge. */
export interface EdgeEnds {
  /** The name or the ID of the node that lines leave. */
  source: string;
  /** The port of the source node. */
  sourcePort: string;
  /** The name or the ID of the node that lines enter. */
  target: string;
  /** The port of the target node. */
  targetPort: string;
}

/**
 * The ID of the edge between two ports; it is stable as long as the node IDs are. `nth` distinguishes equal
 * edges.
 */
export function edgeId({ source, sourcePort, target, targetPort }: EdgeEnds, nth = 0): string {
  const again = nth === 0 ? '' : `/${nth}`;
  return namedId(`edge/${source}.${sourcePort}/${target}.${targetPort}${again}`, NAMESPACE);
}

/** How many of these edges have the same ends. */
export const countSame = (edges: readonly EdgeEnds[], ends: EdgeEnds): number =>
  edges.filter(
    ({ source, sourcePort, target, targetPort }) =>
      source === ends.source &&
      sourcePort === ends.sourcePort &&
      target === ends.target &&
      targetPort === ends.targetPort,
  ).length;
