import { german } from './locales/de.ts';
import { english } from './locales/en.ts';
import { spanish } from './locales/es.ts';
import { french } from './locales/fr.ts';
import { italian } from './locales/it.ts';
import { japanese } from './locales/ja.ts';
import { korean } from './locales/ko.ts';
import { portuguese } from './locales/pt.ts';
import { chinese } from './locales/zh.ts';
import { createPartialLanguage } from './partial.ts';
import { RAISED_RULES } from './raised.ts';
import { BY_LOCALE, type Choices, type Language } from './types.ts';

const CREATE_BY_LANGUAGE: Record<string, (locale: string, choices: Choices) => Language> = {
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

const languages = new Map<string, Language>();
const MAX_LANGUAGES = 100;

/** Whether the language of a locale has rules for everything, not only for whole numbers. */
export const hasRules = (locale: string): boolean =>
  Object.hasOwn(CREATE_BY_LANGUAGE, toLanguageCode(toTag(locale)));

/** The rules of a locale: those of its language, with the separators and forms of its region. */
export function getLanguage(locale: string, choices: Partial<Choices> = {}): Language {
  const tag = toTag(locale);
  const { date_order, telephone, currency } = { ...BY_LOCALE, ...choices };
  const key = [tag, date_order, telephone, currency].join(' ');
  const cached = languages.get(key);
  if (cached) return cached;
  const make = CREATE_BY_LANGUAGE[toLanguageCode(tag)];
  const base = make ? make(tag, { date_order, telephone, currency }) : createPartialLanguage(tag);
  const language = { ...base, rules: [...RAISED_RULES, ...base.rules] };
  if (languages.size < MAX_LANGUAGES) languages.set(key, language);
  return language;
}

/** `pt_BR` as `pt-br`. */
const toTag = (locale: string): string => locale.toLowerCase().replaceAll('_', '-');
/** `pt-br` as `pt`. */
const toLanguageCode = (tag: string): string => tag.split('-', 1)[0] ?? '';
