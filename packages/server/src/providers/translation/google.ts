import { languageOf } from '@voiceloom/text';
import { fault, wordsOf } from '../faults.ts';
import { objectOf, text } from '../json.ts';
import { escapeText } from '../speech/markup.ts';
import { unescaped } from './markup.ts';
import {
  billedCharacters,
  countMismatch,
  isTraditional,
  matchByPosition,
  type TranslationAdapter,
  type TranslationText,
} from './translator.ts';

/** Google Cloud Translation, basic edition, which accepts an API key. */
export const google: TranslationAdapter = {
  id: 'google',
  // The URL that is configured for `google` is that of its speech service.
  address_id: 'google_translation',
  models: [{ id: 'nmt', display_name: 'Google neural machine translation', is_default: true }],
  initial_slots: 4,
  most_texts: 100,
  most_characters: 5_000,
  baseUrl: () => 'https://translation.googleapis.com',
  authorization: ({ api_key = '' }) => ({ 'x-goog-api-key': api_key }),
  render({ model, texts, source_locale, target_locale }) {
    return {
      path: '/language/translate/v2',
      json: {
        q: texts.map(asHtml),
        source: codeOf(source_locale),
        target: codeOf(target_locale),
        format: 'html',
        model,
      },
    };
  },
  read(answer, request) {
    const translations = matchByPosition(objectOf(objectOf(answer.body).data).translations, request);
    return {
      texts: translations.map(({ of, translatedText }) => ({
        id: of.id,
        text: fromHtml(text(translatedText), of.pieces),
      })),
      remark: countMismatch(translations, request),
      billed: billedCharacters(request),
    };
  },
  fault(answer) {
    const words = answer.status === 200 ? '' : wordsOf(answer);
    if (/dailylimitexceeded|billing|consumer_suspended/.test(words)) return fault('quota', answer);
    if (/ratelimitexceeded|rate_limit/.test(words)) return fault('busy', answer);
    if (answer.status === 400 && /api[_ ]key/.test(words)) return fault('auth', answer);
    if (answer.status === 400 && /language/.test(words)) return fault('unsupported', answer);
    return undefined;
  },
};

function codeOf(locale: string): string {
  const language = languageOf(locale);
  if (language === 'zh') return isTraditional(locale) ? 'zh-TW' : 'zh-CN';
  if (language === 'nb' || language === 'nn') return 'no';
  return locale === 'pt-pt' ? 'pt-PT' : locale === 'fr-ca' ? 'fr-CA' : language;
}

/** Marks placeholders as not to be translated, so that they keep their places. */
function asHtml({ text: plain, pieces }: Pick<TranslationText, 'text' | 'pieces'>): string {
  let at = 0;
  let html = '';
  for (const [index, { start, end, text: piece }] of pieces.entries()) {
    html += `${escapeText(plain.slice(at, start))}<span translate="no" id="p${index}">${escapeText(piece)}</span>`;
    at = end;
  }
  return html + escapeText(plain.slice(at));
}

const SPAN = /<span translate="?no"? id="?p(\d+)"?>[^<]*<\/span>/g;

/** Restores placeholders by their number, even if the provider has changed their text. */
function fromHtml(html: string, pieces: readonly { text: string }[]): string {
  let at = 0;
  let plain = '';
  for (const match of html.matchAll(SPAN)) {
    plain += unescaped(html.slice(at, match.index)) + (pieces[Number(match[1])]?.text ?? '');
    at = match.index + match[0].length;
  }
  return plain + unescaped(html.slice(at));
}
