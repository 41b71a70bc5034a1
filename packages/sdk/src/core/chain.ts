import { nodeTypes } from '../generated/node-types.ts';
import type { NodeConfigs, WorkflowDefinitionInput } from '../generated/types.ts';
import { randomUuid } from '../transport/bytes.ts';
import { InputError } from './errors.ts';

/** One node of a chain: its type and its config. */
export type ChainStep = {
  [T in keyof NodeConfigs]: readonly [type: T, config?: NodeConfigs[T]];
}[keyof NodeConfigs];

type Node = { id: string; type: keyof NodeConfigs };

const edge = (source: Node, sourcePort: string, target: Node, targetPort: string) => ({
  id: randomUuid(),
  source: source.id,
  sourcePort,
  target: target.id,
  targetPort,
});

function forward(source: Node, target: Node) {
  const [sourcePort] = Object.keys(nodeTypes[source.type].outputs);
  const [targetPort] = Object.keys(nodeTypes[target.type].inputs);
  if (sourcePort === undefined || targetPort === undefined) {
    throw new InputError(`${target.type} cannot be connected after ${source.type}.`);
  }
  return edge(source, sourcePort, target, targetPort);
}

/** Lines that a check rejects return to the nearest generator before it. */
function back(nodes: readonly Node[], check: Node, at: number) {
  const generator = nodes.slice(0, at).findLast(({ type }) => type === 'operator_generator');
  const [port] = generator ? Object.keys(nodeTypes[generator.type].inputs) : [];
  return generator && port && 'fail' in nodeTypes[check.type].outputs
    ? [edge(check, 'fail', generator, port)]
    : [];
}

/** JavaScript callers have no compiler to report these errors. */
function check(step: ChainStep, at: number): void {
  const [type, config] = Array.isArray(step) ? step : [];
  const place = `Step ${at + 1} of chain()`;
  if (typeof type !== 'string') throw new InputError(`${place} must be a list: [type, config].`);
  if (!Object.hasOwn(nodeTypes, type)) {
    const known = Object.keys(nodeTypes).join(', ');
    throw new InputError(`${place} has an unknown node type: ${type}. Node types: ${known}.`);
  }
  if (config !== undefined && (typeof config !== 'object' || config === null || Array.isArray(config)))
    throw new InputError(`${place} has a config that is not an object.`);
}

/**
 * Builds the definition of a workflow whose nodes run in sequence. Lines that a check rejects return to the
 * nearest generator before it, which speaks them again.
 *
 * @throws InputError if a node type does not exist or a node cannot follow the one before it.
 * @example
 * ```ts
 * const definition = chain(
 *   ['source_script', { text: 'Good evening.', source_language: 'en-us' }],
 *   ['operator_generator'],
 *   ['validator_pacing', { max_retry: 1 }],
 *   ['operator_mastering', { format: 'mp3' }],
 *   ['sink_preview'],
 * );
 * ```
 */
export function chain(...steps: readonly ChainStep[]): WorkflowDefinitionInput {
  steps.forEach(check);
  const nodes = steps.map(([type, config = {}], at) => ({
    id: randomUuid(),
    type,
    config: { ...config } as Record<string, unknown>,
    position: { x: at * 240, y: 0 },
  }));
  const edges = nodes.flatMap((node, at) => {
    const before = nodes[at - 1];
    return [...(before ? [forward(before, node)] : []), ...back(nodes, node, at)];
  });
  return { graph: { nodes, edges } };
}
