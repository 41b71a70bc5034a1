import { RIME_ARCANA_DIRECTION } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import { limitsConcurrency } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { bearer, type PartRequest, type SpeechAdapter } from '../adapter.ts';
import { modelsOf } from '../credits.ts';
import { plainText } from '../markup.ts';
import { voiceOf } from '../voice.ts';

const RATE = 24_000;

// The API accepts texts of any length (Rime's reference, as of 2026). Its dashboard limits them to 3,000
// characters.
const MODELS = modelsOf({ max_characters: 3_000 }, [
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
  render(request, use) {
    const speed = use.speed({ min: 0.5, max: 2 });
    const json = {
      text: plainText(request.text, use),
      speaker: request.provider_voice_id,
      modelId: request.model,
      lang: languageFor(request),
      samplingRate: RATE,
      ...(speed !== 1 && speedField(request.model, speed)),
      ...request.controls,
    };
    return { path: '/v1/rime-tts', headers: { accept: 'audio/wav' }, json };
  },
  fault: limitsConcurrency,
  /** The list has a row for each combination of voice, model and language. */
  async voices(load) {
    const rows = listOf(await load('/data/voices/voice_details.json')).map(objectOf);
    return Array.from(Map.groupBy(rows, ({ speaker }) => text(speaker))).flatMap(([id, own]) => {
      const known = MODELS.map((model) => model.id);
      const models = known.filter((model) => own.some((row) => row.modelId === model));
      if (id === '' || models.length === 0) return [];
      const { gender, age, dialect: accent } = own[0] ?? {};
      return [voiceOf({ id, locales: own.map(({ lang }) => text(lang)), gender, age, accent, models })];
    });
  },
};

/** Each model supports one of these fields. Both stretch time, so half is twice as fast. */
function speedField(model: string, speed: number): Record<string, number> {
  const stretch = Math.round(1_000 / speed) / 1_000;
  return model === 'mistv2' ? { speedAlpha: stretch } : { timeScaleFactor: stretch };
}

const LONG_CODES: Readonly<Record<string, string>> = { en: 'eng', es: 'spa', fr: 'fra', de: 'ger' };

/** The Mist models use three-letter language codes. */
function languageFor({ model, locale_code }: PartRequest): string {
  const language = languageOf(locale_code);
  return model.startsWith('mist') ? (LONG_CODES[language] ?? language) : language;
}
