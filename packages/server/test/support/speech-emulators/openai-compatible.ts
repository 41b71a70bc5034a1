import { json, jsonBody, type SpeechEmulator, wavResponse } from './emulator.ts';

const KEY = 'sk-good-openai-0123456789';
const KNOWN = new Set(['model', 'voice', 'input', 'response_format', 'speed', 'instructions']);
const error = (status: number, code: string, message: string) =>
  json({ error: { message, type: 'invalid_request_error', param: null, code } }, status);

export const openaiCompatibleEmulator: SpeechEmulator = {
  id: 'openai_compatible',
  credentials: { api_key: KEY, base_url: 'https://replaced.example.com/v1' },
  secret: KEY,
  model: 'tts-1',
  voice: 'alloy',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /audio/speech',
  refuse(request) {
    const body = jsonBody(request);
    if (request.headers.authorization !== `Bearer ${KEY}`)
      return error(401, 'invalid_api_key', `Incorrect API key provided: ${request.headers.authorization}`);
    if (Object.keys(body).some((field) => !KNOWN.has(field)))
      return error(400, 'unknown_parameter', 'Unknown parameter.');
    if (typeof body.input !== 'string' || body.input === '') return error(400, 'missing', 'input is missing');
    if (body.input.length > 4_096) return error(400, 'string_above_max_length', 'input is too long');
    if (body.response_format !== 'wav') return error(400, 'invalid_value', 'wav only here');
    const speed = body.speed ?? 1;
    return typeof speed === 'number' && speed >= 0.25 && speed <= 4
      ? undefined
      : error(400, 'invalid_value', 'speed is out of range');
  },
  textOf: (request) => String(jsonBody(request).input),
  rateOf: () => 24_000,
  rateIsAsked: false,
  speech: (audio) => wavResponse(audio, { 'x-request-id': 'req_1' }),
  throttled: { response: error(429, 'rate_limit_exceeded', 'Rate limit reached for requests'), kind: 'busy' },
  quirks: [
    {
      name: 'a used-up account responses 429 as well',
      response: error(429, 'insufficient_quota', 'You exceeded your current quota.'),
      kind: 'quota',
    },
    {
      name: 'a model that is no longer there',
      response: error(404, 'model_not_found', 'The model `tts-0` has been deprecated.'),
      kind: 'gone',
    },
  ],
  dropped: ['pitch'],
  billed: { unit: 'characters', amount: 12 },
  has_words: false,
  list: ({ method, path, headers }) => {
    if (`${method} ${path}` !== 'GET /audio/voices') return undefined;
    if (headers.authorization !== `Bearer ${KEY}`) return error(401, 'invalid_api_key', 'No.');
    return json({ voices: ['af_heart', 'bm_george', { id: 'custom-1' }] });
  },
  listed: ['af_heart', 'bm_george', 'custom-1'],
};
