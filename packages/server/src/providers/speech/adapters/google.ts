import { fault, wordsOf } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { type Ask, codePoints, type FaultReader, type SpeechAdapter } from '../adapter.ts';
import { hasMarkup, plainText, ssmlText } from '../markup.ts';
import { GOOGLE_MODELS, googleModelOf } from '../models/google.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

const RATE = 24_000;
const SSML_TAGS = ['emphasis', 'phoneme', 'say-as', 'sub', 'lang', 'prosody', 'p', 's'];

/** Google Cloud Text-to-Speech, with an API key. */
export const google: SpeechAdapter = {
  id: 'google',
  models: GOOGLE_MODELS,
  starting_places: 10,
  billing: { unit: 'characters', count: codePoints },
  baseUrl: () => 'https://texttospeech.googleapis.com',
  render(request) {
    const use = settings(request);
    const name = request.provider_voice_id;
    // The newest voices accept plain text only.
    const isPlain = request.model === 'chirp3-hd';
    const speakingRate = use.speed({ min: 0.25, max: isPlain ? 2 : 4 });
    const pitch = use.pitch(isPlain ? { min: 0, max: 0 } : { min: -20, max: 20 });
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
    return {
      path: '/v1/text:synthesize',
      headers: { 'content-type': 'application/json', ...authorization(request.credentials) },
      body: JSON.stringify({ input, voice: { languageCode: languageCodeOf(name), name }, audioConfig }),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  read: (answer) => ({ audio: Buffer.from(text(objectOf(answer.body).audioContent), 'base64') }),
  fault: googleFault,
  voices: listVoices,
};

const authorization = ({ api_key = '' }: Credentials) => ({ 'x-goog-api-key': api_key });

/** `cmn-CN-Chirp3-HD-Kore` requires its own `cmn-CN`, even if others name the language differently. */
const languageCodeOf = (voice: string): string => voice.split('-').slice(0, 2).join('-');

/** It reports an invalid key as an invalid argument. */
function googleFault(answer: Parameters<FaultReader>[0]) {
  if (answer.status < 400) return undefined;
  const words = wordsOf(answer);
  if (answer.status === 400 && /api[_ ]key/.test(words)) return fault('auth', answer);
  if (answer.status === 403 && /billing/.test(words)) return fault('quota', answer);
  return undefined;
}

async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const answer = await ask({ method: 'GET', path: '/v1/voices', headers: authorization(credentials) });
  return listOf(objectOf(answer.body).voices).flatMap((entry) => {
    const voice = objectOf(entry);
    const name = text(voice.name);
    const model = googleModelOf(name);
    if (model === undefined) return [];
    const locales = listOf(voice.languageCodes).map(text);
    const shown = name.split('-').slice(2).join(' ');
    return [voiceOf({ id: name, name: shown, locales, gender: voice.ssmlGender, models: [model] })];
  });
}
