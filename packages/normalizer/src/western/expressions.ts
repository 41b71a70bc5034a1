import { SPOKEN } from '../markup.ts';
import type { SignNames } from '../signs.ts';
import type { Match, Rule } from '../types.ts';
import { splitWords } from './addresses.ts';
import { rule, SPACE, withSpaces, wordRule } from './rules.ts';

/** The words for signs between numbers and variables, and between the sides of a score. */
export interface ExpressionWords {
  /** The name of each sign. The name of `^` is used before exponents other than 2 and 3. */
  signs: SignNames;
  minus: string;
  /** The word between the sides of a size, `3 x 4 m`. Default: the name of `×`. */
  by?: string;
  cube_root: string;
  cardinal(value: number): string;
  /** The word between the two sides of a score. */
  score: string;
  /** Words before a colon that is not part of a time of day: `scale`, `ratio`. */
  ratios: string;
  /** Open all day and all week: `24/7`. */
  always: string;
  /** The words after a number and a slash: `h` is `per hour`. Other words follow the word for `per`. */
  per: Readonly<Record<string, string>>;
  per_word: string;
  hashtag: string;
  /** Words before a calculation: `how much is 9 - 5`. An alternation. */
  asks?: string;
}

const ENDED = `(?<=[\\p{N}${SPOKEN})²³%°!∞π]${SPACE}?|(?<!\\p{L})\\p{L}{1,2}${SPACE}?)`;
const STARTS = `(?=${SPACE}?(?:[-+±]?[\\p{N}${SPOKEN}(√∛π∞]|\\p{L}{1,2}(?!\\p{L})))`;
/** The unit of an area or a volume, or the divisor of a speed. */
const UNIT = /(?:(?<!\p{L})[kcdmµn]?m|\/\p{L}{1,3})$/u;
const EQUATION_BEFORE = /=[^\p{L}=]{0,30}$/u;
const EQUATION_AFTER = /^[^\p{L}=]{0,30}=/u;

/** The words for an exponent after the base. It is a whole number or a letter. */
function sayPower(exponent: string, { signs, minus, cardinal }: ExpressionWords): string {
  if (exponent === '2') return signs['²'] ?? '';
  if (exponent === '3') return signs['³'] ?? '';
  if (/^\p{L}$/u.test(exponent)) return `${signs['^']} ${exponent}`;
  const sign = exponent.startsWith('-') ? `${minus} ` : '';
  return `${signs['^']} ${sign}${cardinal(Math.abs(Number(exponent)))}`;
}

/** Rules that come before dates and times: exponents, scales, and divisions. */
export function earlyExpressionRules(words: ExpressionWords): Rule[] {
  const differences: Rule[] = [];
  if (words.asks !== undefined) {
    const source = `(?<=(?<!\\p{L})(?:${words.asks}) [\\d.,() ×x*+÷–-]{1,30})(?<=\\d ?)[-–](?= ?\\d)`;
    // `cuánto es 9 - 5`
    differences.push(rule('symbol', source, (match) => withSpaces(words.minus, match), 'giu'));
  }
  return [
    // `x^2`, `10⁻³`
    wordRule(
      'symbol',
      '(?<=[\\p{N})\\p{L}])(?:\\^\\(?(?<raised>-?\\d{1,3}|\\p{L})\\)?|(?<above>⁻?[⁰¹²³⁴-⁹]{1,3}))(?!\\p{L})',
      ({ groups, before, after }) => {
        const exponent = (groups.raised ?? groups.above ?? '').normalize('NFKC').replace('\u2212', '-');
        // A ligature becomes several letters.
        if (!/^(?:-?\d{1,3}|\p{L})$/u.test(exponent)) return undefined;
        if (UNIT.test(before) || (groups.above !== undefined && /\p{L}{3}$/u.test(before))) return undefined;
        return withSpaces(sayPower(exponent, words), { before, after });
      },
    ),
    // `24/7`
    rule('number', '(?<![\\p{L}\\p{N}/.,])24/7(?![\\p{L}\\p{N}/])', () => words.always),
    // Halves: `50/50`.
    rule('symbol', '(?<=(?<![\\d/.,])50 ?)[/-](?= ?50(?![\\d/%]))', () => ' '),
    // `ganó 3-1`
    rule(
      'symbol',
      `(?<=(?<!\\p{L})(?:${words.ratios})(?: [\\p{L}]{1,8})? \\d{1,4} ?)(?::|[-–](?= ?\\d{1,3}(?![\\p{L}\\p{N}%]|[.,]\\d| ?[%€])))(?= ?\\d)`,
      (match) => withSpaces(words.score, match),
      'giu',
    ),
    // `2,35:1`: a side with decimals is no time of day.
    rule(
      'symbol',
      '(?<=(?<![\\p{L}\\p{N}:.,])\\d{1,3}[.,]\\d{1,3} ?):(?= ?[1-9]\\d{0,2}(?![\\p{N}:]|[.,]\\d))',
      (match) => withSpaces(words.score, match),
    ),
    // Only the figures of screens can stand before their word: `ein 16:10-Bildschirm`.
    rule(
      'symbol',
      `(?<=(?<![\\p{L}\\p{N}:.,])16 ?):(?= ?10(?!\\d)-?(?: ?(?:${words.ratios})))`,
      (match) => withSpaces(words.score, match),
      'giu',
    ),
    // A division: `6 : 2 = 3`.
    rule('symbol', `(?<=\\d ):(?= \\d{1,9} ?=)`, () => words.signs['÷']),
    // `12/kg`; a letter on its own may be a part of a number (`3/a`).
    rule(
      'unit',
      '(?<=\\d ?)/ ?(?<unit>\\p{L}[\\p{L}\\d²³]{1,9}|[hlLgmts](?=[ ]\\p{Ll}|[,.;:!?]?(?:\\s|$)))(?![\\p{L}\\p{N}²³/])',
      (match) => {
        const phrase = words.per[match.groups.unit ?? ''];
        return phrase === undefined ? undefined : withSpaces(phrase, match);
      },
    ),
    ...differences,
    // The sides of a surface: `10x15 cm`.
    rule(
      'symbol',
      '(?<=(?<![\\p{L}\\p{N}])\\d{1,4}(?:[.,]\\d{1,2})? ?|[x×] ?\\d{1,4}(?:[.,]\\d{1,2})? ?)[x×](?= ?\\d{1,4}(?:[.,]\\d{1,2})?(?: ?[x×] ?\\d{1,4}(?:[.,]\\d{1,2})?)? ?(?:[kcdm]?m|px)(?![\\p{L}\\p{N}]))',
      (match) => withSpaces(words.by ?? words.signs['×'] ?? '', match),
    ),
    // A scale: `1:50.000`.
    rule(
      'symbol',
      '(?<=(?<![\\p{L}\\p{N}:.,])1 ?):(?= ?[1-9]\\d{0,2}(?:[., ’\u00a0\u202f]\\d{3})+(?!\\d))',
      (match) => withSpaces(words.score, match),
    ),
  ];
}

