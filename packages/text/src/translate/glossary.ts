/** A term with its translations by locale. With null, the term is not translated. */
export interface GlossaryEntry {
  source: string;
  target: Readonly<Record<string, string>> | null;
}

/** A term in a line, and the text that its translation must contain. */
export interface Term {
  source: string;
  target: string;
  keep: boolean;
}

/** The terms in a text, for a target locale. Entries without this locale are ignored. */
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

/** Cached, because a glossary can be long and is searched for every line. */
function foldedSource(entry: GlossaryEntry): string {
  const folded = sources.get(entry) ?? fold(entry.source);
  sources.set(entry, folded);
  return folded;
}

/** Whether a folded text contains a term as whole words. In languages without spaces, any match counts. */
function holdsWord(folded: string, term: string): boolean {
  const escaped = literal(fold(term));
  const before = /^[\p{L}\p{N}]/u.test(term) && !UNSPACED.test(term) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(term) && !UNSPACED.test(term) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(`${before}${escaped}${after}`, 'u').test(folded);
}

/**
 * Whether a translation contains its term. An untranslated term must match exactly. For other terms, case does not
 * matter, and they may be inflected: in a word of six or more letters, the last two may differ.
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
