import { SPOKEN } from '../markup.ts';
import type { Match, Rule } from '../types.ts';
import { rule, wordRule } from '../western/rules.ts';
import type { Eastern } from './eastern.ts';

/** The words for signs between numbers. */
export interface MathWords {
  /** Signs between numbers or variables. The word for `=` may depend on the text before it. */
  arithmetic: Readonly<Record<string, string>>;
  algebra: Readonly<Record<string, string>>;
  equals?(before: string): string;
  /** The words for an exponent, after the base. */
  power(exponent: string): string;
  root: string;
  /** The word for `+` between a noun and a number, if it is not that of a positive number. */
  gain?: string;
  /** The words for a comparison, if the language needs a sentence for it. */
  compare?(first: string, sign: string, second: string): string | undefined;
}

/** The characters of an expression. */
const INSIDE = '[\\dA-Za-z.,()√π²³ ×÷*/^+-]';
const EQUATION_AHEAD = new RegExp(`^${INSIDE}{1,30}[=≒≈≠<>≦≧≤≥]`);
const EQUATION_BEHIND = new RegExp(`[=≒≈≠<>≦≧≤≥+×÷]${INSIDE}{0,30}$`);
const LETTERS = /[A-Za-zπ]/;
const EXPRESSION_AHEAD = /^[\dA-Za-z.,()√π²³ ×÷*/^+=-]{0,30}/;
const EXPRESSION_BEHIND = /[\dA-Za-z.,()√π²³ ×÷*/^+=-]{0,30}$/;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const BEFORE = `(?<=[\\p{N}\\p{L})）」』%°${SPOKEN}])`;
const AFTER = `(?=[\\p{N}\\p{L}(（「『√π±?？${SPOKEN}-])`;

/** A noun or particle before a sign and a number: `攻撃力が+15される`. */
const SIGNED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー] ?$/u;

/** A temperature has a sign of its own. */
const DEGREES = /^\d[\d.]{0,9} ?[°℃度도%]/;

/** `1/2` in an equation; `10/2` is a division. */
function isFraction({ text, before, after }: Match): boolean {
  const [top, bottom] = [/\d{1,9}$/.exec(before)?.[0], /^\d{1,9}/.exec(after)?.[0]];
  return text === '/' && top !== undefined && bottom !== undefined && Number(top) < Number(bottom);
}

/** The word for a sign, as an expression with variables or with numbers alone requires. */
function saySign(words: MathWords, { text, groups, before, after }: Match): string | undefined {
  const sign = groups.sign ?? text.trim();
  const expression = `${EXPRESSION_BEHIND.exec(before)?.[0]}${EXPRESSION_AHEAD.exec(after)?.[0]}`;
  if (sign === '=' && words.equals) return words.equals(before);
  const name = words.arithmetic[sign];
  if (!LETTERS.test(expression)) return name;
  return words.algebra[sign] ?? name;
}

/** Rules for operators, exponents, roots and comparisons. */
export function mathRules({ math: words, minus, plus, space }: Eastern): Rule[] {
  const say: Rule['say'] = (match) => saySign(words, match);
  const power = (digits: string): string => words.power(digits.replace('⁻', '-'));
  const { compare } = words;
  const comparisons: Rule[] = [];
  if (compare !== undefined) {
    const operand = '(?:\\d{1,9}(?:\\.\\d{1,6})?|[A-Za-z])(?![A-Za-z\\d])';
    const source = `(?<![A-Za-z\\d.,])(?<first>${operand}) ?(?<sign>[<>≦≧≤≥≠]) ?(?<second>-?${operand})`;
    // `3 < 5`, `x ≥ -2`
    const comparison = wordRule('symbol', source, ({ groups: { first = '', sign = '', second = '' } }) =>
      compare(first, sign, second),
    );
    comparisons.push(comparison);
  }
  return [
    // A dash, a slash or a star is an operator only in an equation: `5-3=2`.
    wordRule('symbol', '(?<=[\\dA-Za-z)²³]) ?[-/*] ?(?=[\\dA-Za-z(√π])', (match) => {
      const isInEquation = EQUATION_AHEAD.test(match.after) || EQUATION_BEHIND.test(match.before);
      if (!isInEquation || isFraction(match)) return undefined;
      return say(match);
    }),
    // `x^2`, `2^(-3)`
    wordRule(
      'symbol',
      '(?<=(?<![A-Za-z])[A-Za-z]|[\\d)])\\^[({]?(?<exponent>-?\\d{1,4}|[a-z])[)}]?',
      ({ groups }) => power(groups.exponent ?? ''),
    ),
    // `x²`, `10⁻³`
    wordRule('symbol', `(?<=(?<![A-Za-z/])(?!m)[A-Za-z]|[\\d)])⁻?[${SUPERSCRIPTS}]{1,4}`, ({ text }) =>
      power(text.replace(/[^⁻]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)))),
    ),
    // `√2`
    wordRule('symbol', '√(?=[\\dA-Za-z(])', () => words.root),
    ...comparisons,
    // `2+3`, `x=-1`, `攻撃力+15`
    wordRule(
      'symbol',
      `${BEFORE} ?(?<sign>[+×÷=≠≒≈≦≧≤≥]) ?(?<negative>-(?=[\\dA-Za-z]))?${AFTER}`,
      (match) => {
        const { sign, negative } = match.groups;
        const word = say(match);
        if (negative !== undefined) return word && word + minus;
        if (sign !== '+' || !SIGNED.test(match.before) || !/^\d/.test(match.after)) return word;
        if (DEGREES.test(match.after)) return undefined;
        return space + (words.gain ?? plus);
      },
    ),
    // `3 < 5`
    wordRule(
      'symbol',
      `(?<=[\\d)%°${SPOKEN}]|(?<![A-Za-z])[A-Za-z]) ?[<>] ?(?=[\\d(-]|[A-Za-z](?![A-Za-z]))`,
      say,
    ),
    // `≧5`, `±3`
    rule('symbol', '(?<![\\p{N}A-Za-z)])[±≒≈≠≦≧≤≥<>] ?(?=\\d)', ({ text }) => words.arithmetic[text.trim()]),
  ];
}
