import { z } from 'zod';

const MAX_LENGTH = 35;

/**
 * The lowercase BCP 47 form of a locale code, or undefined if it is invalid.
 * Case does not matter, and `_` counts as `-`: `EN_us` becomes `en-us`. Extensions (`-u-`, `-x-`) are rejected.
 */
export function normalizeLocale(input: string): string | undefined {
  const known = normalized.get(input);
  if (known !== undefined) return known;
  const locale = canonical(input);
  if (locale !== undefined && normalized.size < MOST_KEPT) normalized.set(input, locale);
  return locale;
}

/** Scripts repeat a few locales on every line, and calls of `Intl` show in profiles. */
const normalized = new Map<string, string>();
const MOST_KEPT = 1_000;

function canonical(input: string): string | undefined {
  const code = input.trim().replaceAll('_', '-');
  if (code.length > MAX_LENGTH || !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return undefined;
  try {
    return Intl.getCanonicalLocales(code)[0]?.toLowerCase();
  } catch {
    return undefined;
  }
}

/** The English name of a locale, such as `German (Germany)`. Undefined if the language is unknown. */
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
  .max(MAX_LENGTH)
  .refine((code) => normalizeLocale(code) !== undefined, {
    error: 'Must be a BCP 47 locale code, such as en-us.',
  })
  .overwrite((code) => normalizeLocale(code) ?? code)
  .meta({ description: 'Lowercase BCP 47 code. Case does not matter in requests.', examples: ['en-us'] });
export type LocaleCode = z.infer<typeof LocaleCode>;
