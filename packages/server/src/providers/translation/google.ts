import { languageOf } from '@voiceloom/text';
import { toObject, toText } from '../json.ts';
import { readKeywords, toProviderError } from '../response-errors.ts';
import { escapeText } from '../speech/markup.ts';
import { decodeEntities, type MarkedText } from './markup.ts';
import {
  billedCharacters,
  countMismatch,
  isTraditional,
  matchByPosition,
  type TranslationAdapter,
} from './translator.ts';

/** Google Cloud Translation, basic edition, which accepts an API key. */
export const google: TranslationAdapter = {
  id: 'google',
  // The URL that is configured for `google` is that of its speech service.
  address_id: 'google_translation',
  models: [{ id: 'nmt', display_name: 'Google neural machine translation', is_default: true }],
  initial_slots: 4,
  max_texts: 100,
  max_characters: 5_000,
  baseUrl: () => 'https://translation.googleapis.com',
  authorization: ({ api_key = '' }) => ({ 'x-goog-api-key': api_key }),
  render({ model, texts, source_locale, target_locale }) {
    return {
      path: '/language/translate/v2',
      json: {
        q: texts.map(writeHtml),
        source: toGoogleCode(source_locale),
        target: toGoogleCode(target_locale),
        format: 'html',
        model,
      },
    };
  },
  read(response, request) {
    const translations = matchByPosition(toObject(toObject(response.body).data).translations, request);
    return {
      texts: translations.map(({ original, translatedText }) => ({
        id: original.id,
        text: readHtml(toText(translatedText), original.pieces),
      })),
      remark: countMismatch(translations, request),
      billed: billedCharacters(request),
    };
  },
  readError(response) {
    const words = response.status === 200 ? '' : readKeywords(response);
    if (/dailylimitexceeded|billing|consumer_suspended/.test(words))
      return toProviderError('quota', response);
    if (/ratelimitexceeded|rate_limit/.test(words)) return toProviderError('busy', response);
    if (response.status === 400 && /api[_ ]key/.test(words)) return toProviderError('auth', response);
    if (response.status === 400 && /language/.test(words)) return toProviderError('unsupported', response);
    return undefined;
  },
};

/** Languages and locales whose codes differ. */
const CODES: Readonly<Record<string, string>> = { 'pt-pt': 'pt-PT', 'fr-ca': 'fr-CA', nb: 'no', nn: 'no' };

function toGoogleCode(locale: string): string {
  const language = languageOf(locale);
  if (language === 'zh') return isTraditional(locale) ? 'zh-TW' : 'zh-CN';
  return CODES[locale] ?? CODES[language] ?? language;
}

/** Marks placeholders as not to be translated, so that they keep their places. */
function writeHtml({ text, pieces }: MarkedText): string {
  let position = 0;
  let html = '';
  for (const [index, piece] of pieces.entries()) {
    html += escapeText(text.slice(position, piece.start));
    html += `<span translate="no" id="p${index}">${escapeText(piece.text)}</span>`;
    position = piece.end;
  }
  return html + escapeText(text.slice(position));
}

const SPAN = /<span translate="?no"? id="?p(\d+)"?>[^<]*<\/span>/g;

/** Restores placeholders by their number, even if the provider has changed their text. */
function readHtml(html: string, pieces: readonly { text: string }[]): string {
  let position = 0;
  let text = '';
  for (const match of html.matchAll(SPAN)) {
    text += decodeEntities(html.slice(position, match.index)) + (pieces[Number(match[1])]?.text ?? '');
    position = match.index + match[0].length;
  }
  return text + decodeEntities(html.slice(position));
}
