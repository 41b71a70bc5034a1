import { isUnspaced } from './locale.ts';

/** A sequence of whole words to find in texts. */
export interface Pattern {
  /** The result of `wordKey`. */
  key: string;
}

const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;
/** A markup tag, which is not spoken, or a word whose pronunciation is already given. */
const TAG = '<phoneme\\s[^<>]*>[^<>]*</phoneme>|</?[a-zA-Z][^<>]*>';

/** The normalized form of a word: composed Unicode, lowercase, single spaces, straight apostrophes. */
export function wordKey(word: string): string {
  return word.normalize('NFC').toLowerCase().replace(/[‘’ʼ]/g, "'").replace(/\s+/g, ' ').trim();
}

/**
 * Finds and replaces patterns in texts of one locale. Ignores case and prefers the longest pattern. Never
 * replaces inside words, markup or earlier replacements.
 */
export function wordReplacer<P extends Pattern>(patterns: readonly P[], locale: string) {
  // In languages without spaces, any match counts as a word.
  const spaced = !isUnspaced(locale);
  const byToken = Map.groupBy(patterns, ({ key }) => (spaced ? (tokensOf(key)[0] ?? '') : ''));
  return (text: string, replace: (pattern: P, found: string) => string | undefined): string => {
    const composed = text.normalize('NFC');
    const candidates = candidatesOf(composed, { byToken, spaced });
    if (candidates.size === 0) return text;
    let changed = false;
    const replaced = composed.replace(expressionOf([...candidates.keys()], spaced), (found) => {
      const pattern = found.startsWith('<') ? undefined : candidates.get(wordKey(found));
      const spoken = pattern && replace(pattern, found);
      changed ||= spoken !== undefined;
      return spoken ?? found;
    });
    return changed ? replaced : text;
  };
}

/** Preselects the patterns whose first word is in the text; usually few of many. */
function candidatesOf<P extends Pattern>(
  text: string,
  { byToken, spaced }: { byToken: Map<string, P[]>; spaced: boolean },
): Map<string, P> {
  const key = wordKey(text);
  const tokens = spaced ? new Set(tokensOf(key)) : [''];
  const found = new Map<string, P>();
  for (const token of tokens) {
    for (const pattern of byToken.get(token) ?? [])
      if (key.includes(pattern.key)) found.set(pattern.key, pattern);
  }
  return found;
}

function tokensOf(key: string): string[] {
  return key.match(TOKEN) ?? [];
}

function expressionOf(keys: string[], spaced: boolean): RegExp {
  const words = keys.sort((one, other) => other.length - one.length).map(escaped);
  const [before, after] = spaced ? ['(?<![\\p{L}\\p{N}\\p{M}])', '(?![\\p{L}\\p{N}\\p{M}])'] : ['', ''];
  return new RegExp(`${TAG}|${before}(?:${words.join('|')})${after}`, 'giu');
}

function escaped(key: string): string {
  return (
    key
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      .replace(/ /g, '\\s+')
      .replace(/'/g, "['‘’ʼ]")
      // The only letter that becomes two in lowercase, which case-insensitive patterns do not match.
      .replace(/i\u0307/g, '(?:i\u0307|\u0130)')
  );
}
