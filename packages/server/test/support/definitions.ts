import { randomUUID } from 'node:crypto';
import { checkDefinition, findNodeType, type NodeTypeId, type WorkflowDefinition } from '@voiceloom/contract';

export interface GraphNode {
  id: string;
  type: NodeTypeId;
  config: Record<string, unknown>;
}

export function node(type: NodeTypeId, config: Record<string, unknown> = {}): GraphNode {
  return { id: randomUUID(), type, config };
}

/** `[from, port, to]`; the target port is the first input of the target's type. */
export type Link = [from: GraphNode, port: string, to: GraphNode];

/** A validated definition from nodes and links. Throws if the definition has problems. */
export function definitionOf(
  nodes: GraphNode[],
  links: Link[],
  params: Record<string, unknown> = {},
): WorkflowDefinition {
  const edges = links.map(([from, port, to]) => ({
    id: randomUUID(),
    source: from.id,
    sourcePort: port,
    target: to.id,
    targetPort: findNodeType(to.type)?.inputs[0]?.name ?? '',
  }));
  const checked = checkDefinition({ graph: { nodes, edges }, execution: { params } });
  if (!checked.definition) throw new Error(JSON.stringify(checked.errors));
  return checked.definition;
}

export interface PipelineOptions {
  text?: string;
  source?: Record<string, unknown>;
  generator?: Record<string, unknown>;
  pacing?: Record<string, unknown>;
  params?: Record<string, unknown>;
}

/** script -> speech -> noise check -> delivery: the shortest useful pipeline. */
export function shortPipeline(options: PipelineOptions = {}): WorkflowDefinition {
  const source = node('source_script', {
    text: options.text ?? '',
    source_language: 'en-us',
    ...options.source,
  });
  const generator = node('operator_generator', options.generator);
  const noise = node('validator_noise');
  const sink = node('sink_preview');
  return definitionOf(
    [source, generator, noise, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', noise],
      [noise, 'pass', sink],
    ],
    options.params,
  );
}

/**
 * The complete pipeline: two checks that send lines back to the generator, mastering, and a final loudness
 * check.
 */
export function fullPipeline(options: PipelineOptions = {}): WorkflowDefinition {
  const source = node('source_script', {
    text: options.text ?? '',
    source_language: 'en-us',
    ...options.source,
  });
  const generator = node('operator_generator', options.generator);
  const noise = node('validator_noise');
  const pacing = node('validator_pacing', options.pacing);
  const mastering = node('operator_mastering');
  const loudness = node('validator_loudness', { max_retry: 0 });
  const sink = node('sink_preview');
  return definitionOf(
    [source, generator, noise, pacing, mastering, loudness, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', noise],
      [noise, 'pass', pacing],
      [noise, 'fail', generator],
      [pacing, 'pass', mastering],
      [pacing, 'fail', generator],
      [mastering, 'audio', loudness],
      [loudness, 'pass', sink],
    ],
    options.params,
  );
}

/** `count` different lines of English text. */
export function numberedLines(count: number, words = 'is spoken aloud for this test'): string {
  return Array.from({ length: count }, (_, index) => `Line number ${index + 1} ${words}.`).join('\n');
}
