import { languageOf } from '../../locales/locale.ts';
import type { WordContext } from '../../locales/whole-words.ts';
import { ALL_LOCALES } from './model.ts';

/** The languages of entries that apply in a locale, the most exact last. */
export const languagesFor = (locale: string): string[] => [ALL_LOCALES, languageOf(locale), locale];

/**
 * The entries that apply in a locale, by priority. For each word, the first entry whose context matches applies.
 * Those with a context come first, then those with the most exact language, then those with context on both sides.
 */
export function entriesInOrder<E extends { language: string; context: WordContext | null }>(
  entries: readonly E[],
  locale: string,
): E[] {
  const languages = languagesFor(locale);
  const ranks: { entry: E; rank: number; words: string }[] = [];
  for (const entry of entries) {
    const exactness = languages.lastIndexOf(entry.language);
    if (exactness === -1) continue;
    const sides = [entry.context?.before ?? [], entry.context?.after ?? []];
    const count = sides.filter(({ length }) => length > 0).length;
    // Exactness is at most 2, so no language outweighs a context, and no side outweighs a language.
    const rank = (count > 0 ? 100 : 0) + 10 * exactness + count;
    ranks.push({ entry, rank, words: sides.join('|') });
  }
  // Comparing the words makes the order independent of the input order.
  ranks.sort((one, other) => other.rank - one.rank || (one.words < other.words ? -1 : 1));
  return ranks.map(({ entry }) => entry);
}
