import { type EmulatorRequest, json, jsonBody, type SpeechEmulator, wavResponse } from './emulator.ts';

const KEY = 'good-respeecher-0123456789';
const error = (status: number, message: string) => json({ detail: message }, status);

interface Body {
  transcript?: string;
  voice?: { id?: string; sampling_params?: { seed?: number } };
  output_format?: { sample_rate?: number };
}
const bodyOf = (request: EmulatorRequest): Body => jsonBody(request) as Body;

export const respeecherEmulator: SpeechEmulator = {
  id: 'respeecher',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 'en-rt',
  voice: 'samantha',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /v1/public/tts/en-rt/tts/bytes',
  refuse(request) {
    if (request.headers['x-api-key'] !== KEY) return error(401, 'Invalid API key');
    const { transcript, voice } = bodyOf(request);
    return transcript && voice?.id === 'samantha' ? undefined : error(422, 'transcript and voice are needed');
  },
  textOf: (request) => bodyOf(request).transcript ?? '',
  rateOf: (request) => bodyOf(request).output_format?.sample_rate ?? 22_050,
  rateIsAsked: true,
  speech: (audio) => wavResponse(audio),
  throttled: { response: error(429, 'Too many requests'), kind: 'busy' },
  quirks: [
    {
      name: 'a voice that is not there',
      response: json({ detail: [{ loc: ['voice'], msg: 'unknown', message: 'unknown voice' }] }, 422),
      kind: 'invalid_input',
    },
  ],
  dropped: ['speed', 'pitch'],
  billed: { unit: 'seconds', amount: 'duration' },
  has_words: false,
  list({ method, path, headers }) {
    const [, model] = /^\/v1\/public\/tts\/(en-rt|ua-rt)\/voices$/.exec(path) ?? [];
    if (method !== 'GET' || model === undefined) return undefined;
    if (headers['x-api-key'] !== KEY) return error(401, 'Invalid API key');
    return json(
      model === 'en-rt' ? [{ id: 'samantha', gender: 'female' }] : [{ id: 'olena', gender: 'female' }],
    );
  },
  listed: ['samantha', 'olena'],
};
