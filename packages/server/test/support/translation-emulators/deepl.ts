import { json, jsonBody, type TranslationEmulator } from './emulator.ts';
import { translateMarked } from './lexicon.ts';

const KEY = 'deepl-0123456789abcdef:fx';
const KNOWN = [
  ...['text', 'source_lang', 'target_lang', 'model_type', 'tag_handling', 'split_sentences'],
  ...['preserve_formatting', 'show_billed_characters', 'formality', 'context'],
];
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const deeplEmulator: TranslationEmulator = {
  id: 'deepl',
  address: 'deepl',
  credentials: { api_key: KEY },
  secret: KEY,
  by_place: true,
  refuse(request) {
    const body = jsonBody(request);
    if (`${request.method} ${request.path}` !== 'POST /v2/translate')
      return json({ message: 'Not found' }, 404);
    if (request.headers.authorization !== `DeepL-Auth-Key ${KEY}`)
      return json({ message: `Invalid key ${request.headers.authorization}` }, 403);
    const strange = Object.keys(body).find((field) => !KNOWN.includes(field));
    if (strange) return json({ message: `Unknown field ${strange}` }, 400);
    const texts = listOf(body.text);
    if (texts.length === 0 || texts.length > 50) return json({ message: 'Too many texts' }, 400);
    if (request.body.length > 131_072) return json({ message: 'Request too large' }, 413);
    if (!/^[A-Z]{2}$/.test(String(body.source_lang)))
      return json({ message: "Value for 'source_lang'" }, 400);
    if (!/^(?:DE|FR|ES|JA|EN-US|EN-GB|PT-BR|PT-PT|ZH-HANS|ZH-HANT|ES-419)$/.test(String(body.target_lang)))
      return json({ message: "Value for 'target_lang' not supported." }, 400);
    const isXml = texts.every(
      (text) => text.replace(/<(?:x id="\d+"\/|g id="\d+"|\/g)>/g, '').match(/[<>]/) === null,
    );
    return isXml ? undefined : json({ message: 'Tag handling parsing failed' }, 400);
  },
  textsOf: (request) => listOf(jsonBody(request).text).map((text, index) => ({ id: String(index), text })),
  languageOf: (request) => String(jsonBody(request).target_lang).slice(0, 2).toLowerCase(),
  translate: translateMarked,
  response: (translations) =>
    json({
      translations: translations.map(({ text }) => ({
        ...{ detected_source_language: 'EN', text, model_type_used: 'quality_optimized' },
        billed_characters: 12,
      })),
    }),
  throttled: { response: { status: 429, body: 'Too many requests' }, kind: 'concurrency' },
  quirks: [
    {
      name: 'characters of the month are used up',
      response: json({ message: 'Quota Exceeded' }, 456),
      kind: 'quota',
    },
    {
      name: 'a language that it does not have',
      response: json({ message: "Value for 'target_lang' not supported." }, 400),
      kind: 'unsupported',
    },
  ],
  billed: { unit: 'characters', amount: 12 },
};
