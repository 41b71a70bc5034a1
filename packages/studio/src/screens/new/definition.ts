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

const graphed = (definition: Definition, graph: Partial<Definition['graph']>): Definition => ({
  graph: { ...definition.graph, ...graph },
  // If empty, the service computes the steps from the edges.
  execution: { ...definition.execution, steps: [] },
});

export function withConfig(definition: Definition, id: string, config: WorkflowNode['config']): Definition {
  const changed = (node: WorkflowNode) =>
    node.id === id ? { ...node, config: { ...node.config, ...config } } : node;
  return graphed(definition, { nodes: definition.graph.nodes.map(changed) });
}

/** The uses of the script's columns that the person chose. */
type Columns = Record<string, unknown>;

export const columnsIn = (node: WorkflowNode | undefined): Columns => (node?.config.columns ?? {}) as Columns;

/** Keeps only the first script source and the nodes that it leads to. The source reads the upload. */
export function withScript(definition: Definition, uploadId: string, columns: Columns = {}): Definition {
  const source = findNode(definition, 'source_script');
  if (source === undefined) throw new Error('The template has no script.');
  const { nodes, edges } = definition.graph;
  // Retry edges lead to the generators of all scripts, so they do not count for generators that other edges reach.
  const fed = new Set(edges.flatMap(({ sourcePort, target }) => (sourcePort === 'fail' ? [] : [target])));
  const kept = new Set([source.id]);
  for (const id of kept)
    for (const edge of edges)
      if (edge.source === id && (edge.sourcePort !== 'fail' || !fed.has(edge.target))) kept.add(edge.target);
  const one = graphed(definition, {
    nodes: nodes.filter(({ id }) => kept.has(id)),
    edges: edges.filter((edge) => kept.has(edge.source) && kept.has(edge.target)),
  });
  const config = { input_type: 'file', upload_ids: [uploadId], text: '', source_language: null, columns };
  return withConfig(one, source.id, config);
}

const languageOf = (locale: string): string => locale.split('-')[0] ?? locale;

/**
 * Removes the parts of a template that only its sample script needs: the name of the script, and the voices, speeds and
 * pitches of its characters. The voice of a narrator stays, but only for the language that it speaks.
 */
export function withoutSample(definition: Definition): Definition {
  const locale = String(findNode(definition, 'source_script')?.config.source_language ?? '');
  const hasCast = definition.graph.nodes.some((node) => isGenerator(node) && isCast(castOf(node)));
  const changed = (node: WorkflowNode): WorkflowNode => {
    if (node.type === 'source_script') return { ...node, name: text.setup.script };
    if (isGenerator(node)) return speaker(node, languageOf(locale));
    // The sample has no characters in its lines, so its files are sorted by voice.
    const pattern = node.config.file_pattern;
    if (!hasCast || typeof pattern !== 'string') return node;
    return { ...node, config: { ...node.config, file_pattern: pattern.replace('{voice}', '{character}') } };
  };
  return graphed(definition, { nodes: definition.graph.nodes.map(changed) });
}

const isCast = ({ voices_by_character }: Cast) => Object.keys(voices_by_character).length > 0;

function speaker(node: WorkflowNode, language: string): WorkflowNode {
  const cast = castOf(node);
  if (isCast(cast)) {
    const config = { ...node.config, voice_id: null, voices_by_character: {}, speed: 1, pitch: 0 };
    return { ...node, name: text.setup.voices, config };
  }
  if (!cast.voice_id || language === '') return node;
  const voices_by_locale = { [language]: cast.voice_id, ...cast.voices_by_locale };
  return { ...node, config: { ...node.config, voice_id: null, voices_by_locale } };
}

/** While a check is off, `graph.studio` contains the graph with all checks. Runs and other clients ignore it. */
function wholeGraph({ graph }: Definition): Graph {
  const whole = (graph.studio as Graph | undefined) ?? graph;
  const current = new Map(graph.nodes.map((node) => [node.id, node]));
  return { nodes: whole.nodes.map((node) => current.get(node.id) ?? node), edges: whole.edges };
}

/** Every check of the production. `retries`: whether a line that fails is spoken again or left out. */
export function checksOf(definition: Definition): { node: WorkflowNode; on: boolean; retries: boolean }[] {
  const on = new Set(definition.graph.nodes.map(({ id }) => id));
  const { nodes, edges } = wholeGraph(definition);
  const speakers = new Set(nodes.filter(isGenerator).map(({ id }) => id));
  const returns = edges.filter((edge) => edge.sourcePort === 'fail' && speakers.has(edge.target));
  return nodes.filter(isCheck).map((node) => ({
    node,
    on: on.has(node.id),
    retries: returns.some(({ source }) => source === node.id),
  }));
}

export function withCheck(definition: Definition, id: string, on: boolean): Definition {
  const whole = wholeGraph(definition);
  const off = new Set(checksOf(definition).flatMap((check) => (check.on ? [] : [check.node.id])));
  if (on) off.delete(id);
  else off.add(id);
  return graphed(definition, {
    nodes: whole.nodes.filter((node) => !off.has(node.id)),
    edges: [...off].reduce(around, whole.edges),
    studio: off.size > 0 ? whole : undefined,
  });
}

/** The edges without the check `id`: its inputs lead directly to the targets of its `pass` port. */
function around(edges: WorkflowEdge[], id: string): WorkflowEdge[] {
  const onward = edges.filter((edge) => edge.source === id && edge.sourcePort === 'pass');
  const joined = edges
    .filter((edge) => edge.target === id)
    .flatMap((edge) =>
      onward.map(({ target, targetPort }) => ({ ...edge, id: crypto.randomUUID(), target, targetPort })),
    );
  return [...edges.filter((edge) => edge.source !== id && edge.target !== id), ...joined];
}

type ByLocale = Record<string, string>;
interface Role {
  voice_id?: string;
  voices_by_locale?: ByLocale;
  by_locale?: Record<string, { voice_id: string; provider?: string }>;
}

/** The part of a generator's config that decides who speaks. */
interface Cast {
  provider: string;
  voice_id: string | null;
  voices_by_locale: ByLocale;
  voices_by_character: Record<string, Role>;
}

export const castOf = ({ config }: WorkflowNode): Cast => config as unknown as Cast;

interface Choice {
  character: string | null;
  locale: string;
  voice: { id: string; provider: string };
}

/** Sets the voice in every generator, because each speaks only the lines that reach it. */
export function withVoice(definition: Definition, { character, locale, voice }: Choice): Definition {
  const generators = definition.graph.nodes.filter(isGenerator);
  return generators.reduce((changed, node) => {
    const cast = castOf(node);
    if (character === null)
      return withConfig(changed, node.id, {
        voices_by_locale: { ...cast.voices_by_locale, [locale]: voice.id },
      });
    const role = cast.voices_by_character[character] ?? {};
    const chosen = {
      voice_id: voice.id,
      ...(voice.provider !== cast.provider && { provider: voice.provider }),
    };
    const by_locale = { ...role.by_locale, [locale]: chosen };
    return withConfig(changed, node.id, {
      voices_by_character: { ...cast.voices_by_character, [character]: { ...role, by_locale } },
    });
  }, definition);
}
