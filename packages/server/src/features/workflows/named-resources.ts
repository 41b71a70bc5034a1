import type { NodeConfig, WorkflowDefinition } from '@voiceloom/contract';
import { namedVoices } from '../../engine/casting.ts';

/** A mention of something outside the definition, and where it stands. */
export interface Mention {
  path: string;
  id: string;
}

export interface VoiceMention extends Mention {
  /** The provider of the node that names the voice. */
  provider: string;
}

type Placed<Config> = { path: string; config: Config };

function configsOf<T extends 'source_script' | 'operator_generator'>(
  { graph }: WorkflowDefinition,
  type: T,
): Placed<NodeConfig<T>>[] {
  return graph.nodes.flatMap((node, index) =>
    node.type === type
      ? // A stored definition has passed the schema of its node types.
        [{ path: `definition.graph.nodes.${index}.config`, config: node.config as NodeConfig<T> }]
      : [],
  );
}

/** Uploads that source nodes name, once each where they read files. */
export function uploadMentions(definition: WorkflowDefinition): Mention[] {
  return configsOf(definition, 'source_script').flatMap(({ path, config }) =>
    (config.upload_ids ?? []).map((id, index) => ({ path: `${path}.upload_ids.${index}`, id })),
  );
}

/** Uploads that a run would read: a source that takes typed text leaves its uploads alone. */
export function readUploadMentions(definition: WorkflowDefinition): Mention[] {
  const nodes = definition.graph.nodes.map((node) =>
    node.config.input_type === 'text' ? { ...node, config: { ...node.config, upload_ids: [] } } : node,
  );
  return uploadMentions({ ...definition, graph: { ...definition.graph, nodes } });
}

/** Voices that generators name, for all lines, by locale and by character. */
export function voiceMentions(definition: WorkflowDefinition): VoiceMention[] {
  return configsOf(definition, 'operator_generator').flatMap(({ path, config }) =>
    namedVoices(config).map(({ field, voice_id }) => ({
      path: `${path}.${field}`,
      id: voice_id,
      provider: config.provider,
    })),
  );
}

/** Providers that generators name, the one for emergencies included. */
export function providerMentions(definition: WorkflowDefinition): Mention[] {
  return configsOf(definition, 'operator_generator').flatMap(({ path, config }) => [
    { path: `${path}.provider`, id: config.provider },
    ...(config.fallback_provider
      ? [{ path: `${path}.fallback_provider`, id: config.fallback_provider }]
      : []),
  ]);
}

/** The models that generators name, or leave to their provider. */
export function generatorModels(
  definition: WorkflowDefinition,
): { path: string; provider: string; model: string | null }[] {
  return configsOf(definition, 'operator_generator').map(({ path, config: { provider, model } }) => ({
    path: `${path}.model`,
    provider,
    model,
  }));
}
