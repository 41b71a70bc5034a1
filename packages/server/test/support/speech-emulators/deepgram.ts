import { json, jsonBody, type SpeechEmulator, wavResponse } from './emulator.ts';

const KEY = 'good-deepgram-0123456789';
const error = (status: number, err_code: string, err_msg: string) =>
  json({ err_code, err_msg, request_id: 'dg_1' }, status);

export const deepgramEmulator: SpeechEmulator = {
  id: 'deepgram',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 'aura-2',
  voice: 'aura-2-thalia-en',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /v1/speak',
  refuse(request) {
    const { query, headers } = request;
    if (headers.authorization !== `Token ${KEY}`) return error(401, 'INVALID_AUTH', 'Invalid credentials.');
    if (query.get('model') !== 'aura-2-thalia-en')
      return error(400, 'INVALID_QUERY_PARAMETER', 'No such model.');
    if (query.get('encoding') !== 'linear16' || query.get('container') !== 'wav')
      return error(400, 'UNSUPPORTED_AUDIO_FORMAT', 'Unsupported.');
    const { text } = jsonBody(request);
    if (typeof text !== 'string' || text === '') return error(400, 'Bad Request', 'text is needed');
    return text.length > 2_000 ? error(413, 'Input text exceeds maximum', 'Too long.') : undefined;
  },
  textOf: (request) => String(jsonBody(request).text),
  rateOf: ({ query }) => Number(query.get('sample_rate')),
  rateIsAsked: true,
  speech: (audio) =>
    wavResponse(audio, { 'dg-request-id': 'dg_1', 'dg-char-count': String(audio.text.length) }),
  throttled: { response: error(429, 'TOO_MANY_REQUESTS', 'Too many requests.'), kind: 'concurrency' },
  quirks: [
    { name: 'no credit is left', response: error(402, 'ASR_PAYMENT_REQUIRED', 'No credits.'), kind: 'quota' },
    {
      name: 'a text that is too long',
      response: error(413, 'TEXT_TOO_LONG', 'Too long.'),
      kind: 'invalid_input',
    },
  ],
  dropped: ['speed', 'pitch'],
  billed: { unit: 'characters', amount: 12 },
  has_words: false,
  list({ method, path, headers }) {
    if (`${method} ${path}` !== 'GET /v1/models') return undefined;
    if (headers.authorization !== `Token ${KEY}`) return error(401, 'INVALID_AUTH', 'Invalid credentials.');
    const model = (name: string, architecture: string) => ({
      name,
      canonical_name: `${architecture}-${name}-en`,
      architecture,
      languages: ['en', 'en-US'],
      metadata: { accent: 'American', age: 'Adult', tags: ['feminine'], use_cases: ['IVR'] },
    });
    return json({ stt: [{ name: 'nova' }], tts: [model('thalia', 'aura-2'), model('asteria', 'aura')] });
  },
  listed: ['aura-2-thalia-en'],
};
