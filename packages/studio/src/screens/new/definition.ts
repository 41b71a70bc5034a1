import type { WorkflowDefinition, WorkflowEdge, WorkflowNode } from '@voiceloom/sdk';
import { text } from '../../text/en.ts';

/** Changes to a definition that work with any graph. All functions return a new definition. */
type Definition = WorkflowDefinition;

interface Graph {
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
}

export const findNode = ({ graph }: Definition, type: string): WorkflowNode | undefined =>
  graph.nodes.find((node) => node.type === type);

export const isGenerator = ({ type }: WorkflowNode): boolean => type === 'operator_generator';

export const isCheck = ({ type }: WorkflowNode): boolean => type.startsWith('validator_');

const withGraph = (definition: Definition, graph: Partial<Definition['graph']>): Definition => ({
  graph: { ...definition.graph, ...graph },
  // If empty, the service computes the steps from the edges.
  execution: { ...definition.execution, steps: [] },
});

/** Changes some settings of one node. */
export function withConfig(definition: Definition, id: string, config: WorkflowNode['config']): Definition {
  const nodes = definition.graph.nodes.map((node) => {
    if (node.id !== id) return node;
    return { ...node, config: { ...node.config, ...config } };
  });
  return withGraph(definition, { nodes });
}

/** The uses of the script's columns that the person chose. */
type Columns = Record<string, unknown>;

export const getColumns = (node: WorkflowNode | undefined): Columns =>
  (node?.config.columns ?? {}) as Columns;

/** Keeps only the first script source and the nodes that it leads to. The source reads the upload. */
export function withScript(definition: Definition, uploadId: string, columns: Columns = {}): Definition {
  const source = findNode(definition, 'source_script');
  if (source === undefined) throw new Error('The template has no script.');
  const { nodes, edges } = definition.graph;
  // Retry edges lead to the generators of all scripts, so they do not count for generators that other edges reach.
  const passTargets = new Set(
    edges.filter(({ sourcePort }) => sourcePort !== 'fail').map(({ target }) => target),
  );
  const reachable = new Set([source.id]);
  for (const id of reachable)
    for (const edge of edges)
      if (edge.source === id && (edge.sourcePort !== 'fail' || !passTargets.has(edge.target)))
        reachable.add(edge.target);
  const part = withGraph(definition, {
    nodes: nodes.filter(({ id }) => reachable.has(id)),
    edges: edges.filter((edge) => reachable.has(edge.source) && reachable.has(edge.target)),
  });
  const config = { input_type: 'file', upload_ids: [uploadId], text: '', source_language: null, columns };
  return withConfig(part, source.id, config);
}

const speaksCharacters = (node: WorkflowNode): boolean =>
  isGenerator(node) && Object.keys(getCast(node).voices_by_character).length > 0;

/**
 * Removes the parts of a template that only its sample script needs: the name of the script, and the voices, speeds and
 * pitches of its characters. The voice of a narrator stays, but only for the language that it speaks.
 */
export function withoutSample(definition: Definition): Definition {
  const locale = String(findNode(definition, 'source_script')?.config.source_language ?? '');
  const language = locale.split('-')[0] ?? locale;
  const hasCharacters = definition.graph.nodes.some(speaksCharacters);
  const nodes = definition.graph.nodes.map((node): WorkflowNode => {
    const { config } = node;
    if (node.type === 'source_script') return { ...node, name: text.setup.script };
    if (speaksCharacters(node)) {
      const neutral = { voice_id: null, voices_by_character: {}, speed: 1, pitch: 0 };
      return { ...node, name: text.setup.voices, config: { ...config, ...neutral } };
    }
    if (isGenerator(node)) {
      const { voice_id, voices_by_locale } = getCast(node);
      if (!voice_id || language === '') return node;
      const byLocale = { [language]: voice_id, ...voices_by_locale };
      return { ...node, config: { ...config, voice_id: null, voices_by_locale: byLocale } };
    }
    // The sample has no characters in its lines, so its files are sorted by voice.
    if (!hasCharacters || typeof config.file_pattern !== 'string') return node;
    const file_pattern = config.file_pattern.replace('{voice}', '{character}');
    return { ...node, config: { ...config, file_pattern } };
  });
  return withGraph(definition, { nodes });
}

