import type { NodeConfig, WorkflowDefinition } from '@voiceloom/contract';
import { namedProviders, namedVoices } from '../../engine/index.ts';

/** A mention of something outside the definition, and where it stands. */
export interface Mention {
  path: string;
  id: string;
}

export interface VoiceMention extends Mention {
  /** Whose voice it has to be; null where the provider is chosen later. */
  provider: string | null;
}

type Placed<Config> = { path: string; config: Config };

function configsOf<T extends 'source_script' | 'source_audio' | 'operator_generator' | 'sink_preview'>(
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
  const scripts = configsOf(definition, 'source_script').flatMap(({ path, config }) =>
    (config.upload_ids ?? []).map((id, index) => ({ path: `${path}.upload_ids.${index}`, id })),
  );
  return [...scripts, ...recordingMentions(definition)];
}

function recordingMentions(definition: WorkflowDefinition): Mention[] {
  return configsOf(definition, 'source_audio').flatMap(({ path, config }) => [
    ...(config.upload_ids ?? []).map((id, index) => ({ path: `${path}.upload_ids.${index}`, id })),
    ...(config.list_upload_id ? [{ path: `${path}.list_upload_id`, id: config.list_upload_id }] : []),
  ]);
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
    namedVoices(config).map(({ field, voice_id, provider }) => ({
      path: `${path}.${field}`,
      id: voice_id,
      provider,
    })),
  );
}

/** Providers that generators must be able to speak with: their own, those of characters, the one for emergencies. */
export function providerMentions(definition: WorkflowDefinition): Mention[] {
  return generatorConfigs(definition).flatMap(({ path, config }) => [
    ...(isOwnAsked(config) ? [{ path: `${path}.provider`, id: config.provider }] : []),
    ...namedProviders(config).map(({ field, provider }) => ({
      path: `${path}.${field}.provider`,
      id: provider,
    })),
    ...(config.fallback_provider
      ? [{ path: `${path}.fallback_provider`, id: config.fallback_provider }]
      : []),
  ]);
}

/** A generator that chooses its provider asks its own one for characters alone. */
function isOwnAsked(config: NodeConfig<'operator_generator'>): boolean {
  if (config.routing.mode === 'off') return true;
  return namedVoices(config).some(({ field, provider }) => {
    return field.startsWith('voices_by_character.') && provider === config.provider;
  });
}

/** Generators with their place. */
export function generatorConfigs(definition: WorkflowDefinition): Placed<NodeConfig<'operator_generator'>>[] {
  return configsOf(definition, 'operator_generator');
}

/** The models that generators name, or leave to their provider. */
export function generatorModels(
  definition: WorkflowDefinition,
): { path: string; provider: string; model: string | null }[] {
  return generatorConfigs(definition).flatMap(({ path, config }) => [
    ...(config.routing.mode === 'auto'
      ? []
      : [{ path: `${path}.model`, provider: config.provider, model: config.model }]),
    ...namedProviders(config).flatMap(({ field, provider, model }) =>
      model === null ? [] : [{ path: `${path}.${field}.model`, provider, model }],
    ),
  ]);
}

/** Delivery targets that outputs name. */
export function targetMentions(definition: WorkflowDefinition): Mention[] {
  return configsOf(definition, 'sink_preview').flatMap(({ path, config }) =>
    config.delivery_target ? [{ path: `${path}.delivery_target`, id: config.delivery_target }] : [],
  );
}
