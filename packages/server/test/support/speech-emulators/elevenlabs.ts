import { type EmulatorRequest, json, jsonBody, type SpeechEmulator } from './emulator.ts';

const KEY = 'good-elevenlabs-0123456789';
const CONTEXT = ['previous_text', 'next_text'];
const KNOWN = new Set(['text', 'model_id', 'voice_settings', 'seed', 'language_code', ...CONTEXT]);
const LIMITS: Record<string, number> = {
  eleven_multilingual_v2: 10_000,
  eleven_v3: 5_000,
  eleven_flash_v2_5: 40_000,
};
const detail = (status: number, code: string, message: string) =>
  json({ detail: { status: code, message } }, status);

/** The times of its letters, like the real provider. */
function alignment(text: string, seconds: number) {
  const characters = [...text];
  const step = seconds / characters.length;
  return {
    characters,
    character_start_times_seconds: characters.map((_, index) => index * step),
    character_end_times_seconds: characters.map((_, index) => (index + 1) * step),
  };
}

const textOf = (request: EmulatorRequest) => String(jsonBody(request).text);

export const elevenlabsEmulator: SpeechEmulator = {
  id: 'elevenlabs',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 'eleven_multilingual_v2',
  voice: 'voice-1',
  locale: 'en-us',
  container: 'pcm',
  isSpeech: ({ method, path }) => method === 'POST' && path === '/v1/text-to-speech/voice-1/with-timestamps',
  refuse(request) {
    if (request.headers['xi-api-key'] !== KEY) return detail(401, 'invalid_api_key', 'Invalid API key');
    const body = jsonBody(request);
    const { speed = 1 } = (body.voice_settings ?? {}) as { speed?: number };
    if (Object.keys(body).some((field) => !KNOWN.has(field))) return detail(422, 'unknown_field', 'unknown');
    if (!/^pcm_\d+$/.test(request.query.get('output_format') ?? '')) return detail(422, 'format', 'pcm here');
    if (typeof body.text !== 'string' || body.text === '') return detail(400, 'missing_text', 'text');
    if (speed < 0.7 || speed > 1.2) return detail(400, 'invalid_voice_settings', 'speed');
    if (body.language_code !== undefined && body.model_id === 'eleven_multilingual_v2')
      return detail(400, 'unsupported_language', 'The model does not take a language.');
    if (body.model_id === 'eleven_v3' && CONTEXT.some((field) => field in body))
      return detail(400, 'unsupported_model', 'The model does not take context.');
    const limit = LIMITS[String(body.model_id)];
    if (limit === undefined) return detail(400, 'model_not_found', 'no such model');
    return body.text.length > limit ? detail(400, 'max_character_limit_exceeded', 'too long') : undefined;
  },
  textOf,
  rateOf: ({ query }) => Number(query.get('output_format')?.split('_')[1]),
  rateIsAsked: true,
  speech: ({ bytes, text, duration_s }) => ({
    ...json({
      audio_base64: bytes.toString('base64'),
      alignment: alignment(text, duration_s),
      normalized_alignment: null,
    }),
    headers: {
      'content-type': 'application/json',
      'request-id': 'el_1',
      'character-cost': String(text.length),
    },
  }),
  throttled: {
    response: detail(429, 'system_busy', 'Our services are experiencing high traffic.'),
    kind: 'busy',
  },
  quirks: [
    {
      name: '401 that means money',
      response: detail(
        401,
        'quota_exceeded',
        'This request exceeds your quota. You have 3 credits remaining.',
      ),
      kind: 'quota',
    },
    {
      name: '429 that means too many at once',
      response: detail(429, 'too_many_concurrent_requests', 'Your plan allows 3 concurrent requests.'),
      kind: 'concurrency',
    },
    {
      name: 'a voice that is gone',
      response: detail(404, 'voice_not_found', 'A voice was not found.'),
      kind: 'invalid_input',
    },
    {
      name: 'a model that is gone',
      response: detail(400, 'model_not_found', 'No such model.'),
      kind: 'gone',
    },
  ],
  dropped: ['speed', 'pitch'],
  billed: { unit: 'characters', amount: 12 },
  has_words: true,
  list({ method, path, query, headers }) {
    if (`${method} ${path}` !== 'GET /v2/voices') return undefined;
    if (headers['xi-api-key'] !== KEY) return detail(401, 'invalid_api_key', 'Invalid API key');
    const labels = { accent: 'american', gender: 'female', age: 'middle_aged', use_case: 'narration' };
    const voice = (voice_id: string) => ({
      voice_id,
      name: voice_id,
      labels,
      verified_languages: [
        { language: 'en', locale: 'en-US' },
        { language: 'de', locale: null },
      ],
      preview_url: 'https://storage.example.com/preview.mp3',
    });
    return query.get('next_page_token') === 'page-2'
      ? json({ voices: [voice('voice-2')], has_more: false, next_page_token: null })
      : json({ voices: [voice('voice-1')], has_more: true, next_page_token: 'page-2' });
  },
  listed: ['voice-1', 'voice-2'],
};
