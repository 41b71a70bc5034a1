import { alternation } from '../numbers.ts';
import type { Found, Language, Rule } from '../types.ts';
import { type AddressWords, sayAddress } from '../western/addresses.ts';
import { rule, wordRule } from '../western/rules.ts';
import { NUMBER, type Numerals, START, STOP, sayPlain, UNTIL } from './numerals.ts';

/** Chinese, Japanese or Korean, as their rules see them. */
export interface Eastern extends Numerals {
  minus: string;
  /** In place of minus before degrees. */
  below?: string;
  /** Between the ends of a range. */
  to: string;
  spacing: Language['spacing'];
  address: AddressWords;
  /** `sources` are expressions for national numbers. */
  phone: { plus: string; between: string; digits(group: string): string; sources: readonly string[] };
  /** A number that something is counted with: Chinese has another word for two then. */
  quantity(text: string | undefined): string;
  fraction(top: string, bottom: string): string;
  /** Source of an expression for the magnitude behind a plain number: `3万`. */
  scale?: string;
  currencies: Readonly<Record<string, string>>;
  /** `scale` and `prefixed` are sources of what may follow the number, the latter where the sign stands before it. */
  money: {
    scale: string;
    prefixed?: string;
    say(amount: { number: string; scale: string }, currency: string): string;
  };
  units: Readonly<Record<string, string>>;
  /** A number with its unit, `sign` before it. */
  measure(sign: string, amount: string, unit: string): string;
  abbreviations: Readonly<Record<string, string>>;
  own: Record<'dates' | 'times' | 'money' | 'measures' | 'counters', readonly Rule[]>;
}

/** The rules of a language in the order in which they take what they know. */
export function createEastern(language: Eastern): Language {
  const { own, abbreviations, spacing } = language;
  const rules = [
    ...contactRules(language),
    ...own.dates,
    ...own.times,
    ...moneyRules(language),
    ...own.money,
    ...own.measures,
    measureRule(language),
    ...own.counters,
    ...numberRules(language),
    replaced('abbreviation', abbreviations),
    // The Roman numerals that are characters of their own.
    wordRule('roman', '[Ⅰ-Ⅻ]', ({ text }) => language.cardinal((text.codePointAt(0) ?? 0) - 0x215f)),
  ];
  return { rules, spacing };
}

const EMAIL =
  '(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\\.[A-Za-z0-9-]{1,63}){1,5}';
const URL = '(?<![A-Za-z0-9.])(?:https?://|www\\.)[A-Za-z0-9][A-Za-z0-9_./?=&%#:~+-]{0,300}(?<![.,;:!?])';
const DOMAIN =
  '(?<![A-Za-z0-9.@/-])[a-z0-9][a-z0-9-]{0,62}(?:\\.[a-z0-9-]{1,63}){0,3}\\.(?:com|org|net|info|io|ai|app|jp|kr|cn|tw|hk|tv)(?![A-Za-z0-9@]|\\.[A-Za-z0-9])(?:/[A-Za-z0-9_./?=&%#-]{0,200}(?<![.,;:!?]))?';
const INTERNATIONAL = '(?<![A-Za-z0-9+])\\+[1-9]\\d{0,2}(?:[ .-]{0,2}\\(?\\d{1,9}\\)?){2,6}(?!\\d)';

function contactRules({ address, phone }: Eastern): Rule[] {
  const sayPhone = ({ text }: Found): string => {
    const groups = (text.match(/\d+/g) ?? []).map(phone.digits);
    return `${text.startsWith('+') ? phone.plus : ''}${groups.join(phone.between)}`;
  };
  return [
    ...[EMAIL, URL, DOMAIN].map((source) => wordRule('web', source, ({ text }) => sayAddress(text, address))),
    ...[INTERNATIONAL, ...phone.sources].map((source) => rule('phone', source, sayPhone)),
  ];
}

/** A time of day; `half` is the first letter of `am` or `pm`. */
export interface Clock {
  hour: string;
  minute: string;
  second: string | undefined;
  half: string | undefined;
}

/** `17:30`, `5:30 pm`, and other times that `sources` matches. */
export function clockRules(say: (clock: Clock) => string, sources: readonly string[] = []): Rule[] {
  const digital =
    '(?<![\\p{N}:.])(?<hour>[01]?\\d|2[0-4]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?(?: ?(?<half>[ap]\\.?m\\.?|AM|PM)(?![A-Za-z]))?(?![\\p{N}:])';
  return [digital, ...sources].map((source) =>
    rule('time', source, ({ groups: { hour = '', minute = '0', second, half } }) => {
      if (Number(hour) > 24 || Number(minute) > 59) return undefined;
      return say({ hour, minute, second, half: half?.charAt(0).toLowerCase() });
    }),
  );
}

