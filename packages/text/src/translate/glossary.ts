import { languageOf } from '../locales/locale.ts';

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

/** Cached, because a glossary can be long and is searched for every line. */
const cache = new WeakMap<GlossaryEntry, string>();

/** The terms in a text, for a target locale. Entries without this locale are ignored. */
export function findTerms(text: string, entries: readonly GlossaryEntry[], locale: string): Term[] {
  const foldedText = fold(text);
  const terms: Term[] = [];
  for (const entry of entries) {
    const { source, target } = entry;
    const foldedSource = cache.get(entry) ?? fold(source);
    cache.set(entry, foldedSource);
    if (!foldedText.includes(foldedSource)) continue;
    let translation: string | undefined = source;
    if (target !== null) translation = target[locale] ?? target[languageOf(locale)];
    if (translation === undefined || !holdsWord(foldedText, source)) continue;
    terms.push({ source, target: translation, keep: target === null });
  }
  return terms;
}

/** Whether a folded text contains a term as whole words. In languages without spaces, any match counts. */
function holdsWord(folded: string, term: string): boolean {
  const word = escapeTerm(fold(term));
  const isSpaced = !UNSPACED.test(term);
  // No letter may come directly before or after the term. A term such as `+1` begins with another sign.
  const before = isSpaced && /^[\p{L}\p{N}]/u.test(term) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = isSpaced && /[\p{L}\p{N}]$/u.test(term) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(`${before}${word}${after}`, 'u').test(folded);
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
    return escapeTerm(letters.length >= 6 ? letters.slice(0, -2).join('') : word);
  });
  return new RegExp(stems.join('\\S{0,5}\\s+'), 'u').test(fold(text));
}

/** Writing systems without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** A text for comparison. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase();
/** A text as a part of an expression. */
const escapeTerm = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
