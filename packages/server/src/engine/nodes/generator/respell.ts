import { normalizeText } from '@voiceloom/text';
import type { StoredVerdict } from '../../../db/rows.ts';

/** Checks that say which words were not understood. */
const ABOUT_WORDS = new Set(['error_rate', 'pronunciation']);
/** `SQL`, `NATO`: said as one word, they may be taken for another. */
const LETTERS = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu;

interface RespellOptions {
  text: string;
  /** The same without the words of the dictionary. */
  written: string;
  locale_code: string;
  verdicts: readonly StoredVerdict[];
}

/**
 * Another spelling of a line whose words were not understood: abbreviations of capitals that were misheard letter by
 * letter, and numbers, dates and units written out. Where that changes nothing, the words of the dictionary as they
 * are written, since what stands for them was misheard. Undefined: there is no other spelling.
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

/** The words of the script that a check heard otherwise, or not at all, in lower case. */
function misheardWords({ evidence }: StoredVerdict): string[] {
  const { diff } = evidence;
  if (!Array.isArray(diff)) return [];
  return diff.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { op, script } = entry as Record<string, unknown>;
    return op !== 'match' && typeof script === 'string' ? script.toLowerCase().split(/\s+/) : [];
  });
}
