import type { ProviderVoice } from '../speech/provider.ts';
import type { InstalledModel } from './models/index.ts';

/** The model and the speaker that a voice names. */
export interface LocalVoiceRef {
  model: string;
  speaker: number;
}

/** The speakers of the installed models, in the order of the models. The first one of a locale is its default. */
export function listLocalVoices(models: readonly InstalledModel[]): (ProviderVoice & LocalVoiceRef)[] {
  return models.flatMap((model) => {
    if (model.kind !== 'speech') return [];
    const { name, display_name, languages } = model;
    const speakers = model.speakers.length > 0 ? model.speakers : [{ id: 0, name: display_name }];
    return speakers.map((speaker) => ({
      provider_voice_id: `${name}/${speaker.id}`,
      name: speaker.name,
      // A language without a region speaks for all of its regions.
      locale_codes: 'locale' in speaker && speaker.locale ? [speaker.locale] : [...languages],
      gender: ('gender' in speaker && speaker.gender) || null,
      age: null,
      accent: null,
      category: null,
      description: `Neural voice of ${display_name}, on this server.`,
      models: [name],
      model: name,
      speaker: speaker.id,
    }));
  });
}

/** Undefined if the identifier is not that of a local voice. */
export function parseLocalVoice(provider_voice_id: string): LocalVoiceRef | undefined {
  const [, model, speaker] = /^([A-Za-z0-9][A-Za-z0-9_.-]*)\/(\d{1,4})$/.exec(provider_voice_id) ?? [];
  if (model === undefined || speaker === undefined) return undefined;
  return { model, speaker: Number(speaker) };
}

/** The recognizer that messages name: small, and for most languages. */
export const SUGGESTED_RECOGNIZER = 'sherpa-onnx-whisper-base';

/** What to run so that a model is installed. */
export const addCommand = (name: string): string => `npm run models -- add ${name}`;

/** Why a model cannot be used, with the command that changes it. */
export const describeMissingModel = (name: string): string =>
  `The local model ${name} is not installed on this server. Run "${addCommand(name)}".`;
