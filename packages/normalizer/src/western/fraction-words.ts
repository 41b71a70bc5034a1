import { SPOKEN } from '../markup.ts';
import type { Rule } from '../types.ts';
import { EDGE, rule } from './rules.ts';

export interface FractionWords {
  cardinal(value: number): string;
  /** The name of a part: `octavo`, plural `octavos`. */
  name(bottom: number, isPlural: boolean): string | undefined;
  /** The words after the number of a round of a cup: `de final`. */
  final: string;
  /** The indefinite articles, which a fraction already has: `un 1/4`. */
  articles: string;
  /** The word between a number and its half: `dos y 1/2`. */
  and: string;
  half: string;
  /** `9/10 dentistas`: so many of ten. */
  ofTen(count: string, noun: string): string;
  /** The ending of a plural noun. */
  plural: string;
}

/** Fractions that are not read as a number of parts. */
export function fractionWordRules({
  cardinal,
  name,
  final,
  articles,
  and,
  half,
  ofTen,
  plural,
}: FractionWords): Rule[] {
  return [
    // The article before a fraction: `un 1/4`.
    rule('number', `${EDGE}(?:${articles}) (?=1/\\d{1,3}(?![\\d/]))`, () => '', 'giu'),
    // `1/4 de final`
    rule('number', `${EDGE}1/(?<bottom>4|8|16|32)(?= ${final}(?!\\p{L}))`, ({ groups }) =>
      name(Number(groups.bottom), true),
    ),
    // `9/10 dentistas`
    rule(
      'number',
      `${EDGE}(?<top>[1-9])/10 (?<noun>\\p{Ll}{3,20}${plural})(?!\\p{L})`,
      ({ groups: { top, noun = '' } }) => ofTen(cardinal(Number(top)), noun),
    ),
    // `dos y 1/2`
    rule('number', `(?<=(?:\\d|${SPOKEN}|\\p{Ll}{2}) ${and} )(?:1/2|½)(?![\\d/])(?! [\\p{Ll}])`, () => half),
  ];
}

/** `temporada 24/25`: two years that follow each other. */
export function createSeasonRule(words: string, cardinal: (value: number) => string): Rule {
  return rule(
    'date',
    `(?<=(?<!\\p{L})(?:${words}) )(?<from>(?:19|20)?\\d\\d)[/-](?<to>\\d\\d)(?![\\d/-])`,
    ({ groups: { from = '', to } }) =>
      (Number(from.slice(-2)) + 1) % 100 === Number(to)
        ? `${cardinal(Number(from))} ${cardinal(Number(to))}`
        : undefined,
    'giu',
  );
}
