import { alternation } from '../numbers.ts';
import type { Match, Noun, Rule } from '../types.ts';
import { END, rule, SPACE } from './rules.ts';

/** A fraction of a unit or noun, with or without a whole number. */
export interface Part {
  whole: number | undefined;
  top: number;
  bottom: number;
}

/** Whether a fraction is less than a whole and has a name: up to `max`, and hundredths and thousandths. */
export function isNamedFraction(top: number, bottom: number, max: number): boolean {
  return top >= 1 && bottom >= 2 && top < bottom && (bottom <= max || bottom === 100 || bottom === 1000);
}

export const VULGAR = '½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞';

interface PartWords {
  /** The nouns after a fraction: a source of an expression, and the noun of a match. */
  words: string;
  toNoun(word: string): Noun | undefined;
  say(part: Part, noun: Noun): string | undefined;
}

/** The numbers of a fraction as one character: `½`. Its compatibility form has digits around a fraction slash. */
export const readVulgar = (character: string): number[] =>
  character.normalize('NFKD').split('\u2044').map(Number);

/** `1/2 kg`, `2 ½ h`, `3/4 mm`: fractions before a unit, or before a known word of the language. */
export function partRules(units: Readonly<Record<string, Noun>>, { words, toNoun, say }: PartWords): Rule[] {
  const amount = `(?<![\\p{L}\\d/.,]|\\d )(?:(?<whole>\\d{1,3})${SPACE}?(?=\\d|[${VULGAR}])(?<!\\d(?=\\d)))?(?:(?<top>\\d{1,2})[/⁄](?<bottom>[1-9]\\d{0,2})|(?<vulgar>[${VULGAR}]))`;
  const sayPart = ({ groups }: Match, noun: Noun | undefined): string | undefined => {
    let [top = 0, bottom = 1] = [Number(groups.top), Number(groups.bottom)];
    if (groups.vulgar) [top = 0, bottom = 1] = readVulgar(groups.vulgar);
    if (noun === undefined || top >= bottom) return undefined;
    const integer = groups.whole === undefined ? undefined : Number(groups.whole);
    return say({ whole: integer, top, bottom }, noun);
  };
  const unitNames = Object.keys(units).filter((unit) => /^[\p{L}"″]/u.test(unit));
  return [
    // `1/2 kg`
    rule('unit', `${amount}${SPACE}?(?<unit>${alternation(unitNames)})${END}`, (match) =>
      sayPart(match, units[match.groups.unit ?? '']),
    ),
    // `1/2 hora`
    rule('number', `${amount}${SPACE}(?<word>${words})${END}`, (match) =>
      sayPart(match, toNoun(match.groups.word ?? '')),
    ),
  ].map((partRule) => ({ ...partRule, digits: false }));
}
