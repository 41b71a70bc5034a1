import { providers } from '../../generated/test-contract.ts';
import type { DefinitionProblem, WorkflowDefinition } from '../../generated/types.ts';
import { checkDefinition } from '../../workflow/check.ts';
import type { World } from '../world.ts';

/** Something outside a definition that it names, and where. */
type Mention = { path: string; id: string };
type Config = Record<string, unknown>;
type Ids = Record<string, string | null | undefined>;
type Part = {
  provider?: string;
  voice_id?: string | null;
  voices_by_locale?: Ids;
  by_locale?: Record<string, Part>;
};

const placesOf = ({ graph }: WorkflowDefinition, ...types: string[]) =>
  graph.nodes.flatMap(({ type, config }, at) =>
    types.includes(type) ? [{ path: `definition.graph.nodes.${at}.config`, config: config as Config }] : [],
  );

function uploads(definition: WorkflowDefinition): Mention[] {
  return placesOf(definition, 'source_script', 'source_audio').flatMap(({ path, config }) => {
    const {
      input_type,
      upload_ids = [],
      list_upload_id: list,
    } = config as {
      input_type?: string;
      upload_ids?: string[];
      list_upload_id?: string | null;
    };
    const ids = input_type === 'text' ? [] : upload_ids;
    const named = ids.map((id, at) => ({ path: `${path}.upload_ids.${at}`, id }));
    return [...named, ...(list ? [{ path: `${path}.list_upload_id`, id: list }] : [])];
  });
}

/** Voices by locale and character, each with whose it has to be; null where the provider is chosen later. */
function voicesIn({ path, config }: { path: string; config: Config }) {
  const main = (config.routing as Config | undefined)?.mode === 'auto' ? null : String(config.provider);
  const named: (Mention & { provider: string | null })[] = [];
  const add = (field: string, id: string | null | undefined, provider: string | null) => {
    if (id) named.push({ path: `${path}.${field}`, id, provider });
  };
  const addAll = (field: string, ids: Ids | undefined, provider: string | null) => {
    for (const [locale, id] of Object.entries(ids ?? {})) add(`${field}.${locale}`, id, provider);
  };
  add('voice_id', config.voice_id as string | null, main);
  addAll('voices_by_locale', config.voices_by_locale as Ids, main);
  for (const [name, part] of Object.entries((config.voices_by_character ?? {}) as Record<string, Part>)) {
    const field = `voices_by_character.${name}`;
    const own = part.provider ?? String(config.provider);
    add(`${field}.voice_id`, part.voice_id, own);
    addAll(`${field}.voices_by_locale`, part.voices_by_locale, own);
    for (const [locale, { voice_id, provider }] of Object.entries(part.by_locale ?? {})) {
      add(`${field}.by_locale.${locale}.voice_id`, voice_id, provider ?? own);
    }
  }
  return named;
}

function voiceProblems(world: World, definition: WorkflowDefinition): DefinitionProblem[] {
  const mentions = placesOf(definition, 'operator_generator').flatMap(voicesIn);
  return mentions.flatMap(({ path, id, provider }) => {
    const voice = world.voices.get(id.toLowerCase());
    if (voice === undefined) return [{ path, code: 'unknown_voice', message: `There is no voice ${id}.` }];
    if (provider === null || voice.provider === provider) return [];
    const message = `The voice ${voice.name} belongs to ${voice.provider}, not to ${provider}.`;
    return [{ path, code: 'voice_of_other_provider', message }];
  });
}

/** Providers that speak, and that the workspace has no key for. */
function providerProblems(
  world: World,
  workspaceId: string,
  definition: WorkflowDefinition,
): DefinitionProblem[] {
  return placesOf(definition, 'operator_generator').flatMap(({ path, config }) => {
    if ((config.routing as Config | undefined)?.mode === 'auto') return [];
    const id = String(config.provider);
    const isEmbedded = providers.some((provider) => provider.id === id && provider.embedded);
    if (isEmbedded || world.providerKeys.has(`${workspaceId} ${id}`)) return [];
    const message = `The workspace has no key for ${id}; enter one under provider keys.`;
    return [{ path: `${path}.provider`, code: 'provider_key_missing', message }];
  });
}

/** What a run of the definition would not find: uploads, keys, voices and delivery targets. */
export function missingResources(
  world: World,
  workspaceId: string,
  definition: WorkflowDefinition,
): DefinitionProblem[] {
  const isThere = (id: string) => {
    const upload = world.uploads.get(id.toLowerCase());
    return upload?.workspace_id === workspaceId && upload.status === 'confirmed';
  };
  const targets = [...world.targets.values()].filter(({ workspace_id }) => workspace_id === workspaceId);
  return [
    ...uploads(definition).flatMap(({ path, id }) =>
      isThere(id)
        ? []
        : [{ path, code: 'upload_not_confirmed', message: `There is no confirmed upload ${id}.` }],
    ),
    ...providerProblems(world, workspaceId, definition),
    ...voiceProblems(world, definition),
    ...placesOf(definition, 'sink_preview').flatMap(({ path, config }) => {
      const name = config.delivery_target;
      if (typeof name !== 'string' || targets.some((target) => target.name === name)) return [];
      const message = `There is no delivery target "${name}" in the workspace.`;
      return [{ path: `${path}.delivery_target`, code: 'unknown_delivery_target', message }];
    }),
  ];
}

/** What would stop a run before it starts; nodes that no line comes to stop nothing. */
export function startProblems(
  world: World,
  workspaceId: string,
  definition: WorkflowDefinition,
): DefinitionProblem[] {
  const own = checkDefinition(definition).warnings.filter(({ code }) => code !== 'unreachable_node');
  return [...own, ...missingResources(world, workspaceId, definition)];
}
