import { SPOKEN } from '../markup.ts';
import type { Match, Rule } from '../types.ts';
import { rule, wordRule } from '../western/rules.ts';
import { signWord } from './amounts.ts';
import type { Eastern } from './eastern.ts';
import { NUMBER, PLAIN_SIGN, SIGN, START, STOP, sayWrittenNumber, UNTIL } from './numerals.ts';

const VULGAR = '[¼-¾⅐-⅞]';

/** `1/2`, `2 1/2`, `½`, `2½`. */
export function fractionRules(language: Eastern): Rule[] {
  const { cardinal, fraction, and } = language;
  const say: Rule['say'] = ({ groups: { sign, whole: integer, top, bottom, vulgar } }) => {
    const [numerator, denominator] = vulgar?.normalize('NFKC').split('⁄') ?? [top, bottom];
    let number = fraction(cardinal(Number(numerator)), cardinal(Number(denominator)));
    if (integer !== undefined) number = `${cardinal(Number(integer))}${and}${number}`;
    return signWord(language, sign) + number;
  };
  const digits = '(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/])';
  return [
    // `1/2`, `2 1/2`, `2と1/2`
    rule('number', `${SIGN}${START}(?:(?<whole>\\d{1,9})(?: | ?[と又과와] ?))?${digits}`, say),
    // `½`, `2½`
    wordRule('number', `${SIGN}(?:${START}(?<whole>\\d{1,9}) ?)?(?<vulgar>${VULGAR})`, say),
  ];
}

/** A counted noun, or the rest of an expression, after a number. */
const COUNTED = /^ ?(?:[\p{L}%°℃](?<![でのとにをがは로으])|[=+×÷])/u;
const isClock = ({ first, second = '' }: Match['groups']): boolean =>
  /^[0-5]\d$/.test(second) && Number(first) <= 24;

/** Scores and proportions: `3:1`, or `3-1` next to words such as "won". */
export function ratioRules({ cardinal, score }: Eastern): Rule[] {
  const { versus, before: ahead, after: behind } = score;
  const say: Rule['say'] = ({ groups }) =>
    `${cardinal(Number(groups.first))}${versus}${cardinal(Number(groups.second))}`;
  return [
    // `3:1`, but not the time `9:30`.
    rule('number', '(?<![\\p{N}:.])(?<first>\\d{1,4}) ?[:∶] ?(?<second>\\d{1,4})(?![\\p{N}:])', (match) => {
      const isRatio = score.ratio.test(match.after) || score.ratioBefore.test(match.before);
      if (isClock(match.groups) && !isRatio) return undefined;
      return say(match);
    }),
    // `3-1で勝った`, but not the range `1-3`.
    rule(
      'number',
      '(?<![\\p{N}A-Za-z.,/:-])(?<first>\\d{1,3})[-–—](?<second>\\d{1,3})(?![\\p{N}/:-]|\\.\\d)',
      (match) => {
        const [firstNumber, secondNumber] = [Number(match.groups.first), Number(match.groups.second)];
        // The first number of a range is the lower one.
        const isLower = firstNumber >= secondNumber || firstNumber === 0;
        const isScore =
          (isLower && !COUNTED.test(match.after)) || ahead.test(match.before) || behind.test(match.after);
        if (!isScore) return undefined;
        return say(match);
      },
    ),
  ];
}

/** The sign of an amount whose number and noun are read together: `-3個`. */
export function signRule(language: Eastern): Rule {
  const { gain } = language.math;
  // `-3個`
  return rule('symbol', `${PLAIN_SIGN.slice(0, -1)}(?=\\d)`, ({ groups, after }) => {
    if (gain !== undefined && groups.sign === '+' && /^[\d,.]{1,20} ?\p{L}/u.test(after)) return gain;
    return signWord(language, groups.sign);
  });
}

/** Rules for numbers without a unit. They come last, because the other rules read longer expressions. */
export function numberRules(language: Eastern): Rule[] {
  const { to, scale, quantity, digits, point } = language;
  const say = (text?: string) => sayWrittenNumber(language, text);
  const signed = `${PLAIN_SIGN}${START}(?<number>${NUMBER})${STOP}`;
  return [
    // `3~5`
    rule(
      'number',
      `${START}(?<from>${NUMBER})${UNTIL}(?<to>${NUMBER})${STOP}(?!${UNTIL}\\d)`,
      ({ groups, before }) => {
        if (/[-\d]$/.test(before) || /^0\d|^\d{5}/.test(groups.from ?? '')) return undefined;
        return `${say(groups.from)}${to}${say(groups.to)}`;
      },
    ),
    // `.5`
    rule('number', '(?<![\\p{N}A-Za-z])\\.(?<number>\\d{1,12})(?![\\d.])', ({ groups }) =>
      say(`0.${groups.number}`),
    ),
    // `1,000`, `-5`, `3.14`
    rule('number', scale === undefined ? signed : `${signed}(?<scale>${scale})?`, ({ groups }) => {
      let number = say(groups.number);
      if (groups.scale !== undefined) number = quantity(groups.number) + groups.scale;
      return signWord(language, groups.sign) + number;
    }),
    // `1.2.3`
    rule('number', '(?<!\\d)\\d{1,9}(?:\\.\\d{1,9}){1,6}(?!\\d)', ({ text }) =>
      text
        .split('.')
        .map((part) => say(part))
        .join(point),
    ),
    // Numbers that are too long or grouped in another way, digit by digit: `1,2345`.
    rule('number', '\\d{1,40}', ({ text }) => digits(text)),
  ];
}

/** A word in Han or Hangul, or a longer one in Katakana. */
const NAME = '(?:\\p{Script=Han}|\\p{Script=Hangul}|[ァ-ヶー]{2})';

/**
 * Replaces a dash or tilde between two spoken parts (`1月〜12月`), or a tilde between two names, with `to`. `link` matches what
 * may precede the second part.
 */
export function spanRules({ to, link }: Eastern): Rule[] {
  const scale = '[万亿億兆千百만억]?';
  return [
    // `1月3日〜12月5日`
    wordRule('symbol', `(?<=${SPOKEN}${scale})${UNTIL}(?=(?:${link})?${SPOKEN})`, () => to),
    // Between two names (`東京~大阪`), but not around a subtitle or for a long vowel.
    wordRule('symbol', `(?<=${NAME}) ?[~〜～] ?(?=${NAME})(?!.{1,20}[~〜～])`, ({ before }) => {
      if (/[~〜～]/.test(before)) return undefined;
      return to;
    }),
    // `A~Z`
    wordRule('symbol', '(?<=(?<![A-Za-z])[A-Za-z])[~〜～](?=[A-Za-z](?![A-Za-z]))', () => to),
  ];
}
