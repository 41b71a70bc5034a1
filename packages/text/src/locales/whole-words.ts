import { isUnspaced } from '@voiceloom/normalizer';

/** One word of `before` must directly precede a word, and one of `after` must follow it. Empty lists allow any word. */
export interface WordContext {
  before: readonly string[];
  after: readonly string[];
}

/** A sequence of whole words to find in texts. */
export interface Pattern {
  /** The result of `wordKey`. */
  key: string;
  /** The context in which it applies; null means everywhere. */
  context?: WordContext | null;
}

/** A word of letters, digits and accents. */
const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;
/** A markup tag, which is not spoken, or a word whose pronunciation is already given. */
const TAG = '<phoneme\\s[^<>]*>[^<>]*</phoneme>|</?[a-zA-Z][^<>]*>';

const LETTER = '[\\p{L}\\p{N}\\p{M}]';
const UNSPACED_SCRIPTS = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'];
const UNSPACED_LETTER = `[ー々〆${UNSPACED_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`;
const SPACED_LETTER = `(?!${UNSPACED_LETTER})${LETTER}`;
const STARTS_SPACED = new RegExp(`^${SPACED_LETTER}`, 'u');
const ENDS_SPACED = new RegExp(`${SPACED_LETTER}$`, 'u');

/** The normalized form of a word: composed Unicode, lowercase, single spaces, straight apostrophes. */
export function wordKey(word: string): string {
  return word.normalize('NFC').toLowerCase().replace(/[‘’ʼ]/g, "'").replace(/\s+/g, ' ').trim();
}

/** The canonical form of a context: each list is normalized, sorted, and without duplicates. */
export function contextKey({ before, after }: WordContext): { before: string[]; after: string[] } {
  const inOrder = (words: readonly string[]): string[] => [...new Set(words.map(wordKey))].sort();
  return { before: inOrder(before), after: inOrder(after) };
}

/**
 * Finds and replaces patterns in texts of one locale. Ignores case. Prefers the longest pattern, and among patterns
 * with the same key, the first whose context matches. Never replaces inside words, markup or earlier replacements.
 */
export function wordReplacer<P extends Pattern>(patterns: readonly P[], locale: string) {
  // In languages without spaces, any match counts as a word.
  const spaced = !isUnspaced(locale);
  const byToken = Map.groupBy(patterns, ({ key }) => (spaced ? (splitTokens(key)[0] ?? '') : ''));
  return (text: string, replace: (pattern: P, match: string) => string | undefined): string => {
    const composed = text.normalize('NFC');
    // The patterns whose first word is in the text, which are usually few. The longest come first.
    const key = wordKey(composed);
    const tokens = spaced ? new Set(splitTokens(key)) : [''];
    const candidates: P[] = [];
    for (const token of tokens)
      for (const pattern of byToken.get(token) ?? []) if (key.includes(pattern.key)) candidates.push(pattern);
    if (candidates.length === 0) return text;
    candidates.sort((one, other) => other.key.length - one.key.length);
    let hasChanged = false;
    const replaceMatch = (match: string, ...groups: (string | number | undefined)[]): string => {
      // The expression has a group for each candidate. In a tag, none of them is defined, so the first defined argument
      // is the offset, which follows the groups and stands for no candidate.
      const pattern = candidates[groups.findIndex((group) => group !== undefined)];
      const replacement = pattern && replace(pattern, match);
      hasChanged ||= replacement !== undefined;
      return replacement ?? match;
    };
    const result = composed.replace(buildExpression(candidates, spaced), replaceMatch);
    return hasChanged ? result : text;
  };
}

/** The words of a key. */
function splitTokens(key: string): string[] {
  return key.match(TOKEN) ?? [];
}

/** Matches text between a word and its neighbor: markup, and characters other than letters and digits. */
const GAP = `(?:<[^<>]*>|(?!${LETTER})[^<>])*`;

/**
 * An expression with one group for each pattern, such as `<tags>|(doctor)|(dr)(?= smith)`, with the limits of words. If the
 * context of a pattern does not match, the next one can match at the same place.
 */
function buildExpression(patterns: readonly Pattern[], spaced: boolean): RegExp {
  const words = patterns.map(({ key, context }) => {
    const [before = '', after = ''] = [context?.before, context?.after].map((own) =>
      own?.map((word) => matchWhole(word, spaced)).join('|'),
    );
    const word = matchWhole(key, spaced);
    // Looking back from every position of a long gap would take quadratic time.
    return `${before && `(?=${word})(?<=(?:${before})${GAP})`}(${word})${after && `(?=${GAP}(?:${after}))`}`;
  });
  return new RegExp(`${TAG}|${words.join('|')}`, 'giu');
}

/**
 * An expression for a whole word. In languages without spaces, letters of scripts with spaces still form whole words: `AI` does not match in `MAIL`.
 */
function matchWhole(key: string, spaced: boolean): string {
  const letter = spaced ? LETTER : SPACED_LETTER;
  const before = spaced || STARTS_SPACED.test(key) ? `(?<!${letter})` : '';
  const after = spaced || ENDS_SPACED.test(key) ? `(?!${letter})` : '';
  const word = key
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/ /g, '\\s+')
    .replace(/'/g, "['‘’ʼ]")
    // İ is the only letter whose lowercase form has two characters. Case-insensitive patterns do not match it.
    .replace(/i\u0307/g, '(?:i\u0307|\u0130)');
  return `${before}${word}${after}`;
}
