import { toCardinal } from 'n2words/ko-KR';
import { ABBREVIATIONS, CURRENCIES, NATIVE_COUNTERS, SINO_COUNTERS, UNITS } from '../data/ko.ts';
import { type Clock, clockRules, createEastern, dateRule } from '../eastern/eastern.ts';
import { NUMBER, type Numerals, START, STOP, sayPlain, UNTIL } from '../eastern/numerals.ts';
import { alternation } from '../numbers.ts';
import type { Language, Rule } from '../types.ts';
import { rule } from '../western/rules.ts';

const SINO = '영일이삼사오육칠팔구';
const digits = (text: string, zero = '영'): string =>
  Array.from(text, (digit) => (digit === '0' ? zero : (SINO[Number(digit)] ?? ''))).join('');

const KO: Numerals = { cardinal: (value) => toCardinal(value), digits, point: ' 점 ' };

const SCALE = '[천백십]?[만억조]';
const say = (text = ''): string => sayPlain(KO, text);

const NATIVE_ONES = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉'];
const NATIVE_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];

/** Korean numerals before a counter; from one hundred on, Sino-Korean numerals are used. */
function native(value: number): string {
  if (value < 1 || value > 99) return KO.cardinal(value);
  if (value === 20) return '스무';
  return `${NATIVE_TENS[Math.floor(value / 10)] ?? ''}${NATIVE_ONES[value % 10] ?? ''}`;
}

export function korean(): Language {
  return createEastern({
    ...KO,
    minus: '마이너스 ',
    below: '영하 ',
    to: '에서 ',
    spacing: 'pieces',
    address: {
      signs: {
        '.': '점',
        '@': '골뱅이',
        '/': '슬래시',
        '-': '하이픈',
        _: '밑줄',
        ':': '콜론',
        '+': '플러스',
        '=': '는',
        '&': '앤드',
      },
      number: (text) => digits(text),
    },
    phone: {
      plus: '플러스 ',
      between: ', ',
      digits: (group) => digits(group, '공'),
      sources: ['(?<![\\d-])0\\d{1,2}-\\d{3,4}-\\d{4}(?![\\d-])', '(?<![\\d-])1[568]\\d{2}-\\d{4}(?![\\d-])'],
    },
    quantity: say,
    fraction: (top, bottom) => `${bottom}분의 ${top}`,
    scale: '[천백십]?[만억조천백]',
    currencies: CURRENCIES,
    money: { scale: SCALE, say: ({ number, scale }, currency) => `${say(number)}${scale} ${currency}` },
    units: UNITS,
    measure(sign, amount, unit) {
      // Speeds are named before the number: `시속 백 킬로미터`.
      const [, speed, length] = /^(시속|초속) (.+)$/.exec(unit) ?? [];
      return speed === undefined ? `${sign}${amount} ${unit}` : `${speed} ${amount} ${length}`;
    },
    abbreviations: ABBREVIATIONS,
    own: { dates: DATES, times: times(), money: [MONEY], measures: [], counters: counters() },
  });
}

/** June and October lose a sound: `유월`, `시월`. */
function month(value: number): string {
  if (value === 6) return '유월';
  return value === 10 ? '시월' : `${KO.cardinal(value)}월`;
}

const DATES: readonly Rule[] = [
  dateRule((year, of, day) => `${KO.cardinal(Number(year))} 년 ${month(of)} ${KO.cardinal(day)} 일`, {
    between: '(?:-|/|\\. ?)',
    end: '\\.?',
  }),
  rule('date', `${START}(?:(?<from>\\d{1,2})월?${UNTIL})?(?<month>\\d{1,2})월`, ({ groups }) => {
    if (Number(groups.month) < 1 || Number(groups.month) > 12) return undefined;
    return `${groups.from === undefined ? '' : `${month(Number(groups.from))}에서 `}${month(Number(groups.month))}`;
  }),
];

function times(): Rule[] {
  const hours = (value: number): string => (value > 12 || value === 0 ? KO.cardinal(value) : native(value));
  const clock = ({ hour, minute, second, half }: Clock): string => {
    const day = half === undefined ? '' : half === 'a' ? '오전 ' : '오후 ';
    const rest = Number(minute) === 0 ? '' : ` ${KO.cardinal(Number(minute))} 분`;
    return `${day}${hours(Number(hour))} 시${rest}${second === undefined ? '' : ` ${KO.cardinal(Number(second))} 초`}`;
  };
  return [
    ...clockRules(clock),
    rule(
      'time',
      `${START}(?:(?<from>\\d{1,2})시?${UNTIL})?(?<hour>\\d{1,2})시(?!간)`,
      ({ groups, after }) =>
        `${groups.from === undefined ? '' : `${hours(Number(groups.from))} 시에서 `}${hours(Number(groups.hour))} 시${/^[\p{L}\d]/u.test(after) && /^\d/.test(after) ? ' ' : ''}`,
    ),
  ];
}

const MONEY = rule(
  'currency',
  `${START}(?<number>${NUMBER})${STOP}(?<scale>${SCALE})? ?(?<won>원|달러|유로|엔)`,
  ({ groups }) => `${say(groups.number)}${groups.scale ?? ''} ${groups.won}`,
);

// `1번 출구`, `3번 버스`: a number, not how often.
const NUMBERED = /^ ?(?:출구|버스|문제|문항|홈|국도|선|타자|트랙|창구|게이트|방|곡|칸|좌석|지)/;

function counters(): Rule[] {
  const natives = alternation(NATIVE_COUNTERS);
  const sinos = alternation(SINO_COUNTERS);
  return [
    rule('ordinal', `${START}1번째`, () => '첫 번째'),
    rule(
      'ordinal',
      `(?<=제 ?)(?<number>\\d{1,9})${STOP}(?<key>${sinos})?`,
      ({ groups }) => `${say(groups.number)}${groups.key === undefined ? '' : ` ${groups.key}`}`,
    ),
    rule(
      'number',
      `${START}(?<number>\\d{1,3})번(?![지길째])`,
      ({ groups, after }) =>
        `${NUMBERED.test(after) || Number(groups.number) > 20 ? KO.cardinal(Number(groups.number)) : native(Number(groups.number))} 번`,
    ),
    rule(
      'number',
      `(?<!제 ?)${START}(?:(?<from>\\d{1,3})(?:${natives})?${UNTIL})?(?<number>\\d{1,3}|\\d{1,3}(?:,\\d{3}){1,4}) ?(?<key>${natives})(?!월|국)`,
      ({ groups }) => {
        const { from, number = '', key = '' } = groups;
        const value = Number(number.replace(/,/g, ''));
        return `${from === undefined ? '' : `${native(Number(from))} ${key}에서 `}${native(value)} ${key}`;
      },
    ),
    rule(
      'number',
      `${START}(?:(?<from>${NUMBER})(?:${sinos})?${UNTIL})?(?<number>${NUMBER})${STOP} ?(?<key>${sinos})`,
      ({ groups }) => {
        const { from, number, key } = groups;
        return `${from === undefined ? '' : `${say(from)}에서 `}${say(number)} ${key}`;
      },
    ),
  ];
}
