import { RESPEECHER_DIRECTION } from '@voiceloom/contract';
import { toList, toObject, toText } from '../../json.ts';
import { checkKeyWithGet, countCodePoints, type SpeechAdapter } from '../adapter.ts';
import { createModels } from '../credits.ts';
import { plainText } from '../markup.ts';
import type { ModelPrice } from '../provider.ts';
import { createVoice } from '../voice.ts';

const RATE = 44_100;

// A model speaks one language (Respeecher's client library, version 1.0). The price is about two dollars per hour of
// audio (its pricing, as of 2026). No limit per request is documented.
const price: ModelPrice = { usd: 2, per: 3_600, unit: 'seconds', as_of: '2026-11-21' };
const MODELS = createModels(
  { max_characters: 2_000, takes_seed: true, price, quality: 3, ...RESPEECHER_DIRECTION },
  [
    { id: 'en-rt', display_name: 'English', locales: ['en-us', 'en-gb'] },
    { id: 'ua-rt', display_name: 'Ukrainian', locales: ['uk-ua'] },
  ],
);

const modelPath = (model: string): string => `/v1/public/tts/${model}`;

/** Respeecher, whose models are languages and part of the URL. */
export const respeecher: SpeechAdapter = {
  id: 'respeecher',
  models: MODELS,
  initial_slots: 2,
  billing: { unit: 'seconds', count: countCodePoints },
  baseUrl: () => 'https://api.respeecher.com',
  authorization: ({ api_key = '' }) => ({ 'x-api-key': api_key }),
  keyCheck: checkKeyWithGet('/v1/public/tts/en/voices'),
  sample_rate: RATE,
  write: ({ text }, settings) => plainText(text, settings),
  render({ seed, model, provider_voice_id: id, written: transcript, controls }) {
    const sampling_params = { ...(seed !== undefined && { seed }), ...controls };
    const json = {
      transcript,
      voice: { id, ...(Object.keys(sampling_params).length > 0 && { sampling_params }) },
      output_format: { sample_rate: RATE },
    };
    return { path: `${modelPath(model)}/tts/bytes`, json };
  },
  /** A voice that two models list is one voice with both languages. */
  async voices(load) {
    const entries = [];
    for (const model of MODELS)
      for (const voice of toList(await load(`${modelPath(model.id)}/voices`)).map(toObject))
        entries.push({ voice, model });
    const byId = Map.groupBy(entries, ({ voice }) => toText(voice.id));
    return Array.from(byId, ([id, modelEntries]) => {
      const { gender, age, accent } = modelEntries[0]?.voice ?? {};
      const models = modelEntries.map(({ model }) => model.id);
      const locales = modelEntries.flatMap(({ model }) => model.locales ?? []);
      return createVoice({ id, locales, models, gender, age, accent });
    });
  },
};
