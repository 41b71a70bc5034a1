import type { NodeConfig } from '@voiceloom/contract';
import type { Db, Row } from '../../db/index.ts';
import type { SpeechModel, SpeechProvider, SpeechProviders } from '../../providers/speech/index.ts';
import { assignVoice } from './assign-voice.ts';

export type Voice = Pick<
  Row<'voice'>,
  'id' | 'name' | 'provider' | 'provider_voice_id' | 'supported_languages' | 'supported_models' | 'is_active'
>;

export type GeneratorConfig = NodeConfig<'operator_generator'>;

/** Who speaks a line, and how. */
export interface VoiceAssignment {
  voice: Voice;
  provider: SpeechProvider;
  model: SpeechModel;
  speed: number;
  pitch: number;
}

/** The provider that speaks where the config names no other; null = its default model. */
export interface DefaultVoice {
  provider: string;
  model: string | null;
  /** Who speaks where no voice is named; left out, the first voice of the locale. */
  voice_id?: string;
}

export interface CastLine {
  locale_code: string;
  character_name: string | null;
}

export interface Cast {
  /** The part for a line, or undefined where no voice is named and the provider has none for the locale. */
  assignmentFor(line: CastLine): VoiceAssignment | undefined;
}

/** Everybody who may speak in a generator. */
export interface VoicePool {
  config: GeneratorConfig;
  speech: SpeechProviders;
  byId: Map<string, Voice>;
  byProvider: Map<string, Voice[]>;
}

interface NamedVoice {
  field: string;
  voice_id: string;
  /** The provider that it must belong to; null where the provider is chosen later. */
  provider: string | null;
}

/** Every voice id that a generator names, with its place in the config. */
export function namedVoices(config: GeneratorConfig): NamedVoice[] {
  const main = config.routing.mode === 'auto' ? null : config.provider;
  const named: NamedVoice[] = [];
  const add = (field: string, voice_id: string | null | undefined, provider: string | null) => {
    if (voice_id) named.push({ field, voice_id, provider });
  };
  add('voice_id', config.voice_id, main);
  for (const [locale, id] of Object.entries(config.voices_by_locale))
    add(`voices_by_locale.${locale}`, id, main);
  for (const [name, part] of Object.entries(config.voices_by_character)) {
    const field = `voices_by_character.${name}`;
    const own = part.provider ?? config.provider;
    add(`${field}.voice_id`, part.voice_id, own);
    for (const [locale, id] of Object.entries(part.voices_by_locale ?? {}))
      add(`${field}.voices_by_locale.${locale}`, id, own);
    for (const [locale, { voice_id, provider }] of Object.entries(part.by_locale ?? {}))
      add(`${field}.by_locale.${locale}.voice_id`, voice_id, provider ?? own);
  }
  return named;
}

interface NamedProvider {
  field: string;
  provider: GeneratorConfig['provider'];
  /** Null: its default one. */
  model: string | null;
}

/** The providers and models that characters have of their own, with their place in the config. */
export function namedProviders(config: GeneratorConfig): NamedProvider[] {
  return Object.entries(config.voices_by_character).flatMap(([name, character]) => {
    const field = `voices_by_character.${name}`;
    const { provider = config.provider } = character;
    const places = [
      { field, provider, own: character },
      ...Object.entries(character.by_locale ?? {}).map(([locale, own]) => ({
        field: `${field}.by_locale.${locale}`,
        provider: own.provider ?? provider,
        own,
      })),
    ];
    return places.flatMap(({ own, ...place }) =>
      own.provider || own.model ? [{ ...place, model: own.model ?? null }] : [],
    );
  });
}

/** Loads the voices of `providers`, and those that the config names, once. */
export async function loadVoicePool(
  { db, speech }: { db: Db; speech: SpeechProviders },
  workspaceId: string,
  { config, providers }: { config: GeneratorConfig; providers: Iterable<string> },
): Promise<VoicePool> {
  const all = new Set([...providers, ...namedProviders(config).map(({ provider }) => provider)]);
  const ids = namedVoices(config).map(({ voice_id }) => voice_id);
  const voices = await loadVoices(db, workspaceId, { providers: [...all], ids: [...new Set(ids)] });
  return {
    config,
    speech,
    byId: new Map(voices.map((voice) => [voice.id, voice])),
    byProvider: inCatalogOrder(
      speech,
      Map.groupBy(voices, (voice) => voice.provider),
    ),
  };
}

/** The default voice of a locale is the first one, so a provider's own order comes before that of the names. */
function inCatalogOrder(speech: SpeechProviders, byProvider: Map<string, Voice[]>): Map<string, Voice[]> {
  return new Map(
    Array.from(byProvider, ([id, voices]) => {
      const catalog = speech.get(id)?.voices() ?? [];
      const places = new Map(catalog.map(({ provider_voice_id }, place) => [provider_voice_id, place]));
      const placeOf = (voice: Voice): number => places.get(voice.provider_voice_id) ?? catalog.length;
      return [id, voices.toSorted((one, other) => placeOf(one) - placeOf(other))] as const;
    }),
  );
}

interface CastOptions {
  main(locale: string): DefaultVoice | undefined;
  /** Voices of other providers are skipped, even where a character has one. */
  alone?: boolean;
}

/** Who speaks what in a generator; each character and locale is decided once. */
export function castOf(pool: VoicePool, { main, alone = false }: CastOptions): Cast {
  const parts = new Map<string, VoiceAssignment | undefined>();
  return {
    assignmentFor(line) {
      const key = JSON.stringify([line.locale_code, line.character_name]);
      if (!parts.has(key)) parts.set(key, assignVoice(pool, line, { main: main(line.locale_code), alone }));
      return parts.get(key);
    },
  };
}

/** The voices that a workspace may cast: its own and those of everybody. */
export function selectVoices(db: Db, workspaceId: string) {
  return db
    .selectFrom('voice')
    .select(['id', 'name', 'provider', 'provider_voice_id'])
    .select(['supported_languages', 'supported_models', 'is_active'])
    .where((eb) => eb.or([eb('workspace_id', 'is', null), eb('workspace_id', '=', workspaceId)]));
}

/** The providers' platform voices, and those of the workspace; bounded by the size of providers' catalogs. */
async function loadVoices(
  db: Db,
  workspaceId: string,
  wanted: { providers: string[]; ids: string[] },
): Promise<Voice[]> {
  if (wanted.providers.length + wanted.ids.length === 0) return [];
  return selectVoices(db, workspaceId)
    .where((eb) =>
      eb.or([
        ...(wanted.providers.length > 0
          ? [eb.and([eb('provider', 'in', wanted.providers), eb('is_active', '=', true)])]
          : []),
        ...(wanted.ids.length > 0 ? [eb('id', 'in', wanted.ids)] : []),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(5_000 * Math.max(1, wanted.providers.length) + wanted.ids.length)
    .execute();
}
