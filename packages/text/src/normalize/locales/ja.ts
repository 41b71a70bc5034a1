import { ABBREVIATIONS, COUNTERS, CURRENCIES, NATIVE, UNITS } from '../data/ja.ts';
import { type Clock, clockRules, createEastern, dateRule } from '../eastern/eastern.ts';
import { NUMBER, type Numerals, START, STOP, sayPlain, UNTIL } from '../eastern/numerals.ts';
import type { Language, Rule } from '../types.ts';
import { rule } from '../western/rules.ts';
import { kanaDigits, kanji, withCounter } from './ja-numbers.ts';

const NUMERALS: Numerals = {
  cardinal: kanji,
  digits: (text) => Array.from(text, (digit) => '〇一二三四五六七八九'[Number(digit)] ?? '').join(''),
  point: '点',
};
const SCALE = '[万億兆千百]';

const say = (text = ''): string => sayPlain(NUMERALS, text);
const minutes = (value: number): string =>
  value === 0 ? '' : (withCounter(value, COUNTERS.分 ?? { reading: 'ふん', short: '' }) ?? '');

export function japanese(): Language {
  return createEastern({
    ...NUMERALS,
    minus: 'マイナス',
    to: 'から',
    spacing: 'none',
    address: {
      signs: {
        '.': 'ドット',
        '@': 'アットマーク',
        '/': 'スラッシュ',
        '-': 'ハイフン',
        _: 'アンダーバー',
        ':': 'コロン',
        '+': 'プラス',
        '=': 'イコール',
        '&': 'アンド',
      },
      number: kanaDigits,
    },
    phone: {
      plus: 'プラス',
      between: 'の',
      digits: kanaDigits,
      sources: ['(?<![\\d-])0\\d{1,4}-\\d{1,4}-\\d{3,4}(?![\\d-])', '(?<=〒 ?)\\d{3}-\\d{4}(?!\\d)'],
    },
    quantity: say,
    fraction: (top, bottom) => `${bottom}分の${top}`,
    currencies: CURRENCIES,
    money: {
      scale: `${SCALE}{1,2}`,
      say: ({ number, scale }, currency) => `${say(number)}${scale}${currency}`,
    },
    units: UNITS,
    measure: (sign, amount, unit) => `${sign}${amount}${unit}`,
    abbreviations: ABBREVIATIONS,
    own: { dates: DATES, times: times(), money: [YEN], measures: [], counters: counters() },
  });
}

const DATES: readonly Rule[] = [
  dateRule((year, month, day) => `${kanji(Number(year))}年${kanji(month)}月${kanji(day)}日`),
  rule(
    'date',
    `${START}(?<from>\\d{1,2})${UNTIL}(?<to>\\d{1,2})(?<sign>[月日])(?!間|目)`,
    ({ groups }) => `${say(groups.from)}${groups.sign}から${say(groups.to)}${groups.sign}`,
  ),
  rule(
    'date',
    `${START}(?<number>\\d{1,4})(?<sign>年|月|日)(?=[^間目]|$)`,
    ({ groups }) => `${kanji(Number(groups.number))}${groups.sign}`,
  ),
];

function times(): Rule[] {
  const clock = ({ hour, minute, second, half }: Clock): string => {
    const day = half === undefined ? '' : half === 'a' ? '午前' : '午後';
    return `${day}${kanji(Number(hour))}時${minutes(Number(minute))}${second === undefined ? '' : `${kanji(Number(second))}秒`}`;
  };
  return [
    ...clockRules(clock, [`${START}(?<hour>\\d{1,2})時(?<minute>[0-5]?\\d)分`]),
    rule(
      'time',
      `${START}(?:(?<from>\\d{1,2})(?:時)?${UNTIL})?(?<hour>\\d{1,2})時(?!間)`,
      ({ groups }) =>
        `${groups.from === undefined ? '' : `${kanji(Number(groups.from))}時から`}${kanji(Number(groups.hour))}時`,
    ),
  ];
}

const YEN = rule('currency', `${START}(?<number>${NUMBER})${STOP}(?=${SCALE}{0,2}円)`, ({ groups }) =>
  say(groups.number),
);

function counters(): Rule[] {
  const all = Object.keys(COUNTERS)
    .sort((one, other) => other.length - one.length)
    .join('|');
  const count = (text: string | undefined, key: string): string => {
    const counter = COUNTERS[key];
    if (key === '歳' && text === '20') return 'はたち';
    const spoken =
      counter && text !== undefined ? withCounter(Number(text.replace(/,/g, '')), counter) : undefined;
    return spoken ?? `${say(text)}${key}`;
  };
  return [
    rule(
      'number',
      `${START}(?:(?<from>\\d{1,4})(?<middle>${all})?${UNTIL})?(?<number>[1-9]\\d{0,3}|[1-9],\\d{3})(?<key>${all})(?!の\\d)`,
      ({ groups }) => {
        const { from, number, key = '' } = groups;
        return `${from === undefined ? '' : `${count(from, groups.middle ?? key)}から`}${count(number, key)}`;
      },
    ),
    rule('number', `${START}(?<number>[1-9])つ`, ({ groups }) => NATIVE[Number(groups.number)]),
  ];
}
