import { type EmulatorRequest, json, jsonBody, type SpeechEmulator } from './emulator.ts';

const KEY = 'good-google-0123456789';
const error = (code: number, status: string, message: string) =>
  json({ error: { code, message, status } }, code);

interface Body {
  input?: { text?: string; ssml?: string };
  voice?: { languageCode?: string; name?: string };
  audioConfig?: { audioEncoding?: string; sampleRateHertz?: number; speakingRate?: number; pitch?: number };
}
const bodyOf = (request: EmulatorRequest): Body => jsonBody(request) as Body;

export const googleEmulator: SpeechEmulator = {
  id: 'google',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 'chirp3-hd',
  voice: 'en-US-Chirp3-HD-Charon',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /v1/text:synthesize',
  refuse(request) {
    if (request.headers['x-goog-api-key'] !== KEY)
      return error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    const { input = {}, voice = {}, audioConfig = {} } = bodyOf(request);
    const spoken = input.ssml ?? input.text ?? '';
    if (spoken === '') return error(400, 'INVALID_ARGUMENT', 'input is empty');
    // Bytes, not characters.
    if (Buffer.byteLength(spoken) > 5_000)
      return error(400, 'INVALID_ARGUMENT', 'Either `input.text` or `input.ssml` is longer than 5000 bytes.');
    if (!voice.name?.startsWith(`${voice.languageCode}-`))
      return error(400, 'INVALID_ARGUMENT', 'The language code does not match the voice.');
    if (voice.name.includes('Chirp3') && (audioConfig.pitch !== undefined || input.ssml !== undefined))
      return error(400, 'INVALID_ARGUMENT', 'This voice does not support pitch parameters or SSML.');
    return audioConfig.audioEncoding === 'LINEAR16' ? undefined : error(400, 'INVALID_ARGUMENT', 'encoding');
  },
  textOf: (request) => bodyOf(request).input?.text ?? '',
  rateOf: (request) => bodyOf(request).audioConfig?.sampleRateHertz ?? 24_000,
  rateIsAsked: true,
  speech: ({ bytes }) => json({ audioContent: bytes.toString('base64') }),
  throttled: {
    response: error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for requests per minute.'),
    kind: 'busy',
  },
  quirks: [
    {
      name: 'a project without billing',
      response: error(403, 'PERMISSION_DENIED', 'This API method requires billing to be enabled.'),
      kind: 'quota',
    },
    {
      name: 'an API that is not enabled',
      response: error(403, 'PERMISSION_DENIED', 'Cloud Text-to-Speech API has not been used in project 1.'),
      kind: 'auth',
    },
    { name: 'a success without audio', response: json({ audioContent: '' }), kind: 'unusable' },
  ],
  dropped: ['pitch'],
  billed: { unit: 'characters', amount: 12 },
  has_words: false,
  list({ method, path, headers }) {
    if (`${method} ${path}` !== 'GET /v1/voices') return undefined;
    if (headers['x-goog-api-key'] !== KEY) return error(400, 'INVALID_ARGUMENT', 'API key not valid.');
    const voice = (name: string, languageCode: string) => ({
      languageCodes: [languageCode],
      name,
      ssmlGender: 'MALE',
      naturalSampleRateHertz: 24_000,
    });
    return json({
      voices: [
        voice('en-US-Chirp3-HD-Charon', 'en-US'),
        voice('cmn-CN-Wavenet-A', 'cmn-CN'),
        voice('en-US-Experimental-A', 'en-US'),
      ],
    });
  },
  listed: ['en-US-Chirp3-HD-Charon', 'cmn-CN-Wavenet-A'],
};
