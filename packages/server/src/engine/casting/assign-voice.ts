import { languageOf } from '@voiceloom/text';
import { findModel } from '../../providers/registry.ts';
import type { SpeechProvider } from '../../providers/speech/index.ts';
import type {
  CastLine,
  DefaultVoice,
  GeneratorConfig,
  Voice,
  VoiceAssignment,
  VoicePool,
} from './voice-pool.ts';

/** A config entry that names a voice for a line. */
interface NamedVoice {
  voice_id?: string | undefined;
  provider?: string | undefined;
  model?: string | undefined;
  speed?: number | undefined;
  pitch?: number | undefined;
}

/** A voice that a line may get, with the model to speak with: null if none is named. */
interface Choice {
  voice_id?: string | undefined;
  provider: string | undefined;
  model: string | null;
  speed?: number | undefined;
  pitch?: number | undefined;
  is_chosen: boolean;
}

interface AssignOptions {
  mainVoice: DefaultVoice | undefined;
  /** Whether all voices must be of the main provider, even those of a character with another one. */
  onlyMainProvider: boolean;
}

/**
 * The most specific choice wins: character and locale, then character, then locale, then the node's voice.
 * Voices that do not speak the line's language are skipped. Without a choice, the first voice for the locale
 * of the character's provider or of the main provider is used.
 */
export function assignVoice(
  pool: VoicePool,
  line: CastLine,
  options: AssignOptions,
): VoiceAssignment | undefined {
  const { config, byId } = pool;
  const { mainVoice, onlyMainProvider } = options;
  const character = findCharacter(config, line);
  const localeEntry = findLocaleEntry(character?.by_locale, line.locale_code);
  const speechSettings = {
    speed: character?.speed ?? config.speed,
    pitch: character?.pitch ?? config.pitch,
    controls: { ...config.controls, ...character?.controls, ...localeEntry?.controls },
  };
  for (const choice of listChoices(config, line, options)) {
    const { voice_id = '', speed = speechSettings.speed, pitch = speechSettings.pitch, is_chosen } = choice;
    const voice = byId.get(voice_id);
    if (!voice || voice.provider !== choice.provider || !supportsLocale(voice, line.locale_code)) continue;
    const speaker = findProviderAndModel(pool, voice, choice.model);
    if (!speaker) continue;
    const { provider, model } = speaker;
    return { voice, is_chosen, provider, model, ...speechSettings, speed, pitch };
  }
  let defaultVoice = mainVoice;
  const provider = character?.provider;
  if (provider && (!onlyMainProvider || provider === mainVoice?.provider))
    defaultVoice = { provider, model: character.model ?? findModelFor(mainVoice, provider) };
  const assignment = defaultVoice && findFirstVoice(pool, defaultVoice, line.locale_code);
  return assignment && { ...assignment, is_chosen: false, ...speechSettings };
}

/** The config's entry for the character of a line. */
export function findCharacter(
  { voices_by_character: cast }: GeneratorConfig,
  { character_name: name }: CastLine,
) {
  return name !== null && Object.hasOwn(cast, name) ? cast[name] : undefined;
}

/** The voices that a line may get, most specific first. */
function listChoices(
  config: GeneratorConfig,
  line: CastLine,
  { mainVoice, onlyMainProvider }: AssignOptions,
): Choice[] {
  const character = findCharacter(config, line);
  // Characters use voices of the config's provider, even if routing chooses another provider for other lines.
  let characterDefault: DefaultVoice | undefined = { provider: config.provider, model: config.model };
  if (onlyMainProvider) characterDefault = mainVoice;
  const characterProvider = { provider: character?.provider, model: character?.model };
  const choices: Choice[] = [];
  // `defaults`: the provider and model of an entry that names none.
  const add = (
    choice: NamedVoice,
    defaults: DefaultVoice | undefined,
    { is_chosen } = { is_chosen: true },
  ): void => {
    const provider = choice.provider ?? defaults?.provider;
    if (onlyMainProvider && provider !== mainVoice?.provider) return;
    choices.push({
      ...choice,
      provider,
      model: choice.model ?? findModelFor(defaults, provider),
      is_chosen,
    });
  };
  const localeEntry = findLocaleEntry(character?.by_locale, line.locale_code);
  if (localeEntry) {
    // A model belongs to one provider and does not apply to another.
    const isOther = localeEntry.provider !== undefined && localeEntry.provider !== characterProvider.provider;
    add(isOther ? localeEntry : { ...characterProvider, ...localeEntry }, characterDefault);
  }
  const localeVoiceId = findLocaleEntry(character?.voices_by_locale, line.locale_code);
  add({ ...characterProvider, voice_id: localeVoiceId }, characterDefault);
  add({ ...characterProvider, voice_id: character?.voice_id }, characterDefault);
  add({ voice_id: findLocaleEntry(config.voices_by_locale, line.locale_code) }, mainVoice);
  add({ voice_id: config.voice_id ?? undefined }, mainVoice);
  if (characterProvider.provider === undefined)
    add({ voice_id: mainVoice?.voice_id }, mainVoice, { is_chosen: false });
  return choices;
}

