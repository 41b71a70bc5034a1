import { startOfTrailing } from '../locales/characters.ts';
import { languageOf, normalizeLocale } from '../locales/locale.ts';

/** Name -> text, or locale -> name -> text. */
export type PlaceholderValues = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** How the markup of a line is spoken. */
export interface MarkupPolicy {
  locale: string;
  /** For placeholders without a value. `sample`: a neutral word is spoken. `hold`: the line is not spoken. */
  placeholders?: 'sample' | 'skip' | undefined;
  placeholder_values?: PlaceholderValues | undefined;
  /** `auto`: models that support audio tags follow them. */
  audio_tags?: 'auto' | 'remove' | undefined;
}

/** Cached, because the lines of a run share their values. */
const cache = new WeakMap<PlaceholderValues, Map<string, ReadonlyMap<string, string>>>();
const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** The values for a locale, by lowercase name. Its own values override those of its language, and those the general. */
export function valuesFor(
  values: PlaceholderValues | undefined,
  locale: string,
): ReadonlyMap<string, string> {
  if (values === undefined) return NO_VALUES;
  const localeTag = locale.toLowerCase();
  const byLocale = cache.get(values) ?? new Map<string, ReadonlyMap<string, string>>();
  cache.set(values, byLocale);
  const cachedValues = byLocale.get(localeTag);
  if (cachedValues) return cachedValues;
  const localeValues = new Map<string, string>();
  byLocale.set(localeTag, localeValues);
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string') localeValues.set(placeholderKey(name), value);
  // The values of the language, and then those of the locale, which replace them.
  for (const tag of [languageOf(localeTag), localeTag])
    for (const [valuesTag, ownValues] of Object.entries(values)) {
      if (typeof ownValues === 'string' || normalizeLocale(valuesTag) !== tag) continue;
      for (const [name, value] of Object.entries(ownValues))
        if (typeof value === 'string') localeValues.set(placeholderKey(name), value);
    }
  return localeValues;
}

/** The values of a character, with the values of its generator for other names. */
export function mergeValues(general: PlaceholderValues = {}, own: PlaceholderValues = {}): PlaceholderValues {
  if (Object.keys(own).length === 0) return general;
  const values: Record<string, PlaceholderValues[string]> = { ...general };
  for (const [name, value] of Object.entries(own)) {
    const generalValue = general[name];
    const areByLocale = typeof value !== 'string' && typeof generalValue !== 'string';
    values[name] = areByLocale ? { ...generalValue, ...value } : value;
  }
  return values;
}

/** Signs around a name do not count: `{player_name}`, `[player_name]` and `player_name` are the same. */
export function placeholderKey(name: string): string {
  const key = name.trim().toLowerCase();
  // `{`, `${`, `[[` or `{{ $`.
  const opening = /^[$#@]?[{[<]+\$?\s*/.exec(key)?.[0] ?? '';
  return key.slice(opening.length, Math.max(opening.length, startOfTrailing(key, /[}\]>]/))).trimEnd();
}
