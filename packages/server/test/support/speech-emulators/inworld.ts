import { type EmulatorRequest, json, jsonBody, type SpeechEmulator } from './emulator.ts';

const KEY = 'Z29vZC1pbndvcmxkOjAxMjM0NTY3ODk=';
const KNOWN = ['text', 'voiceId', 'modelId', 'audioConfig', 'language', 'timestampType', 'temperature'];
const MODELS = ['inworld-tts-1.5-max', 'inworld-tts-1.5-mini', 'inworld-tts-2'];
/** An RPC status of Google, as its gateway formats it. */
const error = (status: number, code: number, message: string) => json({ code, message, details: [] }, status);

interface Body {
  text?: string;
  voiceId?: string;
  modelId?: string;
  timestampType?: string;
  temperature?: number;
  audioConfig?: { audioEncoding?: string; sampleRateHertz?: number; speakingRate?: number };
}
const bodyOf = (request: EmulatorRequest): Body => jsonBody(request) as Body;
const isKnown = ({ headers }: EmulatorRequest) => headers.authorization === `Basic ${KEY}`;

/** Evenly spaced words with times for each, like the real provider. */
function alignment(text: string, seconds: number) {
  const words = text.split(/\s+/);
  const step = seconds / words.length;
  return {
    words,
    wordStartTimeSeconds: words.map((_, index) => index * step),
    wordEndTimeSeconds: words.map((_, index) => (index + 1) * step),
  };
}

export const inworldEmulator: SpeechEmulator = {
  id: 'inworld',
  credentials: { api_key: KEY },
  secret: KEY,
  model: 'inworld-tts-1.5-max',
  voice: 'Alex',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /tts/v1/voice',
  refuse(request) {
    if (!isKnown(request)) return error(401, 16, 'Invalid authorization credentials');
    const { text = '', voiceId, modelId = '', audioConfig = {}, temperature = 1 } = bodyOf(request);
    const stranger = Object.keys(jsonBody(request)).find((field) => !KNOWN.includes(field));
    if (stranger !== undefined) return error(400, 3, `unknown field "${stranger}"`);
    if (temperature <= 0 || temperature > 2) return error(400, 3, 'temperature');
    if (!MODELS.includes(modelId)) return error(400, 3, 'Unknown model');
    if (voiceId !== 'Alex') return error(404, 5, 'Unknown voice: not found!');
    if (text === '' || [...text].length > 2_000) return error(400, 3, 'text must have 1 to 2000 characters');
    const { audioEncoding, sampleRateHertz = 0, speakingRate = 1 } = audioConfig;
    if (audioEncoding !== 'LINEAR16' || sampleRateHertz < 8_000 || sampleRateHertz > 48_000)
      return error(400, 3, 'audio_config');
    return speakingRate >= 0.5 && speakingRate <= 1.5 ? undefined : error(400, 3, 'speaking_rate');
  },
  textOf: (request) => bodyOf(request).text ?? '',
  rateOf: (request) => bodyOf(request).audioConfig?.sampleRateHertz ?? 48_000,
  rateIsAsked: true,
  speech: ({ bytes, text, duration_s }, request) =>
    json({
      audioContent: bytes.toString('base64'),
      usage: { processedCharactersCount: [...text].length, modelId: bodyOf(request).modelId },
      ...(bodyOf(request).timestampType === 'WORD' && {
        timestampInfo: { wordAlignment: alignment(text, duration_s) },
      }),
    }),
  throttled: { response: error(429, 8, 'Too many requests'), kind: 'busy' },
  quirks: [
    { name: 'a voice that is gone', response: error(404, 5, 'Unknown voice'), kind: 'invalid_input' },
    { name: 'no credit is left', response: error(402, 9, 'Insufficient credits'), kind: 'quota' },
  ],
  dropped: ['speed', 'pitch'],
  billed: { unit: 'characters', amount: 12 },
  has_words: true,
  list(request) {
    if (`${request.method} ${request.path}` !== 'GET /voices/v1/voices') return undefined;
    if (!isKnown(request)) return error(401, 16, 'Invalid authorization credentials');
    const voice = (voiceId: string, langCode: string, promptLanguages: string[]) => ({
      ...{ name: `workspaces/inworld/voices/${voiceId}`, voiceId, displayName: voiceId, langCode },
      ...{ description: 'A calm voice', tags: ['calm'], categories: ['narration'], source: 'SYSTEM' },
      ...{ gender: 'male', ageGroup: 'middle_aged', promptLanguages },
    });
    return request.query.get('pageToken') === '1-100'
      ? json({ voices: [voice('mine__clone', 'AUTO', [])], totalSize: 2, nextPageToken: '' })
      : json({ voices: [voice('Alex', 'EN_US', ['en-US'])], totalSize: 2, nextPageToken: '1-100' });
  },
  listed: ['Alex', 'mine__clone'],
};
