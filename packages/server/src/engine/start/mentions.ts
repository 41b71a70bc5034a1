import type { NODE_TYPES, NodeConfig, WorkflowDefinition } from '@voiceloom/contract';
import { listNamedProviders, listNamedVoices } from '../casting/voice-pool.ts';

/** A reference to something outside the definition, with its path. */
export interface Mention {
  path: string;
  id: string;
}

/** The nodes of a type, with their config paths. */
export function listNodesOfType<T extends keyof typeof NODE_TYPES>(
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
export function listUploadMentions(definition: WorkflowDefinition): Mention[] {
  return [...listScriptMentions(definition, () => true), ...listRecordingMentions(definition)];
}

/** Uploads that a run would read: none if the source uses typed text. */
export function listUsedUploadMentions(definition: WorkflowDefinition): Mention[] {
  const scripts = listScriptMentions(definition, ({ input_type }) => input_type !== 'text');
  return [...scripts, ...listRecordingMentions(definition)];
}

/** The uploads of script sources whose config is included. */
function listScriptMentions(
  definition: WorkflowDefinition,
  isIncluded: (config: NodeConfig<'source_script'>) => boolean,
): Mention[] {
  return listNodesOfType(definition, 'source_script')
    .filter(({ config }) => isIncluded(config))
    .flatMap(({ path, config }) => toMentions(path, config.upload_ids));
}

/** The uploads of sources of recordings, and their lists. */
function listRecordingMentions(definition: WorkflowDefinition): Mention[] {
  const mentions: Mention[] = [];
  for (const { path, config } of listNodesOfType(definition, 'source_audio')) {
    mentions.push(...toMentions(path, config.upload_ids));
    if (config.list_upload_id) mentions.push({ path: `${path}.list_upload_id`, id: config.list_upload_id });
  }
  return mentions;
}

/** Each upload with the path of the field that names it. */
function toMentions(path: string, ids: readonly string[] | undefined): Mention[] {
  return (ids ?? []).map((id, index) => ({ path: `${path}.upload_ids.${index}`, id }));
}

/** Providers that generators need: the main one, those of characters, and the fallback. */
export function listProviderMentions(definition: WorkflowDefinition): Mention[] {
  const mentions: Mention[] = [];
  for (const { path, config } of listNodesOfType(definition, 'operator_generator')) {
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
export function listModelMentions(
  definition: WorkflowDefinition,
): { path: string; provider: string; model: string | null }[] {
  const mentions: { path: string; provider: string; model: string | null }[] = [];
  for (const { path, config } of listNodesOfType(definition, 'operator_generator')) {
    if (config.routing.mode !== 'auto')
      mentions.push({ path: `${path}.model`, provider: config.provider, model: config.model });
    for (const { field, provider, model } of listNamedProviders(config))
      if (model !== null) mentions.push({ path: `${path}.${field}.model`, provider, model });
  }
  return mentions;
}
