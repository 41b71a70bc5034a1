import type { NodeConfig } from '@voiceloom/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../db/index.ts';
import type { VoiceTable } from '../db/schema.ts';

export type Voice = Pick<
  Selectable<VoiceTable>,
  'id' | 'name' | 'provider' | 'provider_voice_id' | 'supported_languages' | 'supported_models' | 'is_active'
>;

export type GeneratorConfig = NodeConfig<'operator_generator'>;

/** Who speaks a line, and how. */
export interface Part {
  voice: Voice;
  speed: number;
  pitch: number;
}

export interface Cast {
  /** The part for a line, or undefined where no voice is named and the provider has none for the locale. */
  partFor(line: { locale_code: string; character_name: string | null }): Part | undefined;
  /** Voices that the config names and the workspace does not have, with their place in the config. */
  unknown: { field: string; voice_id: string }[];
}

/** Every voice id that a generator names, with its place in the config. */
export function namedVoices(config: GeneratorConfig): { field: string; voice_id: string }[] {
  const named: { field: string; voice_id: string }[] = [];
  if (config.voice_id) named.push({ field: 'voice_id', voice_id: config.voice_id });
  for (const [locale, id] of Object.entries(config.voices_by_locale)) {
    named.push({ field: `voices_by_locale.${locale}`, voice_id: id });
  }
  for (const [name, part] of Object.entries(config.voices_by_character)) {
    const field = `voices_by_character.${name}`;
    if (part.voice_id) named.push({ field: `${field}.voice_id`, voice_id: part.voice_id });
    for (const [locale, id] of Object.entries(part.voices_by_locale ?? {})) {
      named.push({ field: `${field}.voices_by_locale.${locale}`, voice_id: id });
    }
  }
  return named;
}

/**
 * Who speaks what in a generator. The closest choice wins: character and locale, character, locale, the node's
 * voice; a voice that does not speak the line's language is passed over. Without any, the provider's first voice
 * of the locale speaks.
 */
export async function castFor(db: Db, workspaceId: string, config: GeneratorConfig): Promise<Cast> {
  const named = namedVoices(config);
  const voices = await loadVoices(db, workspaceId, {
    provider: config.provider,
    ids: named.map((n) => n.voice_id),
  });
  const byId = new Map(voices.map((voice) => [voice.id, voice]));
  const unknown = named.filter(({ voice_id }) => byId.get(voice_id)?.provider !== config.provider);
  const parts = new Map<string, Part | undefined>();
  return {
    unknown,
    partFor(line) {
      const key = JSON.stringify([line.locale_code, line.character_name]);
      if (!parts.has(key)) parts.set(key, choose(config, line, { byId, all: voices }));
      return parts.get(key);
    },
  };
}

type Line = { locale_code: string; character_name: string | null };

function choose(
  config: GeneratorConfig,
  line: Line,
  voices: { byId: Map<string, Voice>; all: Voice[] },
): Part | undefined {
  const character =
    line.character_name === null ? undefined : config.voices_by_character[line.character_name];
  const ids = [
    localeEntry(character?.voices_by_locale, line.locale_code),
    character?.voice_id,
    localeEntry(config.voices_by_locale, line.locale_code),
    config.voice_id,
  ];
  const chosen = ids
    .flatMap((id) => (id ? [voices.byId.get(id)] : []))
    .find(
      (voice) => voice !== undefined && voice.provider === config.provider && speaks(voice, line.locale_code),
    );
  const voice = chosen ?? defaultVoice(voices.all, config, line.locale_code);
  if (!voice) return undefined;
  return { voice, speed: character?.speed ?? config.speed, pitch: character?.pitch ?? config.pitch };
}

function localeEntry(voices: Record<string, string> | undefined, locale: string): string | undefined {
  return voices?.[locale] ?? voices?.[locale.split('-')[0] ?? locale];
}

/** A voice that declares no language is taken to speak all. */
export function speaks(voice: Pick<Voice, 'supported_languages'>, locale: string): boolean {
  if (voice.supported_languages.length === 0) return true;
  const language = locale.split('-')[0];
  return voice.supported_languages.some((own) => own === locale || own.split('-')[0] === language);
}

/** The voices that name the locale come first, then those of its language, then those that speak all. */
function defaultVoice(all: Voice[], config: GeneratorConfig, locale: string): Voice | undefined {
  const own = all.filter(
    (voice) => voice.provider === config.provider && voice.is_active && speaksWith(voice, config.model),
  );
  return (
    own.find((voice) => voice.supported_languages.includes(locale)) ??
    own.find((voice) => voice.supported_languages.length > 0 && speaks(voice, locale)) ??
    own.find((voice) => voice.supported_languages.length === 0)
  );
}

/** A voice that names no models is taken to be good for all, and so is every voice where no model is named. */
function speaksWith({ supported_models }: Voice, model: string | null): boolean {
  return model === null || supported_models === null || supported_models.includes(model);
}

/** The provider's platform voices, and those of the workspace; bounded by the size of a provider's catalog. */
async function loadVoices(
  db: Db,
  workspaceId: string,
  wanted: { provider: string; ids: string[] },
): Promise<Voice[]> {
  return db
    .selectFrom('voice')
    .select(['id', 'name', 'provider', 'provider_voice_id'])
    .select(['supported_languages', 'supported_models', 'is_active'])
    .where((eb) => eb.or([eb('workspace_id', 'is', null), eb('workspace_id', '=', workspaceId)]))
    .where((eb) =>
      eb.or([
        eb.and([eb('provider', '=', wanted.provider), eb('is_active', '=', true)]),
        ...(wanted.ids.length > 0 ? [eb('id', 'in', wanted.ids)] : []),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(5_000)
    .execute();
}
