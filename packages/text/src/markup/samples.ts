import { languageOf } from '../locales/locale.ts';

/** Replacements for placeholders without a value: short words that fit where a name does. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'friend',
  de: 'Freund',
  fr: 'ami',
  es: 'amigo',
  it: 'amico',
  pt: 'amigo',
  nl: 'vriend',
  ca: 'amic',
  sv: 'vän',
  da: 'ven',
  nb: 'venn',
  no: 'venn',
  nn: 'ven',
  fi: 'ystävä',
  is: 'vinur',
  pl: 'przyjacielu',
  cs: 'příteli',
  sk: 'priateľu',
  hu: 'barátom',
  ro: 'prietene',
  bg: 'приятелю',
  hr: 'prijatelju',
  sr: 'пријатељу',
  sl: 'prijatelj',
  ru: 'друг',
  uk: 'друже',
  el: 'φίλε',
  tr: 'arkadaşım',
  ar: 'صديقي',
  he: 'חבר',
  fa: 'دوست',
  hi: 'दोस्त',
  ja: 'あなた',
  zh: '朋友',
  yue: '朋友',
  ko: '친구',
  th: 'เพื่อน',
  vi: 'bạn',
  id: 'teman',
  ms: 'kawan',
  lt: 'drauge',
  lv: 'draugs',
  et: 'sõber',
  eu: 'lagun',
  gl: 'amigo',
};
/** A name in Latin letters, for all other languages. */
const NAME = 'Alex';
/** A number with the plural form of most numbers. */
export const SAMPLE_NUMBER = 3;

/** The word that is spoken for a placeholder without a value. */
export const sampleWord = (locale: string): string => WORDS[languageOf(locale)] ?? NAME;

/** The plural category of a number in a locale. */
export function pluralCategory(value: number, locale: string, type: 'cardinal' | 'ordinal'): string {
  try {
    return new Intl.PluralRules(locale, { type }).select(value);
  } catch {
    return 'other';
  }
}
