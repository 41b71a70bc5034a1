import { CARTESIA_DIRECTION } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import { toList, toObject, toText } from '../../json.ts';
import { readConcurrencyError } from '../../response-errors.ts';
import { bearer, checkKeyWithGet, loadPages, type SpeechAdapter } from '../adapter.ts';
import { createModels } from '../credits.ts';
import { plainText, type WriteAudioTag } from '../markup.ts';
import { createVoice } from '../voice.ts';

const RATE = 44_100;
const MAX_PAGES = 50;

/** Cartesia, whose API versions are dates. */
export const cartesia: SpeechAdapter = {
  id: 'cartesia',
  // About one credit per character, and the price of a credit depends on the plan (Cartesia's pricing, as of
  // 2026). No limit per request is documented; a request of this length is about four minutes of speech.
  models: createModels({ max_characters: 3_000 }, [
    { id: 'sonic-3', display_name: 'Sonic 3', quality: 4, ...CARTESIA_DIRECTION },
    { id: 'sonic-2', display_name: 'Sonic 2', quality: 3 },
  ]),
  initial_slots: 2,
  baseUrl: () => 'https://api.cartesia.ai',
  authorization: (credentials) => ({ ...bearer(credentials), 'cartesia-version': '2025-04-16' }),
  keyCheck: checkKeyWithGet('/voices?limit=1'),
  sample_rate: RATE,
  write({ model, text }, settings) {
    return plainText(text, settings, { audio_tag: model === 'sonic-3' ? writeLaughter : undefined });
  },
  render(request, settings) {
    const speed = request.model === 'sonic-2' ? 1 : settings.speed({ min: 0.6, max: 1.5 });
    const generation_config = { ...(speed !== 1 && { speed }), ...request.controls };
    const json: Record<string, unknown> = {
      model_id: request.model,
      transcript: request.written,
      voice: { mode: 'id', id: request.provider_voice_id },
      output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: RATE },
      language: languageOf(request.locale_code),
    };
    if (Object.keys(generation_config).length > 0) json.generation_config = generation_config;
    return { path: '/tts/bytes', json };
  },
  readError: readConcurrencyError,
  voices: (load) =>
    loadPages(MAX_PAGES, async (after) => {
      const query = after && `&starting_after=${encodeURIComponent(after)}`;
      const body = toObject(await load(`/voices?limit=100${query}`));
      const voices = toList(body.data).map(toObject);
      const items = voices.map(({ id, name, language, gender, description }) =>
        createVoice({
          id: toText(id),
          name: toText(name),
          locales: [toText(language)],
          gender,
          description,
        }),
      );
      const lastId = items.at(-1)?.provider_voice_id ?? '';
      return { items, next: body.has_more === true ? lastId : '' };
    }),
};

/** Sonic 3 speaks `[laughter]` as a laugh and supports no other tags (Cartesia's documentation, as of 2026). */
const writeLaughter: WriteAudioTag = (name) => (/^laugh/i.test(name) ? '[laughter]' : undefined);
