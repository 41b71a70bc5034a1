import type { GuardedResponse } from '../../http.ts';
import { decodeBytes, toList, toObject, toText } from '../../json.ts';
import { readKeywords, toProviderError } from '../../response-errors.ts';
import type { SpeechAdapter, TextRequest } from '../adapter.ts';
import { createModels } from '../credits.ts';
import { hasMarkup, plainText, ssmlText } from '../markup.ts';
import { createVoice } from '../voice.ts';

const RATE = 24_000;
const SSML_TAGS = ['emphasis', 'phoneme', 'say-as', 'sub', 'lang', 'prosody', 'p', 's'];

// A model is a class of voices, which the names of voices contain. The limit is 5,000 bytes of input (Google's quotas,
// as of 2026); the rest is reserved for characters that become entities.
const MODELS = createModels({ max_characters: 4_800, max_bytes: 4_800 }, [
  { id: 'chirp3-hd', display_name: 'Chirp 3 HD', quality: 4 },
  { id: 'neural2', display_name: 'Neural2', quality: 3 },
  { id: 'studio', display_name: 'Studio', quality: 4 },
  { id: 'wavenet', display_name: 'WaveNet', quality: 2 },
  { id: 'standard', display_name: 'Standard', quality: 2 },
]);

/** Google reports an invalid key as an invalid argument. */
const isAboutKey = (response: GuardedResponse): boolean =>
  response.status === 400 && /api[_ ]key/.test(readKeywords(response));

/** The newest voices accept only plain text. */
const isPlain = ({ model, text }: TextRequest): boolean => model === 'chirp3-hd' || !hasMarkup(text);

/** Google Cloud Text-to-Speech, with an API key. It bills the tags of SSML (Google's pricing, as of 2026). */
export const google: SpeechAdapter = {
  id: 'google',
  models: MODELS,
  initial_slots: 10,
  baseUrl: () => 'https://texttospeech.googleapis.com',
  authorization: ({ api_key = '' }) => ({ 'x-goog-api-key': api_key }),
  keyCheck: {
    calls: () => [{ method: 'GET', path: '/v1/voices' }],
    judge: (response) => (isAboutKey(response) ? 'rejected' : undefined),
  },
  sample_rate: RATE,
  write(request, settings) {
    if (isPlain(request)) return plainText(request.text, settings);
    return `<speak>${ssmlText(request.text, settings, SSML_TAGS)}</speak>`;
  },
  render(request, settings) {
    const { model, provider_voice_id: name, written } = request;
    const isNewest = model === 'chirp3-hd';
    const speakingRate = settings.speed({ min: 0.25, max: isNewest ? 2 : 4 });
    const pitch = isNewest ? 0 : settings.pitch({ min: -20, max: 20 });
    const input = isPlain(request) ? { text: written } : { ssml: written };
    const audioConfig: Record<string, unknown> = { audioEncoding: 'LINEAR16', sampleRateHertz: RATE };
    if (speakingRate !== 1) audioConfig.speakingRate = speakingRate;
    if (pitch !== 0) audioConfig.pitch = pitch;
    // `cmn-CN-Chirp3-HD-Kore` requires `cmn-CN`, even though others use another code for the language.
    const voice = { languageCode: name.split('-').slice(0, 2).join('-'), name };
    return { path: '/v1/text:synthesize', json: { input, voice, audioConfig } };
  },
  read: ({ body }) => ({ audio: decodeBytes(toObject(body).audioContent, 'base64') }),
  readError(response) {
    if (isAboutKey(response)) return toProviderError('auth', response);
    if (response.status === 403 && /billing/.test(readKeywords(response)))
      return toProviderError('quota', response);
    return undefined;
  },
  async voices(load) {
    return toList(toObject(await load('/v1/voices')).voices).flatMap((entry) => {
      const { languageCodes, ssmlGender: gender, ...voice } = toObject(entry);
      const id = toText(voice.name);
      // `en-US-Chirp3-HD-Charon` belongs to `chirp3-hd`. Voices of other classes are not supported.
      const model = MODELS.find((candidate) => id.toLowerCase().includes(`-${candidate.id}-`));
      if (model === undefined) return [];
      const name = id.split('-').slice(2).join(' ');
      return [
        createVoice({ id, name, locales: toList(languageCodes).map(toText), gender, models: [model.id] }),
      ];
    });
  },
};
