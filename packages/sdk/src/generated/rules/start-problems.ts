// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

import { reachableFrom } from './graph.ts';
import { findNodeType } from './node-facts.ts';
import type { GraphEdge, GraphNode, Problem } from './types.ts';

/** A problem that prevents a run: its message, path and machine-readable code. */
export type StartProblem = Problem;

type Filled = { graph: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] } };
type IndexedNode = { index: number; node: GraphNode };

/**
 * Problems that can be found with only the definition: no source, no script, no sink, or a sink that no line reaches.
 * `validate` shows these as warnings; starting a run rejects them with 422. Paths begin with `definition`.
 */
export function startProblems(definition: Filled): StartProblem[] {
  const indexedNodes = definition.graph.nodes.map((node, index) => ({ index, node }));
  const filterByCategory = (category: string) =>
    indexedNodes.filter(({ node }) => findNodeType(node.type)?.category === category);
  const [sources, sinks] = [filterByCategory('source'), filterByCategory('output')];
  const problems: StartProblem[] = [];
  const path = 'definition.graph.nodes';
  if (sources.length === 0) problems.push({ path, code: 'no_source', message: 'There is no source node.' });
  if (sinks.length === 0) problems.push({ path, code: 'no_sink', message: 'There is no output node.' });
  return [...problems, ...sources.flatMap(scriptProblems), ...sinkProblems(definition, sinks)];
}

/** The problem of a source without a script or recordings. */
function scriptProblems({ index, node }: IndexedNode): StartProblem[] {
  const path = `definition.graph.nodes.${index}.config`;
  if (node.type === 'source_audio') {
    const { upload_ids: recordings } = node.config ?? {};
    return Array.isArray(recordings) && recordings.length > 0 ? [] : [noUpload(path)];
  }
  if (node.type !== 'source_script') return [];
  const { input_type: kind, text, upload_ids: uploads } = node.config ?? {};
  if (kind === 'text' && String(text ?? '').trim() === '') {
    return [{ path: `${path}.text`, code: 'empty_script', message: 'The script is empty.' }];
  }
  if (kind !== 'text' && (!Array.isArray(uploads) || uploads.length === 0)) {
    return [noUpload(path)];
  }
  return [];
}

const noUpload = (path: string): StartProblem => ({
  path: `${path}.upload_ids`,
  code: 'no_upload',
  message: 'The source has no upload.',
});

/** The IDs of the nodes that lines of the sources reach. */
function reachedNodes({ graph }: Filled): Set<string> {
  const sources = graph.nodes.filter(({ type }) => findNodeType(type)?.category === 'source');
  return reachableFrom(
    sources.map(({ id }) => id),
    graph.edges,
  );
}

/** The problems of outputs that no line reaches. */
function sinkProblems(definition: Filled, sinks: IndexedNode[]): StartProblem[] {
  const reachedIds = reachedNodes(definition);
  const hasGenerator = definition.graph.nodes.some(({ type }) => type === 'operator_generator');
  return sinks
    .filter(({ node }) => !reachedIds.has(node.id))
    .map(({ index, node }) => ({
      path: `definition.graph.nodes.${index}`,
      code: hasGenerator ? 'unreachable_sink' : 'no_generator',
      message: hasGenerator
        ? `No line reaches ${getNodeName(node)}. Connect it to a node that lines pass through.`
        : `No line reaches ${getNodeName(node)} with audio: add a generator before it.`,
    }));
}

/** Nodes, except outputs, that no line reaches. They do nothing. A run can start anyway. */
export function strayNodes(definition: Filled): StartProblem[] {
  const reachedIds = reachedNodes(definition);
  const problems: StartProblem[] = [];
  for (const [index, node] of definition.graph.nodes.entries()) {
    if (reachedIds.has(node.id) || findNodeType(node.type)?.category === 'output') continue;
    const path = `definition.graph.nodes.${index}`;
    problems.push({ path, code: 'unreachable_node', message: `No line reaches ${getNodeName(node)}.` });
  }
  return problems;
}

const getNodeName = (node: { type: string; name?: string | undefined }) =>
  node.name ?? findNodeType(node.type)?.display_name ?? node.type;
