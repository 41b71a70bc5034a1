import { normalizeLocale } from '../../locales/locale.ts';
import type { WordContext } from '../../locales/whole-words.ts';

/** The language of an entry that applies in every locale. */
export const ALL_LOCALES = '*';
/** The BCP 47 tag for an undetermined language. Here, it means every locale. */
export const UNDETERMINED = 'und';

/** The language of an entry as a tag in a file. */
export function toTag(language: string): string {
  if (language === ALL_LOCALES) return UNDETERMINED;
  return Intl.getCanonicalLocales(language)[0] ?? language;
}

/** The language of a tag in a file; null if it is unknown. */
export function readLanguage(tag: string): string | null {
  return tag === ALL_LOCALES ? ALL_LOCALES : normalizeLocale(tag);
}

/** A word of a lexicon with one pronunciation: respelled, or in IPA. */
export interface LexiconEntry {
  word: string;
  /** Lowercase BCP 47, or `*`. */
  language: string;
  method: 'spelled' | 'ipa';
  /** The respelling if `method` is `spelled`. Otherwise null. */
  pronunciation: string | null;
  /** The pronunciation in IPA if `method` is `ipa`. Otherwise null. */
  ipa: string | null;
  description: string | null;
  /** The context in which the pronunciation applies; null means everywhere. */
  context: WordContext | null;
}

/** A part of a file that was not read, or not completely. */
export interface LexiconProblem {
  /** The row of a csv, else the line of the file. */
  row: number;
  message: string;
}

/** An entry with its place in the file. */
export type LexiconRow = LexiconEntry & { row: number };

export interface LexiconSink {
  add(entry: LexiconRow): void;
  problem(row: number, message: string): void;
}

/** The words of a context in a cell of a file. */
export const wordList = (words: readonly string[] = []): string => words.join('; ');

/** A context from two cells; null if both are empty. */
export function parseContext(before: string, after: string): WordContext | null {
  const [first = [], last = []] = [before, after].map((cell) =>
    cell
      .split(';')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );
  return first.length > 0 || last.length > 0 ? { before: first, after: last } : null;
}
