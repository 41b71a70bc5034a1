import { readNumber } from '../numbers.ts';
import type { Match, Rule } from '../types.ts';
import { sayCounted, sayDigits, sayNumber } from './amounts.ts';
import { readVulgar, VULGAR } from './parts.ts';
import { DASH, EDGE, rule, SPACE, withSpaces } from './rules.ts';
import { COUNTING, type Western } from './western.ts';

/** Rules for digits that are not in a date, time, amount or measure. */
export function countRules(language: Western): Rule[] {
  return [
    ...fractionRules(language),
    ...rangeRules(language),
    ...plainNumberRules(language),
    ...dottedNumberRules(language),
    // Digits that no other rule has read, such as `12.34.5`, one by one.
    rule('number', '\\d{1,40}', ({ text }) => sayDigits(language, text)),
  ];
}

/** Rules for fractions and mixed numbers. */
function fractionRules(language: Western): Rule[] {
  const { lexicon } = language;
  const sayMixedNumber = (
    integer: string | undefined,
    [numerator = 0, denominator = 0]: readonly number[],
  ) => {
    const part = language.fraction(numerator, denominator);
    if (part === undefined || integer === undefined) return part;
    return language.joinFraction(language.cardinal(Number(integer), COUNTING), part, numerator);
  };
  return [
    {
      // `2½`
      ...rule('number', `(?:(?<!\\d)(?<whole>\\d{1,4})${SPACE}?)?(?<part>[${VULGAR}])`, ({ groups }) =>
        sayMixedNumber(groups.whole, readVulgar(groups.part ?? '')),
      ),
      digits: false,
    },
    rule(
      'number',
      // `3/4`, `2 3/4`
      `(?<![\\d/.,])(?:(?<whole>\\d{1,3})${SPACE})?(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/]|[.,]\\d)`,
      ({ groups }) => {
        const [top, bottom] = [Number(groups.top), Number(groups.bottom)];
        const name = sayMixedNumber(groups.whole, [top, bottom]);
        if (name !== undefined && (top < bottom || groups.whole === undefined)) return name;
        const division = `${sayWrittenNumber(language, groups.top)} ${lexicon.slash} ${sayWrittenNumber(language, groups.bottom)}`;
        if (groups.whole === undefined) return division;
        return `${language.cardinal(Number(groups.whole), COUNTING)} ${division}`;
      },
    ),
  ];
}

/** Rules for ranges, scores and simple calculations. */
function rangeRules(language: Western): Rule[] {
  const { format, lexicon } = language;
  const { number, start, end } = format;
  const pair = (between: string) =>
    `${EDGE}${start}(?<from>${number})${SPACE}?${between}${SPACE}?(?<to>${number})${end}(?![-–—/]\\d)`;
  const sayRange =
    (word: string) =>
    ({ groups, before, after }: Match) => {
      const { from = '', to = '' } = groups;
      // Codes: `1-2-3`, `01-05`, `12345-6`.
      const isCode = /-$/.test(before) || /^0\d/.test(from) || /^\d{5}/.test(from) || /^\d{5}/.test(to);
      if (isCode) return undefined;
      const context = { before, after };
      const [firstNumber, secondNumber] = [from, to].map((text) =>
        sayYearOrNumber(language, { text, context, range: from }),
      );
      // A noun follows a range, but not a score.
      const isRange = word === lexicon.to && /^ \p{Ll}{3}/u.test(after) && !/\p{Ll} $/u.test(before);
      const start = isRange && lexicon.from !== undefined ? `${lexicon.from} ` : '';
      return `${start}${firstNumber} ${word} ${secondNumber}`;
    };
  const signNames: Record<string, string> = {
    '+': lexicon.plus,
    '=': lexicon.equals,
    '×': lexicon.times,
    '*': lexicon.times,
  };
  return [
    // `3–5`
    rule('number', pair(DASH), sayRange(lexicon.to)),
    // `3x4`
    rule('number', pair(`(?=[x×]|${SPACE}[x×]${SPACE})${SPACE}?[x×]`), sayRange(lexicon.times)),
    // `2+3`
    rule('symbol', `(?<=\\d${SPACE}?)(?<sign>[+=×*])(?=${SPACE}?\\d)`, (match) =>
      withSpaces(signNames[match.groups.sign ?? ''] ?? '', match),
    ),
    // `3x`
    rule('number', `${EDGE}${start}(?<number>${number})[x×](?![\\p{L}\\p{N}])`, ({ groups }) =>
      sayCounted(language, { text: groups.number ?? '' }, lexicon.fold),
    ),
    // `#7`
    rule(
      'number',
      `#(?<number>${number})${end}`,
      ({ groups }) => `${lexicon.number_sign} ${sayWrittenNumber(language, groups.number)}`,
    ),
  ];
}

/** Version numbers such as `1.2.3`, and decimals that use the decimal separator of another language. */
function dottedNumberRules(language: Western): Rule[] {
  return [
    // `1.2.3`
    rule('number', '(?<![\\d.,])\\d{1,9}(?:[.]\\d{1,9}){1,6}(?![\\d]|[.,]\\d)', ({ text }) =>
      text
        .split('.')
        .map((part) => sayWrittenNumber(language, part))
        .join(` ${language.lexicon.dot} `),
    ),
    // `1,23`
    rule('number', '(?<![\\d.,])\\d{1,9},\\d{1,12}(?![\\d]|[.,]\\d)', ({ text }) =>
      text
        .split(',')
        .map((part) => sayWrittenNumber(language, part))
        .join(', '),
    ),
  ];
}

/** The rule for a number on its own, with or without a sign. */
function plainNumberRules(language: Western): Rule[] {
  const { format, lexicon } = language;
  const { number, start, end } = format;
  return [
    // `1,000`, `-5`, `±3`
    rule(
      'number',
      `(?<sign>(?<![\\p{L}\\p{N}.,)])[-±+])?${start}(?<number>${number})${end}`,
      ({ groups, before, after }) => {
        const { sign, number: text = '' } = groups;
        const context = { before, after };
        const words = sayYearOrNumber(language, { text, context });
        if (sign === undefined) return words;
        if (sign === '-') return `${lexicon.minus} ${words}`;
        if (sign === '+') return `${lexicon.plus} ${words}`;
        return `${lexicon.plus} ${lexicon.minus} ${words}`;
      },
    ),
  ];
}

interface NumberInContext {
  text: string;
  context: { before: string; after: string };
  /** The first number of a range: both are years, or neither is. */
  range?: string;
}

/**
 * A number as a year, if it can be one in its context, else as a number. `range`: the other end, if it is in a range.
 */
function sayYearOrNumber(language: Western, { text, context, range = text }: NumberInContext): string {
  const hasFourDigits = /^\d{4}$/.test(text) && /^\d{4}$/.test(range);
  if (hasFourDigits && language.isYear(Number(text), context)) return language.year(Number(text));
  const number = readNumber(text, language.format);
  const inWord = /\p{L}$/u.test(context.before);
  const isName = inWord || range !== text || (language.isName?.(context.before) ?? false);
  const form = isName ? COUNTING : language.formBefore(context.after);
  return sayNumber(language, number, form);
}

/** The words of a number as written: `1,000`. */
function sayWrittenNumber(language: Western, text = ''): string {
  return sayNumber(language, readNumber(text, language.format));
}
