import { InputError } from '../errors/errors.ts';
import { nodeTypes } from '../generated/node-types.ts';
import type { NodeConfigs, WorkflowDefinitionInput, WorkflowEdge } from '../generated/types.ts';
import { randomUuid } from '../transport/bytes.ts';

/** One node of a chain: its type and its config. */
export type ChainStep = {
  [T in keyof NodeConfigs]: readonly [type: T, config?: NodeConfigs[T]];
}[keyof NodeConfigs];

/** Throws InputError for an invalid step, which the compiler reports only to TypeScript callers. */
function checkStep(step: ChainStep, at: number): void {
  const [type, config] = Array.isArray(step) ? step : [];
  const place = `Step ${at + 1} of chain()`;
  if (typeof type !== 'string') throw new InputError(`${place} must be a list: [type, config].`);
  if (!Object.hasOwn(nodeTypes, type)) {
    const types = Object.keys(nodeTypes).join(', ');
    throw new InputError(`${place} has an unknown node type: ${type}. Node types: ${types}.`);
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
  steps.forEach(checkStep);
  const nodes = steps.map(([type, config = {}], at) => ({
    id: randomUuid(),
    type,
    config: { ...config } as Record<string, unknown>,
    position: { x: at * 240, y: 0 },
  }));
  const edges: WorkflowEdge[] = [];
  for (const [at, node] of nodes.entries()) {
    const { inputs, outputs } = nodeTypes[node.type];
    const previous = nodes[at - 1];
    if (previous) {
      const [sourcePort] = Object.keys(nodeTypes[previous.type].outputs);
      const [targetPort] = Object.keys(inputs);
      if (sourcePort === undefined || targetPort === undefined)
        throw new InputError(`${node.type} cannot be connected after ${previous.type}.`);
      edges.push({ id: randomUuid(), source: previous.id, sourcePort, target: node.id, targetPort });
    }
    // A check sends failed lines back to the generator before it.
    const generator = nodes.slice(0, at).findLast(({ type }) => type === 'operator_generator');
    const [generatorPort] = Object.keys(nodeTypes.operator_generator.inputs);
    if (generator && generatorPort && 'fail' in outputs) {
      const [source, target] = [node.id, generator.id];
      edges.push({ id: randomUuid(), source, sourcePort: 'fail', target, targetPort: generatorPort });
    }
  }
  return { graph: { nodes, edges } };
}
