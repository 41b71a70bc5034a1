import { languageOf, normalizeLocale } from '../locales/locale.ts';

/** Name -> text, or locale -> name -> text. */
export type PlaceholderValues = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** How the markup of a line is spoken. */
export interface MarkupPolicy {
  locale: string;
  /** `sample`: a neutral word; `hold`: the line is not spoken. A value wins over both. */
  placeholders?: 'sample' | 'hold' | undefined;
  placeholder_values?: PlaceholderValues | undefined;
  /** `auto`: models that know audio tags follow them. */
  audio_tags?: 'auto' | 'remove' | undefined;
}

/** Values that were built before: the lines of a run share them. */
const built = new WeakMap<PlaceholderValues, Map<string, ReadonlyMap<string, string>>>();

/** The values for a locale by lowercase name: those of the locale win over its language's, and those over all others. */
export function valuesFor(
  values: PlaceholderValues | undefined,
  locale: string,
): ReadonlyMap<string, string> {
  if (values === undefined) return NO_VALUES;
  const wanted = locale.toLowerCase();
  const byLocale = built.get(values) ?? new Map<string, ReadonlyMap<string, string>>();
  built.set(values, byLocale);
  const found = byLocale.get(wanted) ?? buildValues(values, wanted);
  byLocale.set(wanted, found);
  return found;
}

function buildValues(values: PlaceholderValues, wanted: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const language = languageOf(wanted);
  const add = (entries: PlaceholderValues): void => {
    for (const [name, value] of Object.entries(entries))
      if (typeof value === 'string') found.set(keyOf(name), value);
  };
  add(values);
  const byLocale = Object.entries(values).flatMap(([name, own]) =>
    typeof own === 'string' ? [] : [[normalizeLocale(name), own] as const],
  );
  for (const tag of [language, wanted]) for (const [locale, own] of byLocale) if (locale === tag) add(own);
  return found;
}

/** The values of a character, and those of its generator for other names. */
export function mergeValues(general: PlaceholderValues = {}, own: PlaceholderValues = {}): PlaceholderValues {
  if (Object.keys(own).length === 0) return general;
  const merged = Object.entries(own).map(([name, value]) => {
    const other = general[name];
    return [name, typeof value === 'string' || typeof other === 'string' ? value : { ...other, ...value }];
  });
  return { ...general, ...Object.fromEntries(merged) };
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Names count without the signs around them: `{player_name}`, `[player_name]` and `player_name` are one. */
export const keyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^[$#@]?[{[<]+\$?\s*|\s*[}\]>]+$/g, '');
