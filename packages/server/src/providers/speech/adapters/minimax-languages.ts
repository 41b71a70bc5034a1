import { languageOf } from '@voiceloom/text';

/** The values of `language_boost`, from MiniMax's T2A HTTP reference of 2026. */
const NAMES: Readonly<Record<string, string>> = {
  af: 'Afrikaans',
  ar: 'Arabic',
  bg: 'Bulgarian',
  ca: 'Catalan',
  cs: 'Czech',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  en: 'English',
  es: 'Spanish',
  fi: 'Finnish',
  fr: 'French',
  he: 'Hebrew',
  hi: 'Hindi',
  hr: 'Croatian',
  hu: 'Hungarian',
  id: 'Indonesian',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  ms: 'Malay',
  nb: 'Norwegian',
  nl: 'Dutch',
  nn: 'Nynorsk',
  no: 'Norwegian',
  pl: 'Polish',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  sk: 'Slovak',
  sl: 'Slovenian',
  sv: 'Swedish',
  th: 'Thai',
  tr: 'Turkish',
  uk: 'Ukrainian',
  vi: 'Vietnamese',
  yue: 'Chinese,Yue',
  zh: 'Chinese',
};

/** `auto` if the provider does not know the language. */
export function languageName(locale: string): string {
  if (locale === 'zh-hk') return 'Chinese,Yue';
  return NAMES[languageOf(locale)] ?? 'auto';
}

/** The language that the id of a voice begins with, such as `English` or `Chinese (Mandarin)`. */
export function localeOfName(name: string): string | undefined {
  if (name === 'Cantonese') return 'yue';
  const plain = name.replace(/\s*\(.*\)$/, '');
  return Object.keys(NAMES).find((code) => NAMES[code] === plain);
}
