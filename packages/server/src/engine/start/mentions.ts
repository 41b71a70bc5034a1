import type { NODE_TYPES, NodeConfig, WorkflowDefinition } from '@voiceloom/contract';
import { listNamedProviders, listNamedVoices } from '../casting/voice-pool.ts';

/** A reference to something outside the definition, with its path. */
export interface Mention {
  path: string;
  id: string;
}

/** The nodes of a type, with their config paths. */
export function nodesOfType<T extends keyof typeof NODE_TYPES>(
  { graph }: WorkflowDefinition,
  type: T,
): { id: string; node_path: string; path: string; config: NodeConfig<T> }[] {
  return graph.nodes.flatMap((node, index) => {
    if (node.type !== type) return [];
    const node_path = `definition.graph.nodes.${index}`;
    // A stored definition has already been validated against its node schemas.
    return [{ id: node.id, node_path, path: `${node_path}.config`, config: node.config as NodeConfig<T> }];
  });
}

/** Uploads in the configs of source nodes, even if the source uses typed text. */
export function uploadMentions(definition: WorkflowDefinition): Mention[] {
  return [...scriptMentions(definition, () => true), ...recordingMentions(definition)];
}

/** Uploads that a run would read: none if the source uses typed text. */
export function uploadMentionsInUse(definition: WorkflowDefinition): Mention[] {
  const scripts = scriptMentions(definition, ({ input_type }) => input_type !== 'text');
  return [...scripts, ...recordingMentions(definition)];
}

function scriptMentions(
  definition: WorkflowDefinition,
  isWanted: (config: NodeConfig<'source_script'>) => boolean,
): Mention[] {
  return nodesOfType(definition, 'source_script')
    .filter(({ config }) => isWanted(config))
    .flatMap(({ path, config }) => listUploads(path, config.upload_ids));
}

function recordingMentions(definition: WorkflowDefinition): Mention[] {
  const mentions: Mention[] = [];
  for (const { path, config } of nodesOfType(definition, 'source_audio')) {
    mentions.push(...listUploads(path, config.upload_ids));
    if (config.list_upload_id) mentions.push({ path: `${path}.list_upload_id`, id: config.list_upload_id });
  }
  return mentions;
}

function listUploads(path: string, ids: readonly string[] | undefined): Mention[] {
  return (ids ?? []).map((id, index) => ({ path: `${path}.upload_ids.${index}`, id }));
}

/** Providers that generators need: the main one, those of characters, and the fallback. */
export function providerMentions(definition: WorkflowDefinition): Mention[] {
  const mentions: Mention[] = [];
  for (const { path, config } of nodesOfType(definition, 'operator_generator')) {
    // With automatic routing, the main provider is used only if a character in the cast has a voice of it.
    const usesMain =
      config.routing.mode === 'off' ||
      listNamedVoices(config).some(
        ({ field, provider }) => field.startsWith('voices_by_character.') && provider === config.provider,
      );
    if (usesMain) mentions.push({ path: `${path}.provider`, id: config.provider });
    for (const { field, provider } of listNamedProviders(config))
      mentions.push({ path: `${path}.${field}.provider`, id: provider });
    if (config.fallback_provider)
      mentions.push({ path: `${path}.fallback_provider`, id: config.fallback_provider });
  }
  return mentions;
}

/** The models that generators name; null for the provider's default model. */
export function modelMentions(
  definition: WorkflowDefinition,
): { path: string; provider: string; model: string | null }[] {
  const mentions: { path: string; provider: string; model: string | null }[] = [];
  for (const { path, config } of nodesOfType(definition, 'operator_generator')) {
    if (config.routing.mode !== 'auto')
      mentions.push({ path: `${path}.model`, provider: config.provider, model: config.model });
    for (const { field, provider, model } of listNamedProviders(config))
      if (model !== null) mentions.push({ path: `${path}.${field}.model`, provider, model });
  }
  return mentions;
}
