import { normalizeText } from '@voiceloom/normalizer';
import { findMarkup, speechSentences } from '@voiceloom/text';
import type { GeneratorConfig } from '../casting/voice-pool.ts';

type RetryStrategy = GeneratorConfig['retry_strategies'][number];

/** A line that can be spelled in another way. */
export interface SpellableLine {
  locale_code: string;
  text: string;
  /** The text without dictionary replacements. */
  written_text: string;
}

/** `SQL`, `NATO`: spoken as one word, they are easily misheard. */
const LETTERS = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu;

/** The text with these abbreviations letter by letter, and with numbers, dates and units in full. */
export function respellText(
  { text, locale_code }: SpellableLine,
  isMisheard: (word: string) => boolean,
): string {
  const separateLetters = text.replace(LETTERS, (word) => (isMisheard(word) ? [...word].join(' ') : word));
  return normalizeText(separateLetters, locale_code, { markup: findMarkup }).spoken;
}

/** The spellings if all abbreviations and if none are misheard. Estimates assume the most expensive of them. */
export function listSpellings(line: SpellableLine): string[] {
  return [respellText(line, () => true), respellText(line, () => false), line.text, line.written_text];
}

/** What retries can make of a text, as the parts of each take, for estimates. */
export function listRetryParts(strategies: readonly RetryStrategy[], line: SpellableLine): string[][] {
  const takes = [[line.text]];
  if (strategies.includes('sentences')) takes.push(speechSentences(line.text, line.locale_code));
  if (strategies.includes('respelling')) takes.push(...listSpellings(line).map((spelling) => [spelling]));
  return takes;
}

/** A speed that takes as many characters to write as any other. */
const LONGEST_SPEED = 1.111;

/** The speeds that retries can have, for estimates. */
export function listRetrySpeeds(strategies: readonly RetryStrategy[], speed: number): number[] {
  return strategies.includes('tempo') ? [speed, LONGEST_SPEED] : [speed];
}
