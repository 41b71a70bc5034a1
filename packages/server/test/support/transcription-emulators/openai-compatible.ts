import { json, type TranscriptionEmulator } from './emulator.ts';

const KEY = 'sk-good-openai-0123456789';
const KNOWN = new Set(['model', 'language', 'temperature', 'response_format', 'timestamp_granularities[]']);
const PLAIN_ONLY = new Set(['gpt-4o-transcribe', 'gpt-4o-mini-transcribe']);
const error = (status: number, code: string, message: string) =>
  json({ error: { message, type: 'invalid_request_error', param: null, code } }, status);

export const openaiCompatibleEmulator: TranscriptionEmulator = {
  id: 'openai_compatible',
  credentials: { api_key: KEY, base_url: 'https://replaced.example.com/v1' },
  secret: KEY,
  model: 'whisper-1',
  isListening: ({ method, path }) => `${method} ${path}` === 'POST /audio/transcriptions',
  refuse({ headers, fields, audio }) {
    if (headers.authorization !== `Bearer ${KEY}`)
      return error(401, 'invalid_api_key', `Incorrect API key provided: ${headers.authorization}`);
    // A prompt would reveal the expected text.
    if ([...fields.keys()].some((field) => !KNOWN.has(field)))
      return error(400, 'unknown_parameter', 'Unknown parameter.');
    const [format] = fields.get('response_format') ?? [];
    const [model = ''] = fields.get('model') ?? [];
    if (format === 'verbose_json' && PLAIN_ONLY.has(model))
      return error(400, 'unsupported_value', "response_format 'verbose_json' is not compatible with model.");
    if (fields.has('timestamp_granularities[]') && format !== 'verbose_json')
      return error(400, 'invalid_value', 'timestamp_granularities needs verbose_json');
    const [language] = fields.get('language') ?? [];
    if (language !== undefined && !/^[a-z]{2}$/.test(language))
      return error(400, 'invalid_language_format', 'ISO-639-1 only');
    return audio.subarray(0, 4).toString() === 'RIFF'
      ? undefined
      : error(400, 'bad_file', 'Invalid file format.');
  },
  languageOf: ({ fields }) => fields.get('language')?.[0],
  response({ text, words, seconds }, { fields }) {
    if (fields.get('response_format')?.[0] === 'json')
      return json({ text, usage: { type: 'tokens', input_tokens: 14, output_tokens: 4, total_tokens: 18 } });
    return json({
      ...{ task: 'transcribe', language: 'english', duration: seconds, text },
      words: words.map(({ text: word, start, end }) => ({ word: word.replace(/[.,!?]/g, ''), start, end })),
      segments: words.length === 0 ? [] : [{ id: 0, start: 0, end: seconds, text: ` ${text}` }],
    });
  },
  throttled: { response: error(429, 'rate_limit_exceeded', 'Rate limit reached for requests'), kind: 'busy' },
  quirks: [
    {
      name: 'a used-up account responses 429 as well',
      response: error(429, 'insufficient_quota', 'You exceeded your current quota.'),
      kind: 'quota',
    },
    {
      name: 'a model that is no longer there',
      response: error(404, 'model_not_found', 'The model does not exist'),
      kind: 'gone',
    },
    {
      name: 'audio that is too short',
      response: error(
        400,
        'audio_too_short',
        'Audio file is too short. Minimum audio length is 0.1 seconds.',
      ),
      kind: 'invalid_input',
    },
  ],
  empty: [json({ error: { message: 'The server had an error' } }), json([]), json({ text: null })],
};