/** Other spellings of a sign. */
const SAME_SIGNS: Readonly<Record<string, string>> = {
  '==': '=',
  '·': '×',
  '⋅': '×',
  '*': '×',
  x: '×',
  '<=': '≤',
  '>=': '≥',
  '!=': '≠',
  '~': '≈',
};

/** The name of a sign in any of its spellings. Empty for other characters. */
export const signName = (signs: SignNames, sign: string): string => signs[SAME_SIGNS[sign] ?? sign] ?? '';

/** Rules that come after dates, times, money and measures. */
export function lateExpressionRules(words: ExpressionWords): Rule[] {
  const getName = (sign: string) => (sign === 'x' && words.by ? words.by : signName(words.signs, sign));
  const say = (match: Match) => withSpaces(getName(match.text.trim()), match);
  return [
    // A dash in an equation: `x - 3 = 2`.
    wordRule(
      'symbol',
      `(?<=[\\p{N}${SPOKEN})]${SPACE}?|(?<!\\p{L})\\p{L}${SPACE}?)[-–](?=${SPACE}?[\\p{N}${SPOKEN}(]|${SPACE}?\\p{L}(?!\\p{L}))`,
      (match) =>
        EQUATION_BEFORE.test(match.before) || EQUATION_AFTER.test(match.after)
          ? withSpaces(words.minus, match)
          : undefined,
    ),
    // `a ≥ b`
    wordRule('symbol', `${ENDED}(?:[<>!=]=|[=≠≈<>≤≥×·⋅÷*+±])${STARTS}`, say),
    // `3 m x 4 m`
    wordRule('symbol', `(?<=[\\d${SPOKEN}]${SPACE}?)x(?=${SPACE}?[\\d${SPOKEN}])`, say),
    // `clave = 5`
    wordRule('symbol', `(?<=\\p{L} )=(?= [\\p{L}\\p{N}${SPOKEN}])`, say),
    // `≥ 5`, `~5`
    wordRule('symbol', `(?<![\\p{L}\\p{N}<>=~-])(?:[<>]=|[<>≤≥≈~±])(?=${SPACE}?[-+]?[\\d${SPOKEN}])`, say),
    // `√2`
    wordRule('symbol', '√(?= ?[\\p{N}\\p{L}(])', (match) => withSpaces(getName('√'), match)),
    // `∛8`
    wordRule('symbol', '∛(?= ?[\\p{N}\\p{L}(])', (match) => withSpaces(words.cube_root, match)),
    // `2π`
    wordRule('symbol', '[∞π]', (match) => withSpaces(match.text === 'π' ? 'pi' : getName('∞'), match)),
    // `3:1`
    rule('symbol', `(?<=(?<![\\p{L}\\p{N}:.,])\\d{1,4} ?):(?= ?\\d{1,6}(?![\\d:]))`, (match) =>
      withSpaces(words.score, match),
    ),
    // `5 €/persona`
    wordRule('unit', `(?<=${SPOKEN} ?)/ ?(?<unit>[\\p{L}²³]{1,20})(?![\\p{L}\\p{N}²³/])`, (match) => {
      const { unit = '' } = match.groups;
      const phrase = words.per[unit] ?? (/^\p{L}{3,}$/u.test(unit) ? `${words.per_word} ${unit}` : undefined);
      return phrase === undefined ? undefined : withSpaces(phrase, match);
    }),
    // `#DiaDasMães`
    wordRule(
      'web',
      '(?<![\\p{L}\\p{N}&#])#(?<tag>\\p{L}[\\p{L}\\p{N}_]{1,60})',
      ({ groups, read }) => `${words.hashtag} ${read(splitWords((groups.tag ?? '').replaceAll('_', ' ')))}`,
    ),
  ];
}
