import { startOfEnding } from '../locales/characters.ts';
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

/** A cache of built values, because the lines of a run share them. */
const built = new WeakMap<PlaceholderValues, Map<string, ReadonlyMap<string, string>>>();

/** The values for a locale, by lowercase name. Its own values override those of its language, and those the general. */
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

/** The values of a character, with the values of its generator for other names. */
export function mergeValues(general: PlaceholderValues = {}, own: PlaceholderValues = {}): PlaceholderValues {
  if (Object.keys(own).length === 0) return general;
  const merged = Object.entries(own).map(([name, value]) => {
    const other = general[name];
    return [name, typeof value === 'string' || typeof other === 'string' ? value : { ...other, ...value }];
  });
  return { ...general, ...Object.fromEntries(merged) };
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Signs around a name do not count: `{player_name}`, `[player_name]` and `player_name` are the same. */
export function keyOf(name: string): string {
  const key = name.trim().toLowerCase();
  const opening = /^[$#@]?[{[<]+\$?\s*/.exec(key)?.[0] ?? '';
  return key.slice(opening.length, Math.max(opening.length, startOfEnding(key, /[}\]>]/))).trimEnd();
}