/** A date in digits, the year first; `between` is the source of an expression for what separates them. */
export function dateRule(
  say: (year: string, month: number, day: number) => string,
  { between = '[-/.]', end = '' } = {},
): Rule {
  const source = `(?<![\\d./-])(?<year>[12]\\d{3})${between}(?<month>\\d{1,2})${between}(?<day>\\d{1,2})(?![\\d/-]|\\.\\d)${end}`;
  return rule('date', source, ({ groups: { year = '', ...groups } }) => {
    const [month, day] = [Number(groups.month), Number(groups.day)];
    return month < 1 || month > 12 || day < 1 || day > 31 ? undefined : say(year, month, day);
  });
}

const SIGN = '(?<sign>(?<![\\d])-)?';

function moneyRules({ currencies, money, minus }: Eastern): Rule[] {
  const symbol = `(?<symbol>${alternation(Object.keys(currencies))})`;
  const amount = `(?<number>${NUMBER})${STOP}(?<scale>${money.scale})?`;
  const pay = ({ groups: { sign, number = '', scale = '', symbol: key = '' } }: Found): string =>
    `${sign === undefined ? '' : minus}${money.say({ number, scale }, currencies[key] ?? '')}`;
  return [
    rule('currency', `${SIGN}(?<![A-Za-z])${symbol} ?${amount}${money.prefixed ?? ''}`, pay),
    rule('currency', `${SIGN}${START}${amount} ?${symbol}(?![A-Za-z])`, pay),
  ];
}

function measureRule({ units, to, minus, below = minus, quantity, measure }: Eastern): Rule {
  const unit = `(?<unit>${alternation(Object.keys(units))})`;
  const amount = `(?:(?<from>${NUMBER})${UNTIL})?(?<number>${NUMBER})`;
  return rule('unit', `${SIGN}${START}${amount}${STOP} ?${unit}(?![A-Za-z])`, ({ groups }) => {
    const { sign, from, number, unit: key = '' } = groups;
    const low = from === undefined ? '' : `${quantity(from)}${to}`;
    const signWord = /°|℃/.test(key) ? below : minus;
    return measure(sign === undefined ? '' : signWord, `${low}${quantity(number)}`, units[key] ?? '');
  });
}

function numberRules(language: Eastern): Rule[] {
  const { to, minus, scale, quantity, fraction, digits, point } = language;
  const say = (text?: string) => sayPlain(language, text);
  const signed = `(?<sign>(?<![\\p{L}\\p{N})])-)?${START}(?<number>${NUMBER})${STOP}`;
  return [
    rule('number', `${START}(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/])`, ({ groups }) =>
      fraction(language.cardinal(Number(groups.top)), language.cardinal(Number(groups.bottom))),
    ),
    rule('number', `${START}(?<from>${NUMBER})${UNTIL}(?<to>${NUMBER})${STOP}`, ({ groups, before }) =>
      /[-\d]$/.test(before) || /^0\d|^\d{5}/.test(groups.from ?? '')
        ? undefined
        : `${say(groups.from)}${to}${say(groups.to)}`,
    ),
    rule('number', scale === undefined ? signed : `${signed}(?<scale>${scale})?`, ({ groups }) => {
      const number = groups.scale === undefined ? say(groups.number) : quantity(groups.number) + groups.scale;
      return `${groups.sign === undefined ? '' : minus}${number}`;
    }),
    rule('number', '(?<!\\d)\\d{1,9}(?:\\.\\d{1,9}){1,6}(?!\\d)', ({ text }) =>
      text
        .split('.')
        .map((part) => say(part))
        .join(point),
    ),
    rule('number', '\\d{1,40}', ({ text }) => digits(text)),
  ];
}

/** Replaces the table's keys everywhere: single-character units, abbreviations in brackets. */
function replaced(kind: Rule['kind'], table: Readonly<Record<string, string>>): Rule {
  const keys = Object.keys(table).sort((one, other) => other.length - one.length);
  const source = keys.map((key) => key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return wordRule(kind, source, ({ text }) => table[text]);
}
