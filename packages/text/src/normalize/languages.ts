import { german } from './locales/de.ts';
import { english } from './locales/en.ts';
import { spanish } from './locales/es.ts';
import { french } from './locales/fr.ts';
import { italian } from './locales/it.ts';
import { japanese } from './locales/ja.ts';
import { korean } from './locales/ko.ts';
import { portuguese } from './locales/pt.ts';
import { chinese } from './locales/zh.ts';
import { BY_LOCALE, type Choices, type Language } from './types.ts';

const MAKERS: Record<string, (locale: string, choices: Choices) => Language> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  pt: portuguese,
  ja: japanese,
  ko: korean,
  zh: chinese,
};

const made = new Map<string, Language>();
const MOST_KEPT = 100;

/** The rules of a locale: those of its language, with the separators and forms of its region. */
export function languageFor(locale: string, choices: Partial<Choices> = {}): Language | undefined {
  const tag = locale.toLowerCase().replaceAll('_', '-');
  const { date_order, telephone, currency } = { ...BY_LOCALE, ...choices };
  const key = [tag, date_order, telephone, currency].join(' ');
  const known = made.get(key);
  if (known) return known;
  const make = MAKERS[tag.split('-', 1)[0] ?? ''];
  if (!make) return undefined;
  const language = make(tag, { date_order, telephone, currency });
  if (made.size < MOST_KEPT) made.set(key, language);
  return language;
}
