import { alternation } from '../numbers.ts';
import type { Found, Noun, Rule } from '../types.ts';
import { END, rule, SPACE } from './rules.ts';

/** A fraction of a unit or noun, with or without a whole number. */
export interface Part {
  whole: number | undefined;
  top: number;
  bottom: number;
}

const VULGAR = '½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞';

/** `1/2 kg`, `2 ½ h`, `3/4 mm`: fractions before a unit, or before a known word of the language. */
export function partRules(
  units: Readonly<Record<string, Noun>>,
  words: string,
  {
    say,
    sayWord,
  }: {
    say(part: Part, noun: Noun): string | undefined;
    sayWord(part: Part, word: string): string | undefined;
  },
): Rule[] {
  const amount = `(?<![\\p{L}\\d/.,]|\\d )(?:(?<whole>\\d{1,3})${SPACE}?(?=\\d|[${VULGAR}])(?<!\\d(?=\\d)))?(?:(?<top>\\d{1,2})[/⁄](?<bottom>[1-9]\\d{0,2})|(?<vulgar>[${VULGAR}]))`;
  const partOf = ({ groups }: Found): Part => {
    const [top = 0, bottom = 1] = groups.vulgar
      ? groups.vulgar.normalize('NFKD').split('\u2044').map(Number)
      : [Number(groups.top), Number(groups.bottom)];
    return { whole: groups.whole === undefined ? undefined : Number(groups.whole), top, bottom };
  };
  const plain = Object.keys(units).filter((unit) => /^[\p{L}"″]/u.test(unit));
  return [
    rule('unit', `${amount}${SPACE}?(?<unit>${alternation(plain)})${END}`, (match) => {
      const noun = units[match.groups.unit ?? ''];
      const part = partOf(match);
      return noun && part.top < part.bottom ? say(part, noun) : undefined;
    }),
    rule('number', `${amount}${SPACE}(?<word>${words})${END}`, (match) => {
      const part = partOf(match);
      return part.top < part.bottom ? sayWord(part, match.groups.word ?? '') : undefined;
    }),
  ].map((one) => ({ ...one, digits: false }));
}
