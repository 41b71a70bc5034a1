import type { Controls, NodeConfig } from '@voiceloom/contract';
import type { Expression, SqlBool } from 'kysely';
import type { Db, Row } from '../../db/index.ts';
import type { SpeechModel, SpeechProvider, SpeechProviders } from '../../providers/speech/index.ts';
import { findVoiceScope, isListedVoice, isVisibleVoice, type VoiceScope } from '../provider-calls/payers.ts';
import { assignVoice } from './assign-voice.ts';

export type Voice = Pick<
  Row<'voice'>,
  'id' | 'name' | 'provider' | 'provider_voice_id' | 'supported_languages' | 'supported_models' | 'is_active'
>;

export type GeneratorConfig = NodeConfig<'operator_generator'>;

/** The voice, model and provider for a line. */
export interface VoiceAssignment {
  voice: Voice;
  /** Whether the config names the voice. Otherwise it is the default one. */
  is_chosen: boolean;
  provider: SpeechProvider;
  model: SpeechModel;
  speed: number;
  pitch: number;
  /** The controls in the config. The model may not support all of them. */
  controls: Controls;
}

/** The provider and model if the config names none. A null model means the provider's default model. */
export interface DefaultVoice {
  provider: string;
  model: string | null;
  /** The voice for lines without a named voice. Default: the first voice for the locale. */
  voice_id?: string;
}

export interface CastLine {
  locale_code: string;
  character_name: string | null;
}

/** The assignment for a line; undefined if no voice is named and the provider has none for the locale. */
type AssignVoice = (line: CastLine) => VoiceAssignment | undefined;

/** All voices that a generator can use. */
export interface VoicePool {
  config: GeneratorConfig;
  speech: SpeechProviders;
  byId: Map<string, Voice>;
  byProvider: Map<string, Voice[]>;
}

/**
 * Every voice id in a generator's config, with its path. `provider`: the required provider; null if the provider is chosen
 * later.
 */
export function listNamedVoices(config: GeneratorConfig) {
  const main = config.routing.mode === 'auto' ? null : config.provider;
  const voices: { field: string; voice_id: string; provider: string | null }[] = [];
  const add = (field: string, voice_id: string | null | undefined, provider: string | null) => {
    if (voice_id) voices.push({ field, voice_id, provider });
  };
  add('voice_id', config.voice_id, main);
  for (const [locale, id] of Object.entries(config.voices_by_locale))
    add(`voices_by_locale.${locale}`, id, main);
  for (const [name, character] of Object.entries(config.voices_by_character)) {
    const field = `voices_by_character.${name}`;
    const characterProvider = character.provider ?? config.provider;
    add(`${field}.voice_id`, character.voice_id, characterProvider);
    for (const [locale, id] of Object.entries(character.voices_by_locale ?? {}))
      add(`${field}.voices_by_locale.${locale}`, id, characterProvider);
    for (const [locale, { voice_id, provider }] of Object.entries(character.by_locale ?? {}))
      add(`${field}.by_locale.${locale}.voice_id`, voice_id, provider ?? characterProvider);
  }
  return voices;
}

/** Providers and models that the config sets for characters, with their paths. A model of null is the default one. */
export function listNamedProviders(config: GeneratorConfig) {
  const providers: { field: string; provider: string; model: string | null }[] = [];
  const add = (field: string, provider: string, choice: { provider?: string; model?: string }): void => {
    if (choice.provider || choice.model) providers.push({ field, provider, model: choice.model ?? null });
  };
  for (const [name, character] of Object.entries(config.voices_by_character)) {
    const field = `voices_by_character.${name}`;
    const { provider = config.provider } = character;
    add(field, provider, character);
    for (const [locale, localeVoice] of Object.entries(character.by_locale ?? {}))
      add(`${field}.by_locale.${locale}`, localeVoice.provider ?? provider, localeVoice);
  }
  return providers;
}

/** Loads the voices of `providers` and those that the config names. */
export async function loadVoicePool(
  { db, speech }: { db: Db; speech: SpeechProviders },
  workspaceId: string,
  { config, providers }: { config: GeneratorConfig; providers: Iterable<string> },
): Promise<VoicePool> {
  const allProviders = new Set([...providers, ...listNamedProviders(config).map(({ provider }) => provider)]);
  const ids = listNamedVoices(config).map(({ voice_id }) => voice_id);
  const voices = await loadVoices(db, workspaceId, { providers: [...allProviders], ids: [...new Set(ids)] });
  const byProvider = Map.groupBy(voices, (voice) => voice.provider);
  for (const [id, providerVoices] of byProvider) {
    // Sorts by the provider's own order before the alphabetical order, because the first voice is the default for a
    // locale.
    const catalog = speech.get(id)?.voices() ?? [];
    const indexes = new Map(catalog.map(({ provider_voice_id }, index) => [provider_voice_id, index]));
    const findIndex = (voice: Voice): number => indexes.get(voice.provider_voice_id) ?? catalog.length;
    providerVoices.sort((a, b) => findIndex(a) - findIndex(b));
  }
  return { config, speech, byId: new Map(voices.map((voice) => [voice.id, voice])), byProvider };
}

/** Assigns voices in a generator. `onlyMainProvider` skips all others, even if a character is assigned one. */
export function createVoiceAssigner(
  pool: VoicePool,
  options: { main(locale: string): DefaultVoice | undefined; onlyMainProvider?: boolean },
): AssignVoice {
  const { main, onlyMainProvider = false } = options;
  return cacheByLine((line) =>
    assignVoice(pool, line, { mainVoice: main(line.locale_code), onlyMainProvider }),
  );
}

/** Caches by character and locale, which determine the result. */
export function cacheByLine<T>(find: (line: CastLine) => T): (line: CastLine) => T {
  const cache = new Map<string, T>();
  return (line) => {
    const key = JSON.stringify([line.locale_code, line.character_name]);
    if (!cache.has(key)) cache.set(key, find(line));
    // The key exists now, even if the result is undefined.
    return cache.get(key) as T;
  };
}

/** The voices that a workspace can use: its own and the public ones. */
export function selectVoices(db: Db, scope: VoiceScope) {
  return db
    .selectFrom('voice')
    .select(['id', 'name', 'provider', 'provider_voice_id'])
    .select(['supported_languages', 'supported_models', 'is_active'])
    .where(isVisibleVoice(scope));
}

/** The voices among `ids` that the workspace can use, by their ID. */
export async function findVoices(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Voice>> {
  if (ids.length === 0) return new Map();
  const rows = await selectVoices(db, await findVoiceScope(db, workspaceId))
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The providers' platform voices and those of the workspace. Bounded by the size of the providers' catalogs.
 */
async function loadVoices(db: Db, workspaceId: string, selection: { providers: string[]; ids: string[] }) {
  const { providers, ids } = selection;
  if (providers.length + ids.length === 0) return [];
  const scope = await findVoiceScope(db, workspaceId);
  return selectVoices(db, scope)
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = [];
      if (providers.length > 0)
        conditions.push(
          eb.and([
            eb('provider', 'in', providers),
            // The voices of a local model that is missing are hidden, but a run waits for them.
            eb.or([eb('is_active', '=', true), eb('provider', '=', 'local')]),
            isListedVoice(scope),
          ]),
        );
      if (ids.length > 0) conditions.push(eb('id', 'in', ids));
      return eb.or(conditions);
    })
    .orderBy('name')
    .orderBy('id')
    .limit(5_000 * Math.max(1, providers.length) + ids.length)
    .execute();
}
