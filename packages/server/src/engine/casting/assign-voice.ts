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

type AssignOptions = { main: DefaultVoice | undefined; alone: boolean };

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
  for (const { from, is_chosen, ...choice } of choicesFor(config, line, choosing)) {
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
  const found = first && firstVoice(pool, first, line.locale_code);
  return found && { ...found, is_chosen: false, ...manner({}) };
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
function choicesFor(
  config: GeneratorConfig,
  line: CastLine,
  { main, alone }: AssignOptions,
): (Choice & { from: DefaultVoice | undefined; is_chosen: boolean })[] {
  const character = characterOf(config, line);
  // Characters use voices of the config's provider, even if routing chooses another provider for other lines.
  const from: DefaultVoice | undefined = alone ? main : { provider: config.provider, model: config.model };
  const own = { provider: character?.provider, model: character?.model };
  const inLocale = localeEntry(character?.by_locale, line.locale_code);
  const chosen = [
    ...(inLocale ? [{ ...nearest(own, inLocale), from }] : []),
    { ...own, voice_id: localeEntry(character?.voices_by_locale, line.locale_code), from },
    { ...own, voice_id: character?.voice_id, from },
    { voice_id: localeEntry(config.voices_by_locale, line.locale_code), from: main },
    { voice_id: config.voice_id ?? undefined, from: main },
  ];
  return [
    ...chosen.map((choice) => ({ ...choice, is_chosen: true })),
    ...(own.provider === undefined ? [{ voice_id: main?.voice_id, from: main, is_chosen: false }] : []),
  ];
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

/** A model belongs to one provider and does not apply to another. */
function nearest(own: Choice, inLocale: Choice): Choice {
  const isOther = inLocale.provider !== undefined && inLocale.provider !== own.provider;
  return { ...(isOther ? {} : own), ...inLocale };
}

/** The main provider's model does not apply to other providers. */
const modelAt = (main: DefaultVoice | undefined, provider: string | undefined): string | null =>
  main && main.provider === provider ? main.model : null;

type WithModel = { provider: SpeechProvider; model: SpeechModel };

/** The named model. If none is named: the default model, or another one if the voice does not support it. */
function withModel({ speech }: VoicePool, voice: Voice, named: string | null): WithModel | undefined {
  const provider = speech.get(voice.provider);
  const usual = provider && modelOf(provider, named);
  if (!provider || !usual) return undefined;
  if (named !== null || speaksWith(voice, usual.id)) return { provider, model: usual };
  const fit = provider.models.find(({ id }) => voice.supported_models?.includes(id));
  return { provider, model: fit ?? usual };
}

/** The first voice of a provider for a locale, with its model. */
function firstVoice(
  pool: Pick<VoicePool, 'speech' | 'byProvider'>,
  main: DefaultVoice,
  locale: string,
): (WithModel & { voice: Voice }) | undefined {
  const provider = pool.speech.get(main.provider);
  const model = provider && modelOf(provider, main.model);
  if (!provider || !model) return undefined;
  const voice = defaultVoice(pool.byProvider.get(provider.id) ?? [], model.id, locale);
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

/** Voices for the exact locale come first, then those for its language, then those for any language. */
function defaultVoice(all: readonly Voice[], model: string, locale: string): Voice | undefined {
  const own = all.filter((voice) => voice.is_active && speaksWith(voice, model));
  return (
    own.find((voice) => voice.supported_languages.includes(locale)) ??
    own.find((voice) => voice.supported_languages.length > 0 && supportsLocale(voice, locale)) ??
    own.find((voice) => voice.supported_languages.length === 0)
  );
}

/** A voice that lists no models is assumed to support all of them. */
export function speaksWith({ supported_models }: Voice, model: string): boolean {
  return supported_models === null || supported_models.includes(model);
}
