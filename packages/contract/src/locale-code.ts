import { z } from 'zod';
import { MAX_LOCALE_LENGTH, NOT_A_LOCALE, normalizeLocale } from './rules/locale.ts';

export { normalizeLocale } from './rules/locale.ts';

/** The English name of a locale, such as `German (Germany)`; undefined if the language is unknown. */
export function localeName(code: string, displayLocale = 'en'): string | undefined {
  const locale = normalizeLocale(code);
  if (locale === undefined) return undefined;
  const names = new Intl.DisplayNames([displayLocale], { type: 'language', fallback: 'none' });
  return names.of(languageOf(locale)) === undefined ? undefined : names.of(locale);
}

/** The language part of a locale code: `en` for `en-us`. */
export function languageOf(code: string): string {
  return code.split('-', 1)[0] ?? code;
}

/** A locale code as input: any case, `_` allowed; parsed to the lowercase form (`en-us`). */
export const LocaleCode = z
  .string()
  .min(2)
  .max(MAX_LOCALE_LENGTH)
  .refine((code) => normalizeLocale(code) !== undefined, { error: NOT_A_LOCALE })
  .overwrite((code) => normalizeLocale(code) ?? code)
  .meta({
    description: 'Lowercase BCP 47 code. Case does not matter in requests.',
    examples: ['en-us'],
    rule: 'locale',
  });

export type LocaleCode = z.infer<typeof LocaleCode>;
