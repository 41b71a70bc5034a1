import { json, type TranscriptionEmulator } from './emulator.ts';

const KEY = 'good-deepgram-0123456789';
const KNOWN = new Set(['model', 'punctuate', 'language', 'detect_language', 'diarize']);
const error = (status: number, err_code: string, err_msg: string) =>
  json({ err_code, err_msg, request_id: 'dg_1' }, status);

export const deepgramEmulator: TranscriptionEmulator = {
  id: 'deepgram',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 'nova-3',
  isListening: ({ method, path }) => `${method} ${path}` === 'POST /v1/listen',
  refuse({ headers, query, audio }) {
    if (headers.authorization !== `Token ${KEY}`) return error(401, 'INVALID_AUTH', 'Invalid credentials.');
    // Key terms would reveal the expected text.
    if ([...query.keys()].some((name) => !KNOWN.has(name)))
      return error(400, 'INVALID_QUERY_PARAMETER', 'unknown');
    if (headers['content-type'] !== 'audio/wav') return error(400, 'Bad Request', 'unsupported data');
    if (query.has('language') === query.has('detect_language'))
      return error(400, 'Bad Request', 'either a language or none');
    return audio.length > 44 ? undefined : error(400, 'Bad Request', 'failed to process audio');
  },
  languageOf: ({ query }) => query.get('language') ?? undefined,
  response: ({ text, words, seconds }, { query }) =>
    json({
      metadata: { request_id: 'dg_1', duration: seconds, channels: 1 },
      results: {
        channels: [
          {
            alternatives: [
              {
                ...{ transcript: text, confidence: 0.97 },
                words: words.map(({ text: word, start, end }) => ({
                  ...{ word: word.toLowerCase().replace(/[.,!?]/g, ''), start, end, confidence: 0.97 },
                  punctuated_word: word,
                })),
              },
            ],
            ...(query.has('detect_language') && { detected_language: 'en', language_confidence: 0.9 }),
          },
        ],
      },
    }),
  throttled: { response: error(429, 'TOO_MANY_REQUESTS', 'Too many requests.'), kind: 'concurrency' },
  quirks: [
    { name: 'no credit is left', response: error(402, 'ASR_PAYMENT_REQUIRED', 'No credits.'), kind: 'quota' },
    {
      name: 'a model without the right',
      response: error(403, 'INSUFFICIENT_PERMISSIONS', 'No.'),
      kind: 'auth',
    },
  ],
  empty: [json({ err_msg: 'out of order' }), json({ results: { channels: [] } })],
};
