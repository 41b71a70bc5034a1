import { type FaultReader, fault, wordsOf } from '../../faults.ts';
import { bytesIn, listOf, objectOf, text } from '../../json.ts';
import type { SpeechAdapter } from '../adapter.ts';
import { modelsOf } from '../credits.ts';
import { hasMarkup, plainText, ssmlText } from '../markup.ts';
import { voiceOf } from '../voice.ts';

const RATE = 24_000;
const SSML_TAGS = ['emphasis', 'phoneme', 'say-as', 'sub', 'lang', 'prosody', 'p', 's'];

// A model is a class of voices, which the names of voices contain. The limit is 5,000 bytes of input (Google's quotas,
// as of 2026); the rest is reserved for characters that become entities.
const MODELS = modelsOf({ max_characters: 4_800, max_bytes: 4_800 }, [
  { id: 'chirp3-hd', display_name: 'Chirp 3 HD', quality: 4 },
  { id: 'neural2', display_name: 'Neural2', quality: 3 },
  { id: 'studio', display_name: 'Studio', quality: 4 },
  { id: 'wavenet', display_name: 'WaveNet', quality: 2 },
  { id: 'standard', display_name: 'Standard', quality: 2 },
]);

/** Google reports an invalid key as an invalid argument. */
const isAboutKey = (answer: Parameters<FaultReader>[0]): boolean =>
  answer.status === 400 && /api[_ ]key/.test(wordsOf(answer));

/** Google Cloud Text-to-Speech, with an API key. */
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
  render(request, use) {
    const name = request.provider_voice_id;
    // The newest voices accept only plain text.
    const isPlain = request.model === 'chirp3-hd';
    const speakingRate = use.speed({ min: 0.25, max: isPlain ? 2 : 4 });
    const pitch = isPlain ? 0 : use.pitch({ min: -20, max: 20 });
    const input =
      hasMarkup(request.text) && !isPlain
        ? { ssml: `<speak>${ssmlText(request.text, use, SSML_TAGS)}</speak>` }
        : { text: plainText(request.text, use) };
    const audioConfig = {
      audioEncoding: 'LINEAR16',
      sampleRateHertz: RATE,
      ...(speakingRate !== 1 && { speakingRate }),
      ...(pitch !== 0 && { pitch }),
    };
    const voice = { languageCode: languageCodeOf(name), name };
    return { path: '/v1/text:synthesize', json: { input, voice, audioConfig } };
  },
  read: ({ body }) => ({ audio: bytesIn(objectOf(body).audioContent, 'base64') }),
  fault(answer) {
    if (isAboutKey(answer)) return fault('auth', answer);
    return answer.status === 403 && /billing/.test(wordsOf(answer)) ? fault('quota', answer) : undefined;
  },
  async voices(load) {
    return listOf(objectOf(await load('/v1/voices')).voices).flatMap((entry) => {
      const { name: named, languageCodes, ssmlGender: gender } = objectOf(entry);
      const id = text(named);
      // `en-US-Chirp3-HD-Charon` belongs to `chirp3-hd`. Voices of other classes are not supported.
      const model = MODELS.find((known) => id.toLowerCase().includes(`-${known.id}-`));
      if (model === undefined) return [];
      const name = id.split('-').slice(2).join(' ');
      return [voiceOf({ id, name, locales: listOf(languageCodes).map(text), gender, models: [model.id] })];
    });
  },
};

/** `cmn-CN-Chirp3-HD-Kore` requires `cmn-CN`, even though others use another code for the language. */
const languageCodeOf = (voice: string): string => voice.split('-').slice(0, 2).join('-');
