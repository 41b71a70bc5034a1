import { type EmulatorRequest, json, jsonBody, type SpeechEmulator, wavResponse } from './emulator.ts';

const KEY = 'good-cartesia-0123456789';

interface Body {
  model_id?: string;
  transcript?: string;
  voice?: { mode?: string; id?: string };
  output_format?: { container?: string; encoding?: string; sample_rate?: number };
  language?: string;
  generation_config?: { speed?: number };
}
const bodyOf = (request: EmulatorRequest): Body => jsonBody(request) as Body;

function unauthorized({ headers }: EmulatorRequest) {
  if (!/^\d{4}-\d\d-\d\d$/.test(String(headers['cartesia-version']))) return { status: 400, body: 'version' };
  return headers.authorization === `Bearer ${KEY}` ? undefined : { status: 401, body: 'Unauthorized' };
}

export const cartesiaEmulator: SpeechEmulator = {
  id: 'cartesia',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 'sonic-3',
  voice: 'c-1',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /tts/bytes',
  refuse(request) {
    const {
      transcript = '',
      voice,
      output_format: format,
      language,
      generation_config: how,
    } = bodyOf(request);
    const refused = unauthorized(request);
    if (refused) return refused;
    if (transcript === '' || voice?.mode !== 'id' || !voice.id) return { status: 400, body: 'Bad request' };
    if (format?.container !== 'wav' || format.encoding !== 'pcm_s16le')
      return { status: 400, body: 'format' };
    const speed = how?.speed ?? 1;
    return /^[a-z]{2}$/.test(language ?? '') && speed >= 0.6 && speed <= 1.5 ? undefined : { status: 400 };
  },
  textOf: (request) => bodyOf(request).transcript ?? '',
  rateOf: (request) => bodyOf(request).output_format?.sample_rate ?? 0,
  rateIsAsked: true,
  speech: (audio) => wavResponse(audio),
  throttled: { response: { status: 429, body: 'Too many concurrent requests' }, kind: 'concurrency' },
  quirks: [
    { name: 'no credits are left', response: { status: 402, body: 'Payment required' }, kind: 'quota' },
  ],
  dropped: ['speed', 'pitch'],
  billed: { unit: 'characters', amount: 12 },
  has_words: false,
  list(request) {
    if (`${request.method} ${request.path}` !== 'GET /voices') return undefined;
    const refused = unauthorized(request);
    if (refused) return refused;
    const voice = (id: string) => ({
      id,
      name: id,
      language: 'en',
      gender: 'feminine',
      description: 'Calm.',
    });
    return request.query.get('starting_after') === 'c-1'
      ? json({ data: [voice('c-2')], has_more: false })
      : json({ data: [voice('c-1')], has_more: true });
  },
  listed: ['c-1', 'c-2'],
};