/**
 * The voice that the config names for a line, and the entry that names it. This can be a voice that does not
 * speak the line's language.
 */
export function findConfiguredVoice(config: GeneratorConfig, line: CastLine) {
  const { locale_code: locale, character_name: name } = line;
  const character = findCharacter(config, line);
  const voice_id =
    findLocaleEntry(character?.by_locale, locale)?.voice_id ??
    findLocaleEntry(character?.voices_by_locale, locale) ??
    character?.voice_id;
  if (voice_id) return { voice_id, field: `voices_by_character.${name}` };
  // With automatic routing, these voices are used only if their provider is chosen.
  if (character?.provider || config.routing.mode === 'auto') return undefined;
  const inLocale = findLocaleEntry(config.voices_by_locale, locale);
  if (inLocale) return { voice_id: inLocale, field: `voices_by_locale` };
  return config.voice_id ? { voice_id: config.voice_id, field: 'voice_id' } : undefined;
}

/** The model that is set together with this provider; null if another provider is set. A model belongs to one provider. */
function findModelFor(mainVoice: DefaultVoice | undefined, provider: string | undefined): string | null {
  return mainVoice && mainVoice.provider === provider ? mainVoice.model : null;
}

/** The named model. If none is named: the default model, or another one if the voice does not support it. */
function findProviderAndModel({ speech }: VoicePool, voice: Voice, modelId: string | null) {
  const provider = speech.get(voice.provider);
  if (!provider) return undefined;
  const [ownModelId] = voice.supported_models ?? [];
  // A local voice is a part of its model, so that no other model can speak with it, and it waits for a missing one.
  const isPartOfModel = provider.unavailable !== undefined && ownModelId !== undefined;
  const model = findModel(provider, isPartOfModel ? ownModelId : modelId);
  if (!model) return undefined;
  if (isPartOfModel || modelId !== null || supportsModel(voice, model.id)) return { provider, model };
  const supportedModel = provider.models.find(({ id }) => voice.supported_models?.includes(id));
  return { provider, model: supportedModel ?? model };
}

/** The first voice of a provider for a locale, with its model. */
function findFirstVoice({ speech, byProvider }: VoicePool, mainVoice: DefaultVoice, locale: string) {
  const provider = speech.get(mainVoice.provider);
  const model = provider && findModel(provider, mainVoice.model);
  if (!provider || !model) return undefined;
  const voices = byProvider.get(provider.id) ?? [];
  const activeVoices = voices.filter((voice) => voice.is_active || isOfListedModel(voice, provider));
  const ownVoice = findVoiceIn(
    activeVoices.filter((voice) => supportsModel(voice, model.id)),
    locale,
  );
  if (ownVoice) return { voice: ownVoice, provider, model };
  // Each local model has languages of its own, so that another one than the default may speak this one.
  if (mainVoice.model !== null || !provider.unavailable) return undefined;
  for (const otherModel of provider.models) {
    const voice = findVoiceIn(
      activeVoices.filter((candidate) => supportsModel(candidate, otherModel.id)),
      locale,
    );
    if (voice) return { voice, provider, model: otherModel };
  }
  return undefined;
}

/** Whether a hidden voice is one of a local model that the run waits for. */
const isOfListedModel = (voice: Voice, provider: SpeechProvider): boolean =>
  provider.unavailable !== undefined &&
  provider.models.some(({ id }) => voice.supported_models?.includes(id));

/** The first of these voices for a locale. */
function findVoiceIn(voices: readonly Voice[], locale: string): Voice | undefined {
  // Voices for the exact locale come first, then those for its language, then those for any language.
  return (
    voices.find(({ supported_languages }) => supported_languages.includes(locale)) ??
    voices.find(
      (candidate) => candidate.supported_languages.length > 0 && supportsLocale(candidate, locale),
    ) ??
    voices.find(({ supported_languages }) => supported_languages.length === 0)
  );
}

/** The entry for a locale, or for its language. */
export function findLocaleEntry<T>(voices: Record<string, T> | undefined, locale: string): T | undefined {
  return voices?.[locale] ?? voices?.[languageOf(locale)];
}

/** A voice that declares no language is assumed to speak all of them. */
export function supportsLocale(voice: Pick<Voice, 'supported_languages'>, locale: string): boolean {
  if (voice.supported_languages.length === 0) return true;
  const language = languageOf(locale);
  return voice.supported_languages.some(
    (supportedLocale) => supportedLocale === locale || languageOf(supportedLocale) === language,
  );
}

/** A voice that lists no models is assumed to support all of them. */
export function supportsModel({ supported_models }: Voice, model: string): boolean {
  return supported_models === null || supported_models.includes(model);
}
