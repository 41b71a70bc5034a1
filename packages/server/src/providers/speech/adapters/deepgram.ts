import { toList, toObject, toText } from '../../json.ts';
import { readConcurrencyError } from '../../response-errors.ts';
import { checkKeyWithGet, type SpeechAdapter } from '../adapter.ts';
import { createModels, perMillion } from '../credits.ts';
import { plainText } from '../markup.ts';
import { capitalize, createVoice } from '../voice.ts';

const RATE = 24_000;

/** Deepgram, where a model is a voice. */
export const deepgram: SpeechAdapter = {
  id: 'deepgram',
  samples_url: 'https://static.deepgram.com/examples/',
  // About 30 dollars per million characters, 2,000 characters per request, 15 concurrent requests (Deepgram's limits
  // and a reseller's prices, as of 2026; its reference does not confirm the 2,000).
  models: createModels({ max_characters: 2_000, price: perMillion(30, '2026-11-21') }, [
    { id: 'aura-2', display_name: 'Aura-2', quality: 3 },
  ]),
  initial_slots: 15,
  baseUrl: () => 'https://api.deepgram.com',
  authorization: ({ api_key = '' }) => ({ authorization: `Token ${api_key}` }),
  keyCheck: checkKeyWithGet('/v1/auth/token'),
  sample_rate: RATE,
  write: ({ text }, settings) => plainText(text, settings),
  render(request) {
    const query = new URLSearchParams({
      model: request.provider_voice_id,
      encoding: 'linear16',
      container: 'wav',
      sample_rate: String(RATE),
    });
    return { path: `/v1/speak?${query}`, json: { text: request.written } };
  },
  read: ({ body, headers }) => ({ audio: body, billed: headers['dg-char-count'] }),
  readError: readConcurrencyError,
  async voices(load) {
    return toList(toObject(await load('/v1/models')).tts)
      .map(toObject)
      .filter(({ architecture }) => architecture === 'aura-2')
      .map((voice) => {
        const metadata = toObject(voice.metadata);
        return createVoice({
          id: toText(voice.canonical_name),
          name: capitalize(toText(voice.name)),
          locales: toList(voice.languages).map(toText),
          gender: toList(metadata.tags)
            .map(toText)
            .find((tag) => /^(?:masculine|feminine)$/.test(tag)),
          age: metadata.age,
          accent: metadata.accent,
          category: toText(toList(metadata.use_cases)[0]),
          preview: metadata.sample,
          models: ['aura-2'],
        });
      });
  },
};
