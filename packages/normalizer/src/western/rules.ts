import { readRoman } from '../numbers.ts';
import type { Match, Rule } from '../types.ts';

/** `EDGE` requires that no letter or digit precedes, and `END` that none follows. */
export const EDGE = '(?<![\\p{L}\\p{N}])';
export const END = '(?![\\p{L}\\p{N}])';
export const SPACE = '[ \\u00a0\\u202f]';
export const DASH = '[-–—]';
/** `17:30` and `17:30:05`. Each language adds what can follow. */
export const CLOCK =
  '(?<![\\p{L}\\p{N}:.,])(?<hour>[01]?\\d|2[0-4]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?';
export const ISO_DATE = `${EDGE}(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})${END}(?!-)`;
/** The numerals of kings and popes. */
export const REGNAL_NUMERAL = '[IVXL]{1,6}';

/** A rule that is only tried on text with digits. */
export function rule(kind: Rule['kind'], source: string, say: Rule['say'], flags = 'gu'): Rule {
  return { kind, pattern: new RegExp(source, flags), digits: true, say };
}

/** A rule that is also tried on text without digits. */
export function wordRule(kind: Rule['kind'], source: string, say: Rule['say'], flags = 'gu'): Rule {
  return { ...rule(kind, source, say, flags), digits: false };
}

/** A Roman numeral: the group `roman` of the source, or all that it matches. */
export function romanRule(
  source: string,
  say: (value: number, match: Match) => string | undefined,
  flags?: string,
): Rule {
  return wordRule(
    'roman',
    source,
    (match) => {
      const value = readRoman(match.groups.roman ?? match.text);
      if (value === undefined) return undefined;
      return say(value, match);
    },
    flags,
  );
}

/** A Roman numeral after one of `words`, an alternation. */
export function romanAfter(
  words: string,
  say: (value: number, match: Match) => string | undefined,
  numeral = '[IVXLC]{1,7}',
): Rule {
  return romanRule(`(?<=(?<![\\p{L}])(?:${words}) )${numeral}${END}(?! \\p{Lu}${END})`, say);
}

/** Several spellings that are spoken in the same way. */
export function rules(kind: Rule['kind'], say: Rule['say'], sources: readonly string[]): Rule[] {
  return sources.map((source) => rule(kind, source, say));
}

/** A word with spaces around it, unless the text already has them. */
export function withSpaces(word: string, { before, after }: Pick<Match, 'before' | 'after'>): string {
  let words = word;
  if (/\S$/.test(before)) words = ` ${words}`;
  if (after !== '' && !/^(?:\s|[.,;:!?)\]»”](?!\p{L}|\d))/u.test(after)) words += ' ';
  return words;
}

const TEXT_END = /^\s*$/;

/** The period of an abbreviation stays if it also ends the sentence, as `end` shows. */
export function keepPeriod(
  words: string,
  { text, after }: Pick<Match, 'text' | 'after'>,
  end = TEXT_END,
): string {
  if (text.endsWith('.') && end.test(after)) return `${words}.`;
  return words;
}
