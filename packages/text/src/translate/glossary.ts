/** A term and what it is called in other locales; null: it stays as it is. */
export interface GlossaryEntry {
  source: string;
  target: Readonly<Record<string, string>> | null;
}

/** A term of a line and what its translation must hold. */
export interface Term {
  source: string;
  target: string;
  keep: boolean;
}

/** The entries that a text names, as they are in a locale. Entries without the locale do not count. */
export function termsOf(text: string, entries: readonly GlossaryEntry[], locale: string): Term[] {
  const folded = fold(text);
  const named = entries.filter((entry) => folded.includes(foldedSource(entry)));
  return named.flatMap(({ source, target }): Term[] => {
    const own = target === null ? source : (target[locale] ?? target[locale.split('-', 1)[0] ?? '']);
    if (own === undefined || !holdsWord(folded, source)) return [];
    return [{ source, target: own, keep: target === null }];
  });
}

const sources = new WeakMap<GlossaryEntry, string>();

/** A long glossary is looked for in every line: its terms are made ready once. */
function foldedSource(entry: GlossaryEntry): string {
  const folded = sources.get(entry) ?? fold(entry.source);
  sources.set(entry, folded);
  return folded;
}

/** Whether a folded text holds a term as words of their own; languages without spaces have none to stand apart. */
function holdsWord(folded: string, term: string): boolean {
  const escaped = literal(fold(term));
  const before = /^[\p{L}\p{N}]/u.test(term) && !UNSPACED.test(term) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(term) && !UNSPACED.test(term) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(`${before}${escaped}${after}`, 'u').test(folded);
}

/**
 * Whether a translation contains its term. A term that stays untranslated must match exactly. Other terms may be
 * inflected: in a word of six or more letters, the last two may differ, and the first letter may be lowercase.
 */
export function holdsTerm(text: string, { target, keep }: Term): boolean {
  if (keep) return text.normalize('NFC').includes(target.normalize('NFC'));
  const words = fold(target).split(/\s+/);
  const stems = words.map((word) => {
    const letters = [...word];
    return literal(letters.length >= 6 ? letters.slice(0, -2).join('') : word);
  });
  return new RegExp(stems.join('\\S{0,5}\\s+'), 'u').test(fold(text));
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const fold = (text: string): string => text.normalize('NFC').toLowerCase();
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
