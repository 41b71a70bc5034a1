import { readRoman } from '../numbers.ts';
import type { Rule } from '../types.ts';
import { END } from './patterns.ts';

export function rule(kind: Rule['kind'], source: string, say: Rule['say'], flags = 'gu'): Rule {
  return { kind, pattern: new RegExp(source, flags), digits: true, say };
}

/** A rule that is also tried on text without digits. */
export function wordRule(kind: Rule['kind'], source: string, say: Rule['say'], flags = 'gu'): Rule {
  return { ...rule(kind, source, say, flags), digits: false };
}

/** A Roman numeral after one of `words`, an alternation. */
export function romanAfter(
  words: string,
  say: (value: number, before: string) => string | undefined,
  numeral = '[IVXLC]{1,7}',
): Rule {
  return wordRule('roman', `(?<=(?<![\\p{L}])(?:${words}) )${numeral}${END}`, ({ text, before }) => {
    const value = readRoman(text);
    return value === undefined ? undefined : say(value, before);
  });
}

/** Several spellings that are spoken in the same way. */
export function rules(kind: Rule['kind'], say: Rule['say'], sources: readonly string[]): Rule[] {
  return sources.map((source) => rule(kind, source, say));
}
