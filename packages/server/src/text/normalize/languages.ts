import { english } from './locales/en.ts';
import type { Language } from './types.ts';

const MAKERS: Record<string, (locale: string) => Language> = {
  en: english,
};

/** The languages whose rules are known. */
export const NORMALIZED_LANGUAGES = Object.keys(MAKERS);

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
