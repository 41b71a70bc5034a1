import { json, type TranscriptionEmulator } from './emulator.ts';

const KEY = 'good-elevenlabs-0123456789';
const KNOWN = new Set(['model_id', 'timestamps_granularity', 'tag_audio_events', 'diarize', 'language_code']);
const detail = (status: number, code: string, message: string) =>
  json({ detail: { status: code, message } }, status);

export const elevenlabsEmulator: TranscriptionEmulator = {
  id: 'elevenlabs',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 'scribe_v2',
  isListening: ({ method, path }) => `${method} ${path}` === 'POST /v1/speech-to-text',
  refuse({ headers, fields, audio }) {
    if (headers['xi-api-key'] !== KEY) return detail(401, 'invalid_api_key', 'Invalid API key');
    // Key terms would reveal the expected text.
    if ([...fields.keys()].some((field) => !KNOWN.has(field))) return detail(422, 'unknown_field', 'unknown');
    if (!/^scribe_v[12]$/.test(fields.get('model_id')?.[0] ?? ''))
      return detail(400, 'invalid_model_id', 'No such model.');
    return audio.length > 44 ? undefined : detail(400, 'empty_file', 'The file is empty.');
  },
  languageOf: ({ fields }) => fields.get('language_code')?.[0],
  response: ({ text, words }) =>
    json({
      ...{ language_code: 'eng', language_probability: 0.98, text, transcription_id: 'tr_1' },
      words: words.flatMap(({ text: word, start, end }, index) => [
        ...(index === 0 ? [] : [{ text: ' ', start: start - 0.1, end: start, type: 'spacing' }]),
        { text: word, start, end, type: 'word', logprob: -0.1, speaker_id: 'speaker_0' },
      ]),
    }),
  throttled: {
    response: detail(429, 'too_many_concurrent_requests', 'Too many concurrent requests.'),
    kind: 'concurrency',
  },
  quirks: [
    {
      name: 'no credit is left',
      response: detail(401, 'quota_exceeded', 'This exceeds your quota.'),
      kind: 'quota',
    },
    { name: 'the system is busy', response: detail(429, 'system_busy', 'Try again later.'), kind: 'busy' },
  ],
  empty: [json({ detail: { message: 'out of order' } }), json({ words: [] })],
};
