import { languageOf } from '@voiceloom/text';
import { fault, wordsOf } from '../faults.ts';
import type { KeyCheck } from '../http-partner.ts';
import { objectOf, text } from '../json.ts';
import { withElements, withoutElements } from './markup.ts';
import {
  type AdapterRequest,
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
  most_texts: 50,
  // Fits into the request limit of 128 KiB, with three bytes per character and with context.
  most_characters: 20_000,
  baseUrl: ({ api_key = '' }) =>
    api_key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com',
  authorization: ({ api_key = '' }) => ({ authorization: `DeepL-Auth-Key ${api_key}` }),
  keyCheck: { calls: () => [{ method: 'GET', path: '/v2/usage' }] },
  render({ model, texts, ...request }) {
    return {
      path: '/v2/translate',
      json: {
        text: texts.map(withElements),
        source_lang: sourceCode(request.source_locale),
        target_lang: targetCode(request.target_locale),
        model_type: model,
        tag_handling: 'xml',
        // A line is one text, even with line breaks.
        split_sentences: 'nonewlines',
        preserve_formatting: true,
        show_billed_characters: true,
        ...FORMALITY[request.formality],
        ...contextFields(request),
      },
    };
  },
  read(answer, request) {
    const translations = matchByPosition(objectOf(answer.body).translations, request);
    const billed = translations.reduce(
      (sum, { billed_characters }) => sum + (Number(billed_characters) || 0),
      0,
    );
    return {
      texts: translations.map(({ of, text: marked }) => ({
        id: of.id,
        text: withoutElements(text(marked), of.pieces),
      })),
      remark: countMismatch(translations, request),
      billed: billed > 0 ? { unit: 'characters', amount: billed } : billedCharacters(request),
    };
  },
  fault(answer) {
    if (answer.status === 456) return fault('quota', answer);
    // There is no limit per minute, so this means too many concurrent requests.
    if (answer.status === 429) return fault('concurrency', answer);
    if (answer.status === 400 && /_lang|not supported/.test(wordsOf(answer)))
      return fault('unsupported', answer);
    return undefined;
  },
};

const FORMALITY = {
  default: {},
  formal: { formality: 'prefer_more' },
  informal: { formality: 'prefer_less' },
} as const;

/** The context of the texts, which DeepL does not bill. */
function contextFields({ context }: Pick<AdapterRequest, 'context'>) {
  const around = [...context.before, ...context.after].join('\n');
  return around === '' ? {} : { context: around };
}

function sourceCode(locale: string): string {
  const language = languageOf(locale);
  return language === 'no' ? 'NB' : language.toUpperCase();
}

/** Some languages require a region, and some reject it. */
function targetCode(locale: string): string {
  const language = languageOf(locale);
  if (language === 'en') return locale === 'en' || locale === 'en-us' ? 'EN-US' : 'EN-GB';
  if (language === 'pt') return locale === 'pt-br' ? 'PT-BR' : 'PT-PT';
  if (language === 'zh') return isTraditional(locale) ? 'ZH-HANT' : 'ZH-HANS';
  if (locale === 'es-419') return 'ES-419';
  return sourceCode(locale);
}
