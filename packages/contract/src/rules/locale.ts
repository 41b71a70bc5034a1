/** The longest locale code. */
export const MAX_LOCALE_LENGTH = 35;

/** The message for a text that is not a locale code. */
export const NOT_A_LOCALE = 'Must be a BCP 47 locale code, such as en-us.';

/**
 * The lowercase BCP 47 form of a locale code, or undefined if it is invalid.
 * Case does not matter, and `_` counts as `-`: `EN_us` becomes `en-us`. Extensions (`-u-`, `-x-`) are rejected.
 */
export function normalizeLocale(input: string): string | undefined {
  const cachedLocale = cache.get(input);
  if (cachedLocale !== undefined) return cachedLocale;
  const locale = canonicalize(input);
  if (locale !== undefined && cache.size < MAX_CACHED) cache.set(input, locale);
  return locale;
}

/** Cached, because scripts repeat a few locales on every line and calls of `Intl` are slow. */
const cache = new Map<string, string>();
const MAX_CACHED = 1_000;

/** The canonical form of a locale code; undefined if it is invalid. */
function canonicalize(input: string): string | undefined {
  const code = input.trim().replaceAll('_', '-');
  if (code.length > MAX_LOCALE_LENGTH || !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return undefined;
  try {
    return Intl.getCanonicalLocales(code)[0]?.toLowerCase();
  } catch {
    return undefined;
  }
}
