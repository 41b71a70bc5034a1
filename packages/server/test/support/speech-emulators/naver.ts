import { type EmulatorRequest, json, type SpeechEmulator, wavResponse } from './emulator.ts';

const SECRET = 'good-naver-0123456789';
const form = ({ body }: EmulatorRequest) => new URLSearchParams(body);
const within = (value: string | null, low: number, high: number) =>
  value === null || (/^-?\d+$/.test(value) && Number(value) >= low && Number(value) <= high);
const error = (code: string, message: string) => json({ errorCode: code, errorMessage: message }, 400);
const gateway = (status: number, errorCode: string, message: string) =>
  json({ error: { errorCode, message, details: message } }, status);

export const naverEmulator: SpeechEmulator = {
  id: 'naver',
  credentials: { client_id: 'good-client', client_secret: SECRET },
  secret: SECRET,
  model: 'premium',
  voice: 'clara',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /tts-premium/v1/tts',
  refuse(request) {
    const { headers } = request;
    if (headers['x-ncp-apigw-api-key-id'] !== 'good-client' || headers['x-ncp-apigw-api-key'] !== SECRET)
      return gateway(401, '200', 'Authentication Failed');
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return gateway(400, '100', 'form');
    const fields = form(request);
    if (fields.get('speaker') !== 'clara') return error('VS02', 'Unsupported speaker.');
    if (!within(fields.get('speed'), -5, 10)) return error('VS04', 'Unsupported speed.');
    if (!within(fields.get('pitch'), -5, 5)) return error('VS08', 'Unsupported pitch.');
    const text = fields.get('text') ?? '';
    if (text === '') return error('VS05', 'text parameter is needed.');
    if (text.length > 3_000) return error('VS06', 'text parameter exceeds max length.');
    return fields.get('format') === 'wav' ? undefined : error('VS10', 'format');
  },
  textOf: (request) => form(request).get('text') ?? '',
  rateOf: (request) => Number(form(request).get('sampling-rate')),
  rateIsAsked: true,
  speech: (audio) => wavResponse(audio),
  throttled: { response: gateway(429, '420', 'Rate Limited'), kind: 'busy' },
  quirks: [
    {
      name: '429 that means the API is not switched on',
      response: gateway(429, '400', 'Quota Exceeded'),
      kind: 'quota',
    },
    {
      name: 'a speaker that is not there',
      response: error('VS02', 'Unsupported speaker.'),
      kind: 'invalid_input',
    },
  ],
  dropped: ['pitch'],
  billed: { unit: 'characters', amount: 12 },
  has_words: false,
  list: () => undefined,
  listed: ['nara', 'clara'],
};
