import { namedId } from './named-id.ts';

const NAMESPACE = 'c4b1f6de-6a0b-5d0c-9b57-3f2c0d6f1e84';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The id of a node that is called so: a UUID of version 5, the same wherever and whenever the name is the same. A UUID
 * stays what it is. Names are compared within one workflow, so that many may have a node of the same name.
 *
 * @example
 * ```ts
 * const steps = await client.runs.steps(workflowId, runId);
 * const step = steps.find(({ node_id }) => node_id === nodeId('voice'));
 * ```
 */
export function nodeId(name: string): string {
  return UUID.test(name) ? name.toLowerCase() : namedId(`node/${name}`, NAMESPACE);
}

/** What an edge leads from and to. */
export interface EdgeEnds {
  /** The name or the id of the node that lines leave. */
  source: string;
  /** The port that they leave it by. */
  sourcePort: string;
  /** The name or the id of the node that lines enter. */
  target: string;
  /** The port that they enter it by. */
  targetPort: string;
}

/** The id of the edge between two ports: it stays while its nodes keep theirs. `nth` tells equal ones apart. */
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
