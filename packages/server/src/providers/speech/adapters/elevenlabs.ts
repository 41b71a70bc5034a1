import { ELEVENLABS_DIRECTION, ELEVENLABS_V3_DIRECTION as V3 } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import type { KeyCheck } from '../../http-provider.ts';
import { decodeBytes, toList, toObject, toText } from '../../json.ts';
import { readElevenlabsError, readKeywords } from '../../response-errors.ts';
import { loadPages, msAt, type SpeechAdapter } from '../adapter.ts';
import { createModels } from '../credits.ts';
import { plainText } from '../markup.ts';
import type { SpeechWord } from '../provider.ts';
import { createVoice } from '../voice.ts';

const RATE = 24_000;
const MAX_PAGES = 50;

/** A key can be valid without the permission to read its user, and without credits. */
const keyCheck: KeyCheck = {
  calls: () => [
    { method: 'GET', path: '/v1/user' },
    { method: 'GET', path: '/v1/models' },
  ],
  judge: (response) => {
    if (response.status !== 401 && response.status !== 403) return undefined;
    return /quota_exceeded|missing_permissions/.test(readKeywords(response)) ? 'accepted' : undefined;
  },
};

/** Returns JSON with the audio and character timings. */
export const elevenlabs: SpeechAdapter = {
  id: 'elevenlabs',
  samples_url: 'https://storage.googleapis.com/eleven-public-prod/',
  // Eleven v3 rejects context (`unsupported_model`, the API's responses of 2026). The limits per request come from
  // ElevenLabs' table of models, as of 2026. The prices of its credits depend on the customer's plan, so no price
  // is given here.
  models: createModels({ takes_seed: true, ...ELEVENLABS_DIRECTION }, [
    {
      id: 'eleven_multilingual_v2',
      display_name: 'Multilingual v2',
      max_characters: 10_000,
      quality: 4,
      takes_context: true,
    },
    { id: 'eleven_v3', display_name: 'Eleven v3', max_characters: 5_000, quality: 4, ...V3 },
    {
      id: 'eleven_flash_v2_5',
      display_name: 'Flash v2.5',
      max_characters: 40_000,
      quality: 3,
      takes_context: true,
    },
  ]),
  // The smallest plan allows two concurrent requests. Higher limits are learned from responses.
  initial_slots: 2,
  baseUrl: () => 'https://api.elevenlabs.io',
  authorization: ({ api_key = '' }) => ({ 'xi-api-key': api_key }),
  keyCheck,
  sample_rate: RATE,
  timesWords: () => true,
  write({ model, text }, settings) {
    const audio_tag = (name: string) => `[${name}]`;
    return plainText(text, settings, model === 'eleven_v3' ? { audio_tag } : {});
  },
  render(request, settings) {
    const { model, seed, provider_voice_id: voice, controls, context: { previous, next } = {} } = request;
    const speed = settings.speed({ min: 0.7, max: 1.2 });
    const voice_settings = { ...(speed !== 1 && { speed }), ...controls };
    const json: Record<string, unknown> = {
      text: request.written,
      model_id: model,
    };
    // Only the fast models accept a language. The others detect it and reject the parameter.
    if (model === 'eleven_flash_v2_5') json.language_code = languageOf(request.locale_code);
    if (Object.keys(voice_settings).length > 0) json.voice_settings = voice_settings;
    if (seed !== undefined) json.seed = seed;
    if (previous) json.previous_text = previous;
    if (next) json.next_text = next;
    const path = `/v1/text-to-speech/${encodeURIComponent(voice)}/with-timestamps?output_format=pcm_${RATE}`;
    return { path, json };
  },
  read({ body, headers }) {
    const { audio_base64, alignment } = toObject(body);
    const words = readWords(toObject(alignment));
    const audio = decodeBytes(audio_base64, 'base64');
    return { audio, pcm: true, words, billed: headers['character-cost'] };
  },
  readError: readElevenlabsError,
  voices: (load) =>
    loadPages(MAX_PAGES, async (token) => {
      const query = token && `&next_page_token=${encodeURIComponent(token)}`;
      const body = toObject(await load(`/v2/voices?page_size=100${query}`));
      const items = toList(body.voices).map((entry) => {
        const voice = toObject(entry);
        const labels = toObject(voice.labels);
        const languages = toList(voice.verified_languages).map(toObject);
        const locales = languages.map(({ locale, language }) => toText(locale ?? language));
        return createVoice({
          id: toText(voice.voice_id),
          name: toText(voice.name),
          locales: [...locales, toText(labels.language)],
          gender: labels.gender,
          age: labels.age,
          accent: labels.accent,
          category: labels.use_case,
          description: voice.description,
          preview: voice.preview_url,
        });
      });
      return { items, next: body.has_more === true ? toText(body.next_page_token) : '' };
    }),
};

/** Letters up to the next space are a word. */
function readWords(alignment: Record<string, unknown>): SpeechWord[] {
  const starts = toList(alignment.character_start_times_seconds);
  const ends = toList(alignment.character_end_times_seconds);
  const words: SpeechWord[] = [];
  let openWord: SpeechWord | undefined;
  for (const [index, character] of toList(alignment.characters).map(toText).entries()) {
    if (/^\s*$/.test(character)) {
      openWord = undefined;
      continue;
    }
    const end_ms = msAt(ends, index);
    if (openWord) {
      openWord.text += character;
      openWord.end_ms = end_ms;
    } else {
      openWord = { text: character, start_ms: msAt(starts, index), end_ms };
      words.push(openWord);
    }
  }
  return words;
}
