import { SPOKEN } from '../../markup.ts';
import { type NumberFormat, readNumber } from '../../numbers.ts';
import { SIGNS } from '../../signs.ts';
import type { Rule } from '../../types.ts';
import { signName } from '../../western/expressions.ts';
import { EDGE, rule, withSpaces, wordRule } from '../../western/rules.ts';
import { cardinal, digitByDigit, type English, ordinal } from './numbers.ts';

const OPERATORS: Readonly<Record<string, string>> = { '-': 'minus', '–': 'minus', '/': 'divided by' };

/** The English name of a sign, in any of its spellings. */
const getName = (sign: string): string => signName(SIGNS.en ?? {}, sign);

/** Rules that come before dates and ranges: calculations, powers, roots (ISO 80000-2). */
export function createExpressionRules(variety: English, { number, start }: NumberFormat): Rule[] {
  const say = (text: string): string => {
    const { integer, fraction } = readNumber(text, { decimal: '.', number, start, end: '' });
    const words: string[] = [];
    if (integer !== '') words.push(cardinal(Number(integer), variety));
    if (fraction !== '') words.push('point', digitByDigit(fraction, variety));
    return words.join(' ');
  };
  const operator = '[-+–×x*·÷/]';
  const calculation = `(?<!\\p{N}[.,]?|[.,$€£]|\\p{L}[-/]?)-?${number}(?: ?${operator} ?${number}){1,6}(?= ?[=≈≠<>≤≥])`;
  return [
    // `2 + 3 × 4 = 14`
    rule('symbol', calculation, ({ text }) =>
      text.replace(/^-/, 'minus ').replace(new RegExp(`${number}| ?${operator} ?`, 'gu'), (part) => {
        const sign = OPERATORS[part.trim()] ?? getName(part.trim());
        if (sign === '') return say(part);
        return ` ${sign} `;
      }),
    ),
    // `3*4`, `3 × 10^8`
    rule('symbol', `(?<=\\d) ?(?:\\*|×(?= ?10[\\^⁰¹²³⁴-⁹⁻])) ?(?=\\d)`, () => ' times '),
    // `3 × 4 is`
    rule(
      'symbol',
      `(?<=\\d) × (?=${number}(?: (?:is|equals|are|was)(?![\\p{L}])|[?!]|\\.?$))`,
      () => ' times ',
    ),
    // A four-digit number in or after a calculation is not a year: `5 + 2000`.
    rule(
      'number',
      '(?<=(?:[=≈≠<>≤≥+×÷]|(?:is|what is|calculate|equals) -?)[ -]?)\\d{4}(?![\\p{L}\\p{N}%°]|[.,]\\d| ?[$€£%°]| (?:AD|BC)| \\p{L}|[-/])',
      ({ text, before }) => {
        if (!/[=≈≠<>≤≥+×÷]/.test(before.slice(-2))) return undefined;
        return say(text);
      },
    ),
    // `What is 9 - 5?`
    rule(
      'symbol',
      "(?<=(?<![\\p{L}])(?:[Ww]hat(?: is|[’']s)|[Cc]alculate|[Ss]olve|[Cc]ompute|is) \\d{1,9} ?)-(?= ?\\d{1,9}(?:\\?|$))",
      () => ' minus ',
    ),
    // `x^2`, `10^(-3)`
    wordRule(
      'symbol',
      `(?<=[\\p{L}\\p{N})])\\^\\(?(?<power>-?\\d{1,4}|[a-z])\\)?(?![\\p{L}\\p{N}])`,
      ({ groups: { power = '' } }) => ` ${sayPower(power, variety)}`,
    ),
    // `10⁻³`, `x¹⁰`
    wordRule(
      'symbol',
      '(?<=[\\p{N})]|(?<!\\p{L})\\p{L})(?:⁻[⁰¹²³⁴-⁹]{1,3}|[⁰¹⁴-⁹]{1,3}|[⁰¹²³⁴-⁹]{2,3}|(?<=[\\p{N})])[²³])',
      ({ text }) => ` ${sayPower(text.normalize('NFKC').replace('\u2212', '-'), variety)}`,
    ),
    // `√2`
    rule('symbol', `${EDGE}√ ?(?=[\\d(])`, () => 'the square root of '),
    // `∛8`
    rule('symbol', `${EDGE}∛ ?(?=[\\d(])`, () => 'the cube root of '),
  ];
}

/** The words of an exponent: `squared`, `to the fourth`. */
function sayPower(power: string, variety: English): string {
  if (power === '2') return 'squared';
  if (power === '3') return 'cubed';
  if (/^\p{L}$/u.test(power)) return `to the power of ${power}`;
  const value = Number(power);
  if (value < 0) return `to the power of minus ${cardinal(-value, variety)}`;
  if (value === 0) return 'to the zeroth';
  return `to the ${ordinal(value, variety)}`;
}

/** Rules for signs between numbers and variables, after the rules for numbers. */
export function createRelationRules(): Rule[] {
  return [
    // `x ≥ 5`, `a != b`
    wordRule(
      'symbol',
      `(?<=(?:[\\p{N})${SPOKEN}]|(?<!\\p{L})\\p{L}) ?)(?:[<>!=]=|[<>≤≥≠≈])(?= ?[-\\p{L}\\p{N}${SPOKEN}])`,
      (match) => withSpaces(match.text === '==' ? 'equals' : `is ${getName(match.text)}`, match),
    ),
    // `3 m x 4 m`
    wordRule('symbol', `(?<=${SPOKEN} ?)[x×](?= ?${SPOKEN})`, (match) => withSpaces('by', match)),
    // `~5`, `≥ 5`
    wordRule(
      'symbol',
      `(?:[<>]=|[<>≤≥≈~±])(?= ?[-${SPOKEN}\\d$€£])`,
      ({ text, after }) => `${text === '~' ? 'about' : getName(text)}${/^\s/.test(after) ? '' : ' '}`,
    ),
  ];
}
