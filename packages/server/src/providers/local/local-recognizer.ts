import { join } from 'node:path';
import { ProviderError } from '../provider-error.ts';
import { toMono } from '../speech/wav.ts';
import {
  findTranscriptionModel,
  type TranscriptionModel,
  type TranscriptionProvider,
} from '../transcription/transcriber.ts';
import { MISSING_PROGRAM } from './local-engine.ts';
import { createModelReader, type LocalSpeech } from './local-models.ts';
import { addCommand, describeMissingModel, SUGGESTED_RECOGNIZER } from './local-voices.ts';
import { type InstalledModel, REGISTRY } from './models/index.ts';

/** Models that report no times. */
const WITHOUT_TIMES = new Set(['whisper', 'moonshine']);
/** An hour of speech at 16 kHz. */
const MAX_BYTES = 120 * 1_048_576;

/** The local models that recognize speech. It needs no key. */
export function createLocalRecognizer({ models, engine, folder }: LocalSpeech): TranscriptionProvider {
  const readModels = createModelReader(models, 'recognition', createTranscriptionModel);
  const provider: TranscriptionProvider = {
    id: 'local',
    get models() {
      return readModels();
    },
    // A model that was removed still has a name, so that what needs it can wait for it.
    otherModel: (id) => ({ id, display_name: id, has_words: false, max_bytes: MAX_BYTES, is_default: false }),
    unavailable(id) {
      if (id === null && readModels().length === 0)
        return `No local recognizer is installed on this server. Run "${addCommand(SUGGESTED_RECOGNIZER)}".`;
      if (id === null || readModels().some((model) => model.id === id)) return undefined;
      return describeMissingModel(id);
    },
    isHere: (id) => models.find(id) !== undefined,
    refresh: models.refresh,
    initial_slots: 1,
    async transcribe({ audio, model: requestedModel, locale_code, signal }) {
      signal.throwIfAborted();
      const id = findTranscriptionModel(provider, requestedModel)?.id;
      const model = id === undefined ? undefined : models.find(id);
      if (!engine) throw new ProviderError('unsupported', MISSING_PROGRAM);
      if (model?.kind !== 'recognition')
        throw new ProviderError('unsupported', describeMissing(requestedModel));
      if (locale_code !== null && !recognizes(model, locale_code))
        throw new ProviderError('invalid_input', describeUnknownLanguage(model, locale_code));
      const { samples, sample_rate } = toMono(audio);
      const request = {
        model: {
          folder: join(folder, model.name),
          family: model.family,
          digest: model.installation.digest,
        },
        samples,
        sample_rate,
        locale_code,
      };
      const { text, words, language } = await engine.recognize(request, signal);
      return {
        text,
        words,
        language: language ?? locale_code,
        model: model.name,
        billed: null,
        request_id: null,
      };
    },
    // The engine is shared, so its owner closes it.
    close: () => Promise.resolve(),
  };
  return provider;
}

function createTranscriptionModel(model: InstalledModel, isFirst: boolean): TranscriptionModel {
  const { name, display_name, family, installation } = model;
  return {
    id: name,
    display_name,
    has_words: !WITHOUT_TIMES.has(family),
    max_bytes: MAX_BYTES,
    is_default: isFirst,
    digest: installation.digest,
  };
}

const describeMissing = (model: string | null): string => describeMissingModel(model ?? SUGGESTED_RECOGNIZER);

/** Why a line has no transcript, with the command that installs a model for its language. */
function describeUnknownLanguage({ display_name }: InstalledModel, locale: string): string {
  const others = REGISTRY.filter((model) => model.kind === 'recognition' && recognizes(model, locale));
  const other = others.find(({ name }) => name === SUGGESTED_RECOGNIZER) ?? others[0];
  const statement = `${display_name} does not recognize ${locale}.`;
  if (!other) return statement;
  return `${statement} "${addCommand(other.name)}" installs a model that does. Name it as the model.`;
}

/** Languages whose usual code in models is that of a larger group. */
const CODES_OF_MODELS: Readonly<Record<string, string>> = { nb: 'no', fil: 'tl' };

/** A model that names a region recognizes the whole language. */
function recognizes({ languages }: Pick<InstalledModel, 'languages'>, locale: string): boolean {
  const [language = ''] = locale.split('-', 1);
  const codes = [language, CODES_OF_MODELS[language]];
  return languages.some((code) => codes.includes(code.split('-', 1)[0]));
}
