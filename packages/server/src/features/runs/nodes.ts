import {
  backEdges,
  findNodeType,
  masteringSettings,
  NODE_TYPES,
  type NodeCategory,
  type NodeConfig,
  reachableFrom,
  stepsOf,
  type WorkflowDefinition,
} from '@voiceloom/contract';

/** A node of a run's snapshot, in execution order. */
export interface RunNode {
  id: string;
  type: string;
  label: string;
  category: NodeCategory | undefined;
  /** The first output port, which lines without errors take. */
  main_port: string | undefined;
  /** Whether rejected lines return to an earlier node. */
  returns: boolean;
  config: Record<string, unknown>;
}

/** The nodes of a definition in execution order. */
export function listNodes(definition: WorkflowDefinition): RunNode[] {
  const positions = new Map(stepsOf(definition).map((id, index) => [id, index]));
  const returningIds = new Set(backEdges(definition).map((edge) => edge.source));
  const position = (node: { id: string }) => positions.get(node.id) ?? positions.size;
  const nodes = definition.graph.nodes.toSorted((a, b) => position(a) - position(b));
  return nodes.map((node) => {
    const type = findNodeType(node.type);
    return {
      id: node.id,
      type: node.type,
      label: node.name ?? type?.display_name ?? node.type,
      category: type?.category,
      main_port: type?.outputs[0]?.name,
      returns: returningIds.has(node.id),
      config: node.config,
    };
  });
}

/** Nodes whose attempts are takes: generators and sources of recordings. */
export function isGenerator(node: RunNode): boolean {
  return node.type === 'operator_generator' || node.type === 'source_audio';
}

export function isValidator(node: RunNode): boolean {
  return node.category === 'validation';
}

/** Whether a node hands audio out of the workflow. */
export function isSink(node: RunNode): boolean {
  return node.category === 'output';
}

/** An output node of a run, and how it packs files. */
export interface Sink {
  node: RunNode;
  config: NodeConfig<'sink_preview'>;
}

/** Each sink of a workflow with its settings. */
export function listSinks(definition: WorkflowDefinition): Sink[] {
  return listNodes(definition)
    .filter(isSink)
    .map((node) => ({ node, config: NODE_TYPES.sink_preview.config.parse(node.config) }));
}

/** The loudness target of a delivery: the target of the last mastering before the sink. */
export function findLoudnessTarget(definition: WorkflowDefinition, sink: RunNode | undefined): number | null {
  const { edges } = definition.graph;
  const masters = listNodes(definition).filter((node) => node.type === 'operator_mastering');
  const lastMaster = masters.findLast((node) => !sink || reachableFrom([node.id], edges).has(sink.id));
  if (!lastMaster) return null;
  return masteringSettings(NODE_TYPES.operator_mastering.config.parse(lastMaster.config)).loudness_lufs;
}
