import { ABBREVIATIONS, COUNTERS, CURRENCIES, NATIVE, UNITS } from '../data/ja.ts';
import {
  addresses,
  type Eastern,
  NUMBER,
  phones,
  replaced,
  romanSigns,
  START,
  STOP,
  sayPlain,
  UNTIL,
} from '../eastern/eastern.ts';
import { alternation } from '../numbers.ts';
import type { Found, Language, Rule } from '../types.ts';
import { rule } from '../western/western.ts';
import { kanaDigits, kanji, withCounter } from './ja-numbers.ts';

const JA: Eastern = {
  cardinal: kanji,
  digits: (text) => Array.from(text, (digit) => '〇一二三四五六七八九'[Number(digit)] ?? '').join(''),
  point: '点',
  minus: 'マイナス',
};

const say = (text = ''): string => sayPlain(JA, text);
const minutes = (value: number): string =>
  value === 0 ? '' : (withCounter(value, COUNTERS.分 ?? { reading: 'ふん', short: '' }) ?? '');

export function japanese(): Language {
  return {
    rules: [
      ...contacts(),
      ...dates(),
      ...times(),
      ...money(),
      ...measures(),
      ...counters(),
      ...numbers(),
      ...words(),
    ],
    spacing: 'none',
  };
}

function contacts(): Rule[] {
  const signs = {
    '.': 'ドット',
    '@': 'アットマーク',
    '/': 'スラッシュ',
    '-': 'ハイフン',
    _: 'アンダーバー',
    ':': 'コロン',
    '+': 'プラス',
    '=': 'イコール',
    '&': 'アンド',
  };
  return [
    ...addresses({ signs, number: kanaDigits }),
    ...phones(
      (groups, plus) => `${plus ? 'プラス' : ''}${groups.map(kanaDigits).join('の')}`,
      ['(?<![\\d-])0\\d{1,4}-\\d{1,4}-\\d{3,4}(?![\\d-])', '(?<=〒 ?)\\d{3}-\\d{4}(?!\\d)'],
    ),
  ];
}

function dates(): Rule[] {
  const date = ({ groups }: Found): string | undefined => {
    const { year, month = '', day = '' } = groups;
    if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return undefined;
    return `${kanji(Number(year))}年${kanji(Number(month))}月${kanji(Number(day))}日`;
  };
  return [
    rule(
      'date',
      '(?<![\\d./-])(?<year>[12]\\d{3})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})(?![\\d/-]|\\.\\d)',
      date,
    ),
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
}

function times(): Rule[] {
  const clock = ({ groups }: Found): string | undefined => {
    const { hour = '', minute = '0', second, half } = groups;
    if (Number(hour) > 24 || Number(minute) > 59) return undefined;
    const day = half === undefined ? '' : /^a/i.test(half) ? '午前' : '午後';
    return `${day}${kanji(Number(hour))}時${minutes(Number(minute))}${second === undefined ? '' : `${kanji(Number(second))}秒`}`;
  };
  return [
    rule(
      'time',
      '(?<![\\p{N}:.])(?<hour>[01]?\\d|2[0-4]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?(?: ?(?<half>[ap]\\.?m\\.?|AM|PM)(?![A-Za-z]))?(?![\\p{N}:])',
      clock,
    ),
    rule('time', `${START}(?<hour>\\d{1,2})時(?<minute>[0-5]?\\d)分`, clock),
    rule(
      'time',
      `${START}(?:(?<from>\\d{1,2})(?:時)?${UNTIL})?(?<hour>\\d{1,2})時(?!間)`,
      ({ groups }) =>
        `${groups.from === undefined ? '' : `${kanji(Number(groups.from))}時から`}${kanji(Number(groups.hour))}時`,
    ),
  ];
}

function money(): Rule[] {
  const signs = alternation(Object.keys(CURRENCIES));
  const scale = '(?<scale>[万億兆千百]{1,2})?';
  const pay = ({ groups }: Found): string =>
    `${groups.sign === undefined ? '' : JA.minus}${say(groups.number)}${groups.scale ?? ''}${CURRENCIES[groups.symbol ?? ''] ?? ''}`;
  return [
    rule(
      'currency',
      `(?<sign>(?<![\\d])-)?(?<![A-Za-z])(?<symbol>${signs}) ?(?<number>${NUMBER})${STOP}${scale}`,
      pay,
    ),
    rule(
      'currency',
      `(?<sign>(?<![\\d])-)?${START}(?<number>${NUMBER})${STOP}${scale} ?(?<symbol>${signs})(?![A-Za-z])`,
      pay,
    ),
    rule('currency', `${START}(?<number>${NUMBER})${STOP}(?=[万億兆千百]{0,2}円)`, ({ groups }) =>
      say(groups.number),
    ),
  ];
}

function measures(): Rule[] {
  const units = alternation(Object.keys(UNITS));
  return [
    rule(
      'unit',
      `(?<sign>(?<![\\d])-)?${START}(?:(?<from>${NUMBER})${UNTIL})?(?<number>${NUMBER})${STOP} ?(?<unit>${units})(?![A-Za-z])`,
      ({ groups }) => {
        const low = groups.from === undefined ? '' : `${say(groups.from)}から`;
        return `${groups.sign === undefined ? '' : JA.minus}${low}${say(groups.number)}${UNITS[groups.unit ?? ''] ?? ''}`;
      },
    ),
  ];
}

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

function numbers(): Rule[] {
  return [
    rule(
      'number',
      `${START}(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/])`,
      ({ groups }) => `${kanji(Number(groups.bottom))}分の${kanji(Number(groups.top))}`,
    ),
    rule('number', `${START}(?<from>${NUMBER})${UNTIL}(?<to>${NUMBER})${STOP}`, ({ groups, before }) =>
      /[-\d]$/.test(before) || /^0\d|^\d{5}/.test(groups.from ?? '')
        ? undefined
        : `${say(groups.from)}から${say(groups.to)}`,
    ),
    rule(
      'number',
      `(?<sign>(?<![\\p{L}\\p{N})])-)?${START}(?<number>${NUMBER})${STOP}`,
      ({ groups }) => `${groups.sign === undefined ? '' : JA.minus}${say(groups.number)}`,
    ),
    rule('number', '(?<!\\d)\\d{1,9}(?:\\.\\d{1,9}){1,6}(?!\\d)', ({ text }) =>
      text.split('.').map(say).join('点'),
    ),
    rule('number', '\\d{1,40}', ({ text }) => JA.digits(text)),
  ];
}

function words(): Rule[] {
  return [replaced('abbreviation', ABBREVIATIONS), romanSigns(kanji)];
}