/** While a check is off, `graph.studio` contains the graph with all checks. Runs and other clients ignore it. */
function getWholeGraph({ graph }: Definition): Graph {
  const wholeGraph = (graph.studio as Graph | undefined) ?? graph;
  const currentNodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return {
    nodes: wholeGraph.nodes.map((node) => currentNodes.get(node.id) ?? node),
    edges: wholeGraph.edges,
  };
}

/** Every check of the production. `retries`: whether a line that fails is spoken again or left out. */
export function listChecks(definition: Definition): { node: WorkflowNode; on: boolean; retries: boolean }[] {
  const activeIds = new Set(definition.graph.nodes.map(({ id }) => id));
  const { nodes, edges } = getWholeGraph(definition);
  const speakers = new Set(nodes.filter(isGenerator).map(({ id }) => id));
  const retryEdges = edges.filter((edge) => edge.sourcePort === 'fail' && speakers.has(edge.target));
  return nodes.filter(isCheck).map((node) => ({
    node,
    on: activeIds.has(node.id),
    retries: retryEdges.some(({ source }) => source === node.id),
  }));
}

/** Turns a check on or off. Without it, lines go directly to the nodes after it. */
export function withCheck(definition: Definition, id: string, isOn: boolean): Definition {
  const wholeGraph = getWholeGraph(definition);
  const checks = listChecks(definition);
  const inactiveIds = new Set(checks.filter((check) => !check.on).map(({ node }) => node.id));
  if (isOn) inactiveIds.delete(id);
  else inactiveIds.add(id);
  let { edges } = wholeGraph;
  for (const check of inactiveIds) {
    // The inputs of the check lead directly to the targets of its `pass` port.
    const outputs = edges.filter((edge) => edge.source === check && edge.sourcePort === 'pass');
    const inputs = edges.filter((edge) => edge.target === check);
    edges = edges.filter((edge) => edge.source !== check && edge.target !== check);
    for (const input of inputs)
      for (const { target, targetPort } of outputs)
        edges.push({ ...input, id: crypto.randomUUID(), target, targetPort });
  }
  return withGraph(definition, {
    nodes: wholeGraph.nodes.filter((node) => !inactiveIds.has(node.id)),
    edges,
    studio: inactiveIds.size > 0 ? wholeGraph : undefined,
  });
}

/** The part of a generator's config that decides who speaks. */
interface Cast {
  provider: string;
  voice_id: string | null;
  voices_by_locale: Record<string, string>;
  voices_by_character: Record<
    string,
    {
      voice_id?: string;
      voices_by_locale?: Record<string, string>;
      by_locale?: Record<string, { voice_id: string; provider?: string }>;
    }
  >;
}

export const getCast = ({ config }: WorkflowNode): Cast => config as unknown as Cast;

/** Sets the voice in every generator, because each speaks only the lines that reach it. */
export function withVoice(
  definition: Definition,
  choice: { character: string | null; locale: string; voice: { id: string; provider: string } },
): Definition {
  const { character, locale, voice } = choice;
  let result = definition;
  for (const node of definition.graph.nodes.filter(isGenerator)) {
    const { provider, voices_by_locale, voices_by_character } = getCast(node);
    if (character === null) {
      result = withConfig(result, node.id, { voices_by_locale: { ...voices_by_locale, [locale]: voice.id } });
      continue;
    }
    const role = voices_by_character[character] ?? {};
    const roleVoice: { voice_id: string; provider?: string } = { voice_id: voice.id };
    if (voice.provider !== provider) roleVoice.provider = voice.provider;
    const by_locale = { ...role.by_locale, [locale]: roleVoice };
    result = withConfig(result, node.id, {
      voices_by_character: { ...voices_by_character, [character]: { ...role, by_locale } },
    });
  }
  return result;
}
