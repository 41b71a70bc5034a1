import { languageOf } from '@voiceloom/text';
import { modelOf } from '../../providers/registry.ts';
import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import type {
  CastLine,
  DefaultVoice,
  GeneratorConfig,
  Voice,
  VoiceAssignment,
  VoicePool,
} from './voice-pool.ts';

/** A config entry that names a voice for a line. */
interface Choice {
  voice_id?: string | undefined;
  provider?: string | undefined;
  model?: string | undefined;
  speed?: number | undefined;
  pitch?: number | undefined;
}

interface RankedChoice extends Choice {
  /** The entry's default provider and model. */
  from: DefaultVoice | undefined;
  is_chosen: boolean;
}

interface AssignOptions {
  main: DefaultVoice | undefined;
  alone: boolean;
}

/**
 * The most specific choice wins: character and locale, then character, then locale, then the node's voice.
 * Voices that do not speak the line's language are skipped. Without a choice, the first voice for the locale
 * of the character's provider or of the main provider is used.
 */
export function assignVoice(
  pool: VoicePool,
  line: CastLine,
  choosing: AssignOptions,
): VoiceAssignment | undefined {
  const { config, byId } = pool;
  const { main, alone } = choosing;
  const character = characterOf(config, line);
  const isOpen = (provider: string | undefined): boolean => !alone || provider === main?.provider;
  const manner = (choice: Choice) => ({
    speed: choice.speed ?? character?.speed ?? config.speed,
    pitch: choice.pitch ?? character?.pitch ?? config.pitch,
    controls: {
      ...config.controls,
      ...character?.controls,
      ...localeEntry(character?.by_locale, line.locale_code)?.controls,
    },
  });
  for (const { from, is_chosen, ...choice } of listChoices(config, line, choosing)) {
    const voice = choice.voice_id === undefined ? undefined : byId.get(choice.voice_id);
    const provider = choice.provider ?? from?.provider;
    if (
      !voice ||
      voice.provider !== provider ||
      !isOpen(provider) ||
      !supportsLocale(voice, line.locale_code)
    )
      continue;
    const cast = withModel(pool, voice, choice.model ?? modelAt(from, provider));
    if (cast) return { voice, is_chosen, ...cast, ...manner(choice) };
  }
  const { provider = undefined, model } = character ?? {};
  const first = provider && isOpen(provider) ? { provider, model: model ?? modelAt(main, provider) } : main;
  const assignment = first && findFirstVoice(pool, first, line.locale_code);
  return assignment && { ...assignment, is_chosen: false, ...manner({}) };
}

export function characterOf(
  { voices_by_character: cast }: GeneratorConfig,
  { character_name: name }: CastLine,
) {
  return name !== null && Object.hasOwn(cast, name) ? cast[name] : undefined;
}

/**
 * The config entries that may name a voice for a line, most specific first, with each entry's default
 * provider.
 */
function listChoices(
  config: GeneratorConfig,
  line: CastLine,
  { main, alone }: AssignOptions,
): RankedChoice[] {
  const character = characterOf(config, line);
  // Characters use voices of the config's provider, even if routing chooses another provider for other lines.
  const from: DefaultVoice | undefined = alone ? main : { provider: config.provider, model: config.model };
  const own = { provider: character?.provider, model: character?.model };
  const choices: RankedChoice[] = [];
  const add = (choice: Choice, from: DefaultVoice | undefined) =>
    choices.push({ ...choice, from, is_chosen: true });
  const inLocale = localeEntry(character?.by_locale, line.locale_code);
  if (inLocale) {
    // A model belongs to one provider and does not apply to another.
    const isOther = inLocale.provider !== undefined && inLocale.provider !== own.provider;
    add({ ...(isOther ? {} : own), ...inLocale }, from);
  }
  add({ ...own, voice_id: localeEntry(character?.voices_by_locale, line.locale_code) }, from);
  add({ ...own, voice_id: character?.voice_id }, from);
  add({ voice_id: localeEntry(config.voices_by_locale, line.locale_code) }, main);
  add({ voice_id: config.voice_id ?? undefined }, main);
  if (own.provider === undefined) choices.push({ voice_id: main?.voice_id, from: main, is_chosen: false });
  return choices;
}

/**
 * The voice that the config names for a line, and the entry that names it. This can be a voice that does not
 * speak the line's language.
 */
export function findConfiguredVoice(config: GeneratorConfig, line: CastLine) {
  const { locale_code: locale, character_name: name } = line;
  const own = characterOf(config, line);
  const voice_id =
    localeEntry(own?.by_locale, locale)?.voice_id ??
    localeEntry(own?.voices_by_locale, locale) ??
    own?.voice_id;
  if (voice_id) return { voice_id, field: `voices_by_character.${name}` };
  // With automatic routing, these voices are used only if their provider is chosen.
  if (own?.provider || config.routing.mode === 'auto') return undefined;
  const inLocale = localeEntry(config.voices_by_locale, locale);
  if (inLocale) return { voice_id: inLocale, field: `voices_by_locale` };
  return config.voice_id ? { voice_id: config.voice_id, field: 'voice_id' } : undefined;
}

/** The main provider's model does not apply to other providers. */
const modelAt = (main: DefaultVoice | undefined, provider: string | undefined): string | null =>
  main && main.provider === provider ? main.model : null;

interface WithModel {
  provider: SpeechProvider;
  model: SpeechModel;
}

/** The named model. If none is named: the default model, or another one if the voice does not support it. */
function withModel({ speech }: VoicePool, voice: Voice, modelId: string | null): WithModel | undefined {
  const provider = speech.get(voice.provider);
  const usual = provider && modelOf(provider, modelId);
  if (!provider || !usual) return undefined;
  if (modelId !== null || speaksWith(voice, usual.id)) return { provider, model: usual };
  const fit = provider.models.find(({ id }) => voice.supported_models?.includes(id));
  return { provider, model: fit ?? usual };
}

/** The first voice of a provider for a locale, with its model. */
function findFirstVoice(
  pool: Pick<VoicePool, 'speech' | 'byProvider'>,
  main: DefaultVoice,
  locale: string,
): (WithModel & { voice: Voice }) | undefined {
  const provider = pool.speech.get(main.provider);
  const model = provider && modelOf(provider, main.model);
  if (!provider || !model) return undefined;
  const voices = (pool.byProvider.get(provider.id) ?? []).filter(
    (voice) => voice.is_active && speaksWith(voice, model.id),
  );
  // Voices for the exact locale come first, then those for its language, then those for any language.
  const voice =
    voices.find(({ supported_languages }) => supported_languages.includes(locale)) ??
    voices.find((one) => one.supported_languages.length > 0 && supportsLocale(one, locale)) ??
    voices.find(({ supported_languages }) => supported_languages.length === 0);
  return voice && { voice, provider, model };
}

/** The entry for a locale, or for its language. */
export function localeEntry<T>(voices: Record<string, T> | undefined, locale: string): T | undefined {
  return voices?.[locale] ?? voices?.[languageOf(locale)];
}

/** A voice that declares no language is assumed to speak all of them. */
export function supportsLocale(voice: Pick<Voice, 'supported_languages'>, locale: string): boolean {
  if (voice.supported_languages.length === 0) return true;
  const language = languageOf(locale);
  return voice.supported_languages.some((own) => own === locale || languageOf(own) === language);
}

/** A voice that lists no models is assumed to support all of them. */
export function speaksWith({ supported_models }: Voice, model: string): boolean {
  return supported_models === null || supported_models.includes(model);
}
