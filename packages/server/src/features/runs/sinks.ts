import { NODE_TYPES, type NodeConfig, type WorkflowDefinition } from '@voiceloom/contract';
import { isSink, nodesOf, type RunNode } from './nodes.ts';

/** An output node of a run and how it packs. */
export interface Sink {
  node: RunNode;
  config: NodeConfig<'sink_preview'>;
}

export function sinksOf(definition: WorkflowDefinition): Sink[] {
  return nodesOf(definition)
    .filter(isSink)
    .map((node) => ({ node, config: NODE_TYPES.sink_preview.config.parse(node.config) }));
}
