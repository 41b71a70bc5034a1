import { alternation, readNumber } from '../numbers.ts';
import type { Form, Match, Rule } from '../types.ts';
import { inflectNoun, sayCounted, sayMagnitude, sayNumber, withSingularOnly } from './amounts.ts';
import { DASH, rule, SPACE } from './rules.ts';
import type { Money, Western } from './western.ts';

const LETTERS = /^\p{L}+$/u;

/** `$5.50`, `5,50 €`, `$1.2M`, `3 Mrd. €`, `3–5 EUR`. */
export function moneyRules(language: Western): Rule[] {
  const { format, lexicon } = language;
  const { number, start, end } = format;
  const symbols = createSymbolSource(Object.keys(lexicon.currencies));
  const magnitude = alternation(Object.keys(lexicon.magnitudes));
  // A dash in place of zero cents: `5,–`.
  const noCents = format.decimal === ',' ? '(?:,[-–—]{1,2}(?!\\d))?' : '';
  const sign = '(?<sign>(?<![\\p{L}\\p{N}])-)?';
  // A sign can also be next to the first number, but a name or code cannot: `3 € – 5 €`, `$3–$5`.
  const signs = `(?:${alternation(Object.keys(lexicon.currencies).filter((key) => !LETTERS.test(key)))})`;
  const range = `(?<from>${number})(?:${SPACE}?${signs})?${SPACE}?${DASH}${SPACE}?${signs}?`;
  // Cents may follow the decimal mark of another country: `5.50 €`, `5'50 €`.
  const price = `(?<number>${number}|\\d{1,9}[.,]\\d{1,2}|\\d{1,4}['’]\\d{2})`;
  const amount = `(?:${range})?${price}`;
  // `$5 MXN`, `$5 pesos`: the code or the name says which currency it is.
  const codes = Object.keys(lexicon.currencies).filter((key) => /^(?:[A-Z]{3}|\p{Ll}{3,})$/u.test(key));
  const code = `(?:${SPACE}(?<code>${alternation(codes)})(?!\\p{L}))?`;
  const scale = `(?:[ \\u00a0\\u202f-]?(?<magnitude>${magnitude})(?![\\p{L}\\p{N}]))?`;
  const say = (match: Match) => sayMoney(language, match);
  const rules = [
    // `$5.50`, `$1.2M`, `$5 MXN`
    rule('currency', `${sign}(?<symbol>${symbols})${SPACE}?${amount}${end}${noCents}${scale}${code}`, say),
    // `5,50 €`, `3–5 EUR`, `5,– €`
    rule(
      'currency',
      `(?<![$€£¥] ?)${sign}${start}${amount}${end}${noCents}${scale}${SPACE}?(?<symbol>${symbols})`,
      say,
    ),
  ];

  // Locales with a decimal comma put the currency symbol after the amount, so a symbol between two amounts belongs to
  // the first.
  return format.decimal === ',' ? rules.reverse() : rules;
}

/** The source of a pattern for currencies: signs, and codes that must not touch other letters. */
function createSymbolSource(keys: string[]): string {
  const letters = alternation(keys.filter((key) => LETTERS.test(key)));
  const signs = keys.filter((key) => !LETTERS.test(key));
  // A sign may have letters on one side: `CA$`, `$CA`.
  const matching = (form: RegExp): string => alternation(signs.filter((sign) => form.test(sign)));
  const [letterFirst, letterLast, noLetter] = [
    matching(/^\p{L}/u),
    matching(/\p{L}$/u),
    matching(/^\P{L}+$/u),
  ];
  return `(?<!\\p{L})(?:${letterFirst})|(?:${letterLast})(?!\\p{L})|${noLetter}|(?<![\\p{L}])(?:${letters})(?!\\p{L})`;
}

/** The words of an amount. Undefined if the symbol is no currency. */
function sayMoney(language: Western, { groups, before, after }: Match): string | undefined {
  const { from, symbol = '', code = symbol, magnitude = '', sign } = groups;
  // A price may be written with the decimal mark of the currency's country.
  const text = groups.number?.replace(/^(\d+)[.,'’](\d{1,2})$/, `$1${language.format.decimal}$2`);
  const money = language.lexicon.currencies[code];
  if (text === undefined || !money) return undefined;
  const negative = sign !== undefined;
  const attribute = language.isAttribute?.({ before, after }) ?? false;
  const scale = language.lexicon.magnitudes[magnitude];
  const inCase = language.caseAt?.(before, after);
  if (scale)
    return sayMagnitude(
      language,
      { text, from, negative, attribute },
      { magnitude: scale, noun: money.major },
    );
  const price = readNumber(text, language.format);
  const major = attribute ? withSingularOnly(money.major) : money.major;
  const minor = attribute && money.minor ? withSingularOnly(money.minor) : money.minor;
  if (from !== undefined && minor) return sayPrices(language, [from, text], { major, minor }, negative);
  if (!minor || price.fraction === '' || price.fraction.length > 2) {
    return sayCounted(language, { text, from, negative, case: inCase }, major);
  }
  const fraction = price.fraction.padEnd(2, '0');
  const amount = sayCents(language, { ...price, fraction, major, minor, case: inCase });
  if (negative) return `${language.lexicon.minus} ${amount}`;
  return amount;
}

/** `five to ten dollars`, `five dollars and fifty cents to six dollars`. */
function sayPrices(
  language: Western,
  prices: readonly [from: string, to: string],
  money: Required<Money>,
  negative: boolean,
): string {
  const [from, to] = prices;
  const fractions = prices.map((text) => readNumber(text, language.format).fraction);
  const areWhole = fractions.every((fraction) => Number(fraction) === 0);
  const haveCents = fractions.every((fraction) => fraction.length <= 2);
  if (areWhole || !haveCents) {
    const removeZeros = (price: string): string => price.replace(/[.,]0{1,2}$/, '');
    return sayCounted(language, { text: removeZeros(to), from: removeZeros(from), negative }, money.major);
  }
  const sayPrice = (text: string): string => {
    const { integer, fraction } = readNumber(text, language.format);
    return sayCents(language, { integer, fraction: fraction.padEnd(2, '0'), ...money });
  };
  const range = `${sayPrice(from)} ${language.lexicon.to} ${sayPrice(to)}`;
  if (negative) return `${language.lexicon.minus} ${range}`;
  return range;
}

interface Price extends Required<Money> {
  integer: string;
  fraction: string;
  case?: Form['case'];
}

/** The words of an amount with a fraction of two digits: `five euros twenty`. */
function sayCents(language: Western, { integer, fraction, major, minor, case: inCase }: Price): string {
  const value = Number(fraction);
  if (value > 0 && Number(integer) === 0) {
    const cents = { integer: String(value), fraction: '' };
    const form: Form = { gender: minor[2] ?? 'm', before_noun: true, case: inCase };
    return `${sayNumber(language, cents, form)} ${inflectNoun(language, minor, cents)}`;
  }
  const amount = sayCounted(language, { text: integer, case: inCase }, major);
  if (value === 0) return amount;
  return language.joinMoney(amount, { value, noun: minor });
}
