import { join } from 'node:path';
import { plainText } from '../speech/markup.ts';
import { SpeechError, type SpeechModel, type SpeechProvider } from '../speech/provider.ts';
import { writeWav } from '../speech/wav.ts';
import { MISSING_PROGRAM } from './local-engine.ts';
import { createModelReader, type LocalSpeech } from './local-models.ts';
import { addCommand, describeMissingModel, listLocalVoices, parseLocalVoice } from './local-voices.ts';
import type { InstalledModel } from './models/index.ts';

const ID = 'local';
/** The price of our own work, like that of the embedded engine. */
const CREDITS_PER_1000_CHARACTERS = 10;
/** Long enough for every line, and short enough that a canceled line ends soon. */
const MAX_TEXT_CHARACTERS = 5_000;
const NEURAL = 3;
const SUGGESTED_MODEL = 'kokoro-multi-lang-v1_0';

/** The speakers of the local models. It needs no key. */
export function createLocalSpeechProvider({ models, engine, folder }: LocalSpeech): SpeechProvider {
  const readModels = createModelReader(models, 'speech', createSpeechModel);
  return {
    id: ID,
    get models() {
      return readModels();
    },
    // A model that was removed still has a name, so that what needs it can wait for it.
    otherModel: (id) => ({
      id,
      display_name: id,
      credits_per_1000_characters: CREDITS_PER_1000_CHARACTERS,
      max_characters: MAX_TEXT_CHARACTERS,
      locales: null,
      quality: NEURAL,
      is_default: false,
    }),
    voices: () => listLocalVoices(models.list()),
    has_own_deadline: true,
    unavailable(id) {
      if (id === null && readModels().length === 0)
        return `No local voice is installed on this server. Run "${addCommand(SUGGESTED_MODEL)}".`;
      if (id === null || readModels().some((model) => model.id === id)) return undefined;
      return describeMissingModel(id);
    },
    isHere: (id) => models.find(id) !== undefined,
    refresh: models.refresh,
    async synthesize(request, signal) {
      const voice = parseLocalVoice(request.provider_voice_id);
      if (!voice) throw new SpeechError('invalid_input', 'There is no such local voice.');
      if (request.model !== voice.model)
        throw new SpeechError('unsupported', `The voice belongs to ${voice.model}, not to ${request.model}.`);
      const model = models.find(voice.model);
      if (!engine) throw new SpeechError('gone', MISSING_PROGRAM);
      if (model?.kind !== 'speech')
        throw new SpeechError('gone', `The local model ${voice.model} is not installed on this server.`);
      const { model_digest: digest = model.installation.digest } = request;
      const dropped = new Set<string>();
      const text = plainText(request.text, { drop: (setting) => void dropped.add(setting) });
      if (request.pitch !== 0) dropped.add('pitch');
      const { samples, sample_rate } = await engine.synthesize(
        {
          model: { folder: join(folder, model.name), family: model.family, digest },
          text,
          speaker: voice.speaker,
          speed: request.speed,
          locale_code: request.locale_code,
        },
        signal,
      );
      return {
        audio: writeWav({ samples, sample_rate }),
        format: 'wav',
        sample_rate,
        duration_ms: Math.round((samples.length * 1_000) / sample_rate),
        words: [],
        spoken_text: null,
        syllables: null,
        request_id: null,
        dropped: [...dropped],
      };
    },
    // The engine is shared, so its owner closes it.
    close: () => Promise.resolve(),
  };
}

function createSpeechModel(model: InstalledModel, isFirst: boolean): SpeechModel {
  const { name, display_name, languages, installation } = model;
  const speech: SpeechModel = {
    id: name,
    display_name,
    credits_per_1000_characters: CREDITS_PER_1000_CHARACTERS,
    max_characters: MAX_TEXT_CHARACTERS,
    locales: languages,
    quality: NEURAL,
    digest: installation.digest,
    is_default: isFirst,
  };
  if (installation.speed !== null) speech.speed = installation.speed;
  return speech;
}
