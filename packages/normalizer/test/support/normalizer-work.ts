import { leavesToVoice, normalizeText } from './normalize.ts';

const LOCALES = [
  ...['de-de', 'en-us', 'en-gb', 'es-es', 'fr-fr', 'it-it', 'pt-br'],
  ...['ja-jp', 'ko-kr', 'zh-cn', 'sv-se'],
];

/** What the package does with a text, in each language that has rules of its own. */
export const WORK: Readonly<Record<string, (text: string) => unknown>> = {
  ...Object.fromEntries(
    LOCALES.map((locale) => [`normalizeText (${locale})`, (text: string) => normalizeText(text, locale)]),
  ),
  'leavesToVoice (sv-se)': (text) => leavesToVoice(text, 'sv-se'),
};
