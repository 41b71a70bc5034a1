import { alternation } from '../numbers.ts';
import type { Rule } from '../types.ts';
import { rule } from '../western/rules.ts';
import type { Eastern } from './eastern.ts';
import { AMOUNT, NUMBER, removeGroupMarks, SIGN, START, STOP, UNTIL } from './numerals.ts';

/** The unit that an amount is for: `100元/人`, `500円/kg`. */
export const perSource = (units: Eastern['units']): string =>
  `(?: ?/ ?(?<per>\\p{Script=Han}{1,2}|\\p{Script=Hangul}{1,3}|(?:${unitNames(units)})(?![A-Za-z\\d²³])))?`;

/** The symbols of units that can follow a slash. */
const unitNames = (units: Eastern['units']): string =>
  alternation(Object.keys(units).filter((name) => /^[A-Za-zµμ㎏-㏄ℓ]/u.test(name)));

/** Letters that multiply an amount of money: `$1.5M`. */
const FACTORS: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** The word for the sign of a number; empty without a sign. `below`: the word for minus, for temperatures. */
export function signWord(
  { minus, plus, plusMinus }: Eastern,
  sign: string | undefined,
  below = minus,
): string {
  if (sign === undefined) return '';
  if (sign === '+') return plus;
  if (sign === '±') return plusMinus;
  return below;
}

/** Rules for amounts of money, with a currency before or after the number. */
export function moneyRules(language: Eastern): Rule[] {
  const { currencies, money, to, units } = language;
  const per = perSource(units);
  const symbol = `(?<symbol>${alternation(Object.keys(currencies))})`;
  const factor = '(?:(?<factor>[KkMmBT])n?(?![A-Za-z]))?';
  const amount = `(?<number>${NUMBER})${STOP}(?: ?(?<scale>${money.scale}))?${factor}`;
  const from = `(?:(?<from>${NUMBER})(?<low>${money.scale})?${UNTIL}`;
  // `from` and `low` are the lower end of a range with its magnitude, `per` is the unit after a slash. The currency is
  // said twice if it is written twice.
  const say: Rule['say'] = ({ groups }) => {
    const { sign, from, low = '', twice, scale = '', per } = groups;
    const currency = currencies[groups.symbol ?? ''] ?? '';
    let { number = '' } = groups;
    const factor = FACTORS[groups.factor?.toUpperCase() ?? ''];
    if (factor !== undefined) {
      number = `${Math.round(Number(removeGroupMarks(number)) * factor)}`;
      if (number.length > 15) return undefined;
    }
    let amount = money.say({ number, scale }, currency);
    if (from !== undefined) {
      const sum = { number: from, scale: low };
      amount = `${twice === undefined ? money.amount(sum) : money.say(sum, currency)}${to}${amount}`;
    }
    return money.per(signWord(language, sign) + amount, units[per ?? ''] ?? per);
  };
  return [
    // `$5`, `-$5`, `$3~$5`, `$1.5M`
    rule(
      'currency',
      `${SIGN}(?<![A-Za-z])${symbol} ?${from}(?<twice>\\k<symbol>)? ?)?${amount}${money.prefixed ?? ''}${per}`,
      say,
    ),
    // `5€`, `3~5€/kg`
    rule('currency', `${SIGN}${START}${from})?${amount} ?${symbol}(?![A-Za-z])${per}`, say),
    // The sign may follow the symbol: `$-5`.
    rule('currency', `(?<![A-Za-z])${symbol} ?(?<sign>-)${amount}`, say),
  ];
}

/** Words for one of something, or a period. */
const EACH =
  '(?:[人日月年回個个本枚杯袋箱台名週周件天次盒瓶斤亩畝户戶分秒時时]|時間|小时|小時|명|인|일|월|년|회|개|박스|시간|시|분|초|주|병|팩)(?!\\p{Script=Han})';

const PERIODS = /^(?:[時时分秒日]|시간|시|분|초|小时|小時)$/;

/** Counts per unit: `12/kg`, `12個/m²`. */
export function rateRule({ units, money, counted }: Eastern): Rule {
  const counter = '(?: ?(?<counter>\\p{Script=Han}{1,2}|\\p{Script=Hangul}{1,3}))';
  const unit = `(?:${unitNames(units)})(?![A-Za-z\\d²³])`;
  // `12/kg`, `12個/m²`, `3個/人`
  return rule(
    'unit',
    `${START}(?<![A-Za-z]-?)(?<number>${NUMBER})${STOP}(?:${counter}? ?/ ?(?<per>${unit})|${counter} ?/ ?(?<each>${EACH}))`,
    ({ groups }) =>
      money.per(counted(groups.number ?? '', groups.counter), groups.each ?? units[groups.per ?? ''] ?? ''),
  );
}

/** The rule for a number with a unit. */
export function measureRule(language: Eastern): Rule {
  const { units, to, minus, below = minus, quantity, measure, money } = language;
  const names = alternation(Object.keys(units));
  const unit = `(?<unit>${names})(?:/(?:(?<per>${names})|(?<each>${EACH})))?`;
  const amount = `(?:(?<from>${NUMBER}) ?(?<low>${names})?${UNTIL})?(?<negative>(?<=[~〜～] ?)-)?(?<number>${AMOUNT})`;
  // `5km`, `3~5kg`, `3kg~5kg`, `-5℃`, `60km/時`
  return rule(
    'unit',
    `${SIGN}${START}(?<![A-Za-z]-?)${amount}${STOP} ?${unit}(?![A-Za-z\\d²³])`,
    ({ groups }) => {
      const { sign, from, low, negative, number, unit = '', per = '', each: periodOrCounter } = groups;
      const getSign = (sign: string | undefined, symbol: string): string =>
        signWord(language, sign, /°|℃|度|도/.test(symbol) ? below : minus);
      const isPeriod = periodOrCounter !== undefined && PERIODS.test(periodOrCounter);
      const period = isPeriod ? periodOrCounter : units[per];
      const say = (sign: string | undefined, amount: string): string =>
        measure(getSign(sign, unit), amount, units[unit] ?? '', period);
      let words = say(sign, quantity(number));
      if (from !== undefined && low === undefined)
        words = say(sign, `${quantity(from)}${to}${getSign(negative, unit)}${quantity(number)}`);
      // The unit is said twice if it is written twice.
      if (from !== undefined && low !== undefined) {
        const lower = measure(getSign(sign, low), quantity(from), units[low] ?? '', undefined);
        words = `${lower}${to}${say(negative, quantity(number))}`;
      }
      return money.per(words, isPeriod ? undefined : periodOrCounter);
    },
  );
}
