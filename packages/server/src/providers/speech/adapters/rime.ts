import { RIME_ARCANA_DIRECTION } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import { toList, toObject, toText } from '../../json.ts';
import { readConcurrencyError } from '../../response-errors.ts';
import { bearer, type SpeechAdapter } from '../adapter.ts';
import { createModels } from '../credits.ts';
import { plainText } from '../markup.ts';
import type { ProviderVoice } from '../provider.ts';
import { createVoice } from '../voice.ts';

const RATE = 24_000;

// The API accepts texts of any length (Rime's reference, as of 2026). Its dashboard limits them to 3,000
// characters.
const MODELS = createModels({ max_characters: 3_000 }, [
  { id: 'coda', display_name: 'Coda', quality: 4 },
  { id: 'arcana', display_name: 'Arcana', quality: 4, ...RIME_ARCANA_DIRECTION },
  { id: 'mistv3', display_name: 'Mist v3', quality: 3 },
  { id: 'mistv2', display_name: 'Mist v2', quality: 3 },
]);

/** Rime, whose format is selected with `Accept`. */
export const rime: SpeechAdapter = {
  id: 'rime',
  models: MODELS,
  initial_slots: 4,
  baseUrl: () => 'https://users.rime.ai',
  authorization: bearer,
  keyCheck: {
    // The list of voices requires no key, so the check synthesizes a word.
    calls: () => [
      {
        path: '/v1/rime-tts',
        headers: { accept: 'audio/mp3' },
        json: { speaker: 'cove', modelId: 'mist', text: 'a' },
      },
    ],
  },
  sample_rate: RATE,
  write: ({ text }, settings) => plainText(text, settings),
  render(request, settings) {
    const speed = settings.speed({ min: 0.5, max: 2 });
    // Each model supports one of these fields. Both stretch time, so half is twice as fast.
    const speedField = request.model === 'mistv2' ? 'speedAlpha' : 'timeScaleFactor';
    const language = languageOf(request.locale_code);
    const lang = request.model.startsWith('mist') ? LONG_CODES[language] : undefined;
    const json = {
      text: request.written,
      speaker: request.provider_voice_id,
      modelId: request.model,
      lang: lang ?? language,
      samplingRate: RATE,
      ...(speed !== 1 && { [speedField]: Math.round(1_000 / speed) / 1_000 }),
      ...request.controls,
    };
    return { path: '/v1/rime-tts', headers: { accept: 'audio/wav' }, json };
  },
  readError: readConcurrencyError,
  /** The list has a row for each combination of voice, model and language. */
  async voices(load) {
    const rows = toList(await load('/data/voices/voice_details.json')).map(toObject);
    const voices: ProviderVoice[] = [];
    for (const [id, voiceRows] of Map.groupBy(rows, ({ speaker }) => toText(speaker))) {
      const models = MODELS.map((model) => model.id).filter((model) =>
        voiceRows.some((row) => row.modelId === model),
      );
      if (id === '' || models.length === 0) continue;
      const { gender, age, dialect: accent } = voiceRows[0] ?? {};
      const locales = voiceRows.map(({ lang }) => toText(lang));
      voices.push(createVoice({ id, locales, gender, age, accent, models }));
    }
    return voices;
  },
};

/** The three-letter language codes of the Mist models. */
const LONG_CODES: Readonly<Record<string, string>> = { en: 'eng', es: 'spa', fr: 'fra', de: 'ger' };
