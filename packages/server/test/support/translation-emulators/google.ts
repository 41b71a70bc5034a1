import { json, jsonBody, type TranslationEmulator } from './emulator.ts';
import { translateMarked } from './lexicon.ts';

const KEY = 'AIza-google-0123456789';
const error = (code: number, message: string, reason: string) =>
  json({ error: { code, message, errors: [{ message, domain: 'global', reason }] } }, code);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const googleEmulator: TranslationEmulator = {
  id: 'google',
  address: 'google_translation',
  credentials: { api_key: KEY },
  secret: KEY,
  by_place: true,
  refuse(request) {
    const { q, source, target, format, model } = jsonBody(request);
    if (`${request.method} ${request.path}` !== 'POST /language/translate/v2')
      return error(404, 'no', 'notFound');
    if (request.headers['x-goog-api-key'] !== KEY) {
      const message = `API key not valid: ${request.headers['x-goog-api-key']}`;
      return error(400, message, 'API_KEY_INVALID');
    }
    if (listOf(q).length === 0 || listOf(q).length > 128)
      return error(400, 'Too many text segments', 'invalid');
    if (format !== 'html' || model !== 'nmt') return error(400, 'Bad format', 'invalid');
    const codes = /^(?:[a-z]{2}|zh-CN|zh-TW|pt-PT|fr-CA)$/;
    return codes.test(String(source)) && codes.test(String(target))
      ? undefined
      : error(400, 'Invalid Value: language', 'invalid');
  },
  textsOf: (request) => listOf(jsonBody(request).q).map((text, index) => ({ id: String(index), text })),
  languageOf: (request) => String(jsonBody(request).target).slice(0, 2),
  translate: translateMarked,
  response: (translations) =>
    json({
      data: { translations: translations.map(({ text }) => ({ translatedText: text, model: 'nmt' })) },
    }),
  throttled: { response: error(403, 'Rate Limit Exceeded', 'rateLimitExceeded'), kind: 'busy' },
  quirks: [
    {
      name: 'characters of the day are used up',
      response: error(403, 'Daily Limit Exceeded', 'dailyLimitExceeded'),
      kind: 'quota',
    },
    {
      name: 'a project without billing',
      response: error(403, 'This API method requires billing to be enabled.', 'forbidden'),
      kind: 'quota',
    },
  ],
  billed: { unit: 'characters', amount: 12 },
};
