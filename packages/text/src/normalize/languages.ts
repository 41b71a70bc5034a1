import { german } from './locales/de.ts';
import { english } from './locales/en.ts';
import { spanish } from './locales/es.ts';
import { french } from './locales/fr.ts';
import { italian } from './locales/it.ts';
import { japanese } from './locales/ja.ts';
import { korean } from './locales/ko.ts';
import { portuguese } from './locales/pt.ts';
import { chinese } from './locales/zh.ts';
import type { Language } from './types.ts';

const MAKERS: Record<string, (locale: string) => Language> = {
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
export function languageFor(locale: string): Language | undefined {
  const tag = locale.toLowerCase().replaceAll('_', '-');
  const known = made.get(tag);
  if (known) return known;
  const make = MAKERS[tag.split('-', 1)[0] ?? ''];
  if (!make) return undefined;
  const language = make(tag);
  if (made.size < MOST_KEPT) made.set(tag, language);
  return language;
}
