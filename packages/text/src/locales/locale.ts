const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const REGION_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Languages of the embedded engine for which the runtime has no name. */
const UNNAMED_LANGUAGES: ReadonlySet<string> = new Set('hyw mto nci qdb qya sjn py xex'.split(' '));

// Language codes that are accepted as headers. Excludes id, no, ms, to, as, or, is, vo and the like, which
// are ordinary column names.
export const HEADER_LANGUAGES: ReadonlySet<string> = new Set(
  (
    'ar bg bn ca cs cy da de el en es et eu fa fi fr gl he hi hr hu it ja ka ko lt lv ml mr nb nl pl pt ro ' +
    'ru sk sl sq sr sv sw ta te th tr uk ur vi zh'
  ).split(' '),
);

/** The normalized locale (`de_DE` -> `de-de`), or null if the language is unknown. */
export function normalizeLocale(tag: string): string | null {
  const candidate = tag.trim().replaceAll('_', '-');
  // `de`, `de-DE`, `zh-hant-tw`. Longer ones are no locale that anybody uses.
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(candidate) || candidate.length > 35) return null;
  try {
    const locale = new Intl.Locale(candidate);
    const { language, region } = locale;
    if (LANGUAGE_NAMES.of(language) === undefined && !UNNAMED_LANGUAGES.has(language)) return null;
    if (region !== undefined && REGION_NAMES.of(region) === undefined) return null;
    return locale.toString().toLowerCase();
  } catch {
    return null;
  }
}

/** The locale in a column header, or null for other headers. */
export function findHeaderLocale(header: string): string | null {
  const locale = normalizeLocale(header);
  if (locale === null) return null;
  return locale.includes('-') || HEADER_LANGUAGES.has(locale) ? locale : null;
}

/** `de` of `de-de`. */
export function languageOf(locale: string): string {
  return locale.split('-', 1)[0] ?? locale;
}
