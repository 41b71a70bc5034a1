import { json, jsonBody, type SpeechEmulator, wavResponse } from './emulator.ts';

const KEY = 'good-fish-0123456789';
const said = (status: number, message: string) => json({ status, message }, status);

export const fishAudioEmulator: SpeechEmulator = {
  id: 'fish_audio',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 's2.1-pro',
  voice: 'f-1',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /v1/tts',
  refuse(request) {
    if (request.headers.authorization !== `Bearer ${KEY}`) return said(401, 'Invalid api key');
    const { text, reference_id, format, prosody } = jsonBody(request);
    const { speed = 1 } = (prosody ?? {}) as { speed?: number };
    if (!/^s[12]/.test(String(request.headers.model))) return said(400, 'model');
    if (typeof text !== 'string' || text === '' || reference_id !== 'f-1') return said(422, 'text');
    return format === 'wav' && speed >= 0.5 && speed <= 2 ? undefined : said(422, 'format');
  },
  textOf: (request) => String(jsonBody(request).text),
  rateOf: (request) => Number(jsonBody(request).sample_rate),
  rateIsAsked: true,
  speech: (audio) => wavResponse(audio),
  throttled: { response: said(429, 'Too many concurrent requests'), kind: 'concurrency' },
  quirks: [{ name: 'no credit is left', response: said(402, 'Insufficient balance'), kind: 'quota' }],
  dropped: ['pitch'],
  billed: { unit: 'bytes', amount: 12 },
  has_words: false,
  list({ method, path, query, headers }) {
    if (`${method} ${path}` !== 'GET /model') return undefined;
    if (headers.authorization !== `Bearer ${KEY}`) return said(401, 'Invalid api key');
    const item = (_id: string, type = 'tts') => ({
      _id,
      type,
      title: `Voice ${_id}`,
      languages: ['en', 'ja'],
      tags: ['female', 'young'],
    });
    const items =
      query.get('self') === 'true' ? [item('f-1')] : [item('f-1'), item('f-2'), item('song', 'svc')];
    return json({ total: items.length, items });
  },
  listed: ['f-1', 'f-2'],
};
