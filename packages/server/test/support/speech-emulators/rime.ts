import { json, jsonBody, type SpeechEmulator, wavResponse } from './emulator.ts';

const KEY = 'good-rime-0123456789';
const KNOWN = new Set([
  'text',
  'speaker',
  'modelId',
  'lang',
  'samplingRate',
  'timeScaleFactor',
  'speedAlpha',
]);
const error = (status: number, message: string) => json({ error: message }, status);

export const rimeEmulator: SpeechEmulator = {
  id: 'rime',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 'coda',
  voice: 'astra',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /v1/rime-tts',
  refuse(request) {
    if (request.headers.authorization !== `Bearer ${KEY}`) return error(401, 'Unauthorized');
    const body = jsonBody(request);
    if (Object.keys(body).some((field) => !KNOWN.has(field))) return error(400, 'unknown field');
    if (request.headers.accept !== 'audio/wav') return error(400, 'accept');
    if (typeof body.text !== 'string' || body.text === '' || body.speaker !== 'astra')
      return error(400, 'text');
    return body.modelId === 'coda' && body.lang === 'en' ? undefined : error(400, 'model or language');
  },
  textOf: (request) => String(jsonBody(request).text),
  rateOf: (request) => Number(jsonBody(request).samplingRate),
  rateIsAsked: true,
  speech: (audio) => wavResponse(audio),
  throttled: { response: error(429, 'Too many requests'), kind: 'concurrency' },
  quirks: [
    { name: 'a speaker of another model', response: error(400, 'speaker not found'), kind: 'invalid_input' },
  ],
  dropped: ['pitch'],
  billed: { unit: 'characters', amount: 12 },
  has_words: false,
  list({ method, path }) {
    if (`${method} ${path}` !== 'GET /data/voices/voice_details.json') return undefined;
    const row = (speaker: string, modelId: string, lang: string) => ({
      speaker,
      modelId,
      lang,
      gender: 'Female',
      age: 'Young Adult',
      dialect: 'American',
    });
    return json([
      row('astra', 'coda', 'eng'),
      row('astra', 'arcana', 'eng'),
      row('luz', 'coda', 'spa'),
      row('ghost', 'v1', 'eng'),
    ]);
  },
  listed: ['astra', 'luz'],
};
