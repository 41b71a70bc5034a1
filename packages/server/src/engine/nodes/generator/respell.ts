import { normalizeText } from '@voiceloom/text';
import type { StoredVerdict } from '../../../db/rows.ts';

/** Checks that report which words were misheard. */
const ABOUT_WORDS = new Set(['error_rate', 'pronunciation']);
/** `SQL`, `NATO`: spoken as one word, they are easily misheard. */
const LETTERS = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu;

interface RespellOptions {
  text: string;
  /** The same text without dictionary replacements. */
  written: string;
  locale_code: string;
  verdicts: readonly StoredVerdict[];
}

/**
 * An alternative spelling for a line with misheard words: abbreviations letter by letter, and numbers, dates
 * and units in full. If that changes nothing, the dictionary words in their written form, because their
 * replacements were misheard. Undefined if there is no other spelling.
 */
export function respelled({ text, written, locale_code, verdicts }: RespellOptions): string | undefined {
  const own = verdicts.filter(({ kind }) => ABOUT_WORDS.has(kind));
  if (own.length === 0) return undefined;
  const misheard = new Set(own.flatMap(misheardWords));
  const lettered = text.replace(LETTERS, (word) =>
    misheard.has(word.toLowerCase()) ? [...word].join(' ') : word,
  );
  const { spoken } = normalizeText(lettered, locale_code);
  return [spoken, written].find((other) => other !== text);
}

/** The script's words that a check misheard or did not hear, in lowercase. */
function misheardWords({ evidence }: StoredVerdict): string[] {
  const { diff } = evidence;
  if (!Array.isArray(diff)) return [];
  return diff.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { op, script } = entry as Record<string, unknown>;
    return op !== 'match' && typeof script === 'string' ? script.toLowerCase().split(/\s+/) : [];
  });
}
