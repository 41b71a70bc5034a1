import { languageOf } from '@voiceloom/text';
import type { KeyCheck } from '../http-provider.ts';
import { toObject, toText } from '../json.ts';
import { readKeywords, toProviderError } from '../response-errors.ts';
import { readElements, writeElements } from './markup.ts';
import {
  billedCharacters,
  countMismatch,
  isTraditional,
  matchByPosition,
  type TranslationAdapter,
} from './translator.ts';

/** DeepL, which translates texts. */
export const deepl: TranslationAdapter & { keyCheck: KeyCheck } = {
  id: 'deepl',
  models: [
    { id: 'prefer_quality_optimized', display_name: 'DeepL, best quality', is_default: true },
    { id: 'latency_optimized', display_name: 'DeepL, fastest', is_default: false },
  ],
  initial_slots: 4,
  max_texts: 50,
  // Fits into the request limit of 128 KiB, with three bytes per character and with context.
  max_characters: 20_000,
  baseUrl: ({ api_key = '' }) =>
    api_key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com',
  authorization: ({ api_key = '' }) => ({ authorization: `DeepL-Auth-Key ${api_key}` }),
  keyCheck: { calls: () => [{ method: 'GET', path: '/v2/usage' }] },
  render({ model, texts, context, ...request }) {
    // DeepL does not bill the context.
    const lines = [...context.before, ...context.after].join('\n');
    const json = {
      text: texts.map(writeElements),
      source_lang: sourceCode(request.source_locale),
      target_lang: targetCode(request.target_locale),
      model_type: model,
      tag_handling: 'xml',
      // A line is one text, even with line breaks.
      split_sentences: 'nonewlines',
      preserve_formatting: true,
      show_billed_characters: true,
      ...FORMALITY[request.formality],
      ...(lines !== '' && { context: lines }),
    };
    return { path: '/v2/translate', json };
  },
  read(response, request) {
    const translations = matchByPosition(toObject(response.body).translations, request);
    let amount = 0;
    for (const { billed_characters } of translations) amount += Number(billed_characters) || 0;
    return {
      texts: translations.map(({ original, text }) => ({
        id: original.id,
        text: readElements(toText(text), original.pieces),
      })),
      remark: countMismatch(translations, request),
      billed: amount > 0 ? { unit: 'characters', amount } : billedCharacters(request),
    };
  },
  readError(response) {
    if (response.status === 456) return toProviderError('quota', response);
    // There is no limit per minute, so this means too many concurrent requests.
    if (response.status === 429) return toProviderError('concurrency', response);
    if (response.status === 400 && /_lang|not supported/.test(readKeywords(response)))
      return toProviderError('unsupported', response);
    return undefined;
  },
};

const FORMALITY = {
  default: {},
  formal: { formality: 'prefer_more' },
  informal: { formality: 'prefer_less' },
} as const;

function sourceCode(locale: string): string {
  const language = languageOf(locale);
  return language === 'no' ? 'NB' : language.toUpperCase();
}

/** Some languages require a region, and some reject it. */
function targetCode(locale: string): string {
  const language = languageOf(locale);
  if (language === 'en') return locale === 'en' || locale === 'en-us' ? 'EN-US' : 'EN-GB';
  if (locale === 'pt-br') return 'PT-BR';
  if (language === 'pt') return 'PT-PT';
  if (language === 'zh') return isTraditional(locale) ? 'ZH-HANT' : 'ZH-HANS';
  if (locale === 'es-419') return 'ES-419';
  return sourceCode(locale);
}
