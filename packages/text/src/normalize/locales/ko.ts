import { toCardinal } from 'n2words/ko-KR';
import { ABBREVIATIONS, CURRENCIES, NATIVE_COUNTERS, SINO_COUNTERS, UNITS } from '../data/ko.ts';
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

const SINO = '영일이삼사오육칠팔구';
const digits = (text: string, zero = '영'): string =>
  Array.from(text, (digit) => (digit === '0' ? zero : (SINO[Number(digit)] ?? ''))).join('');

const KO: Eastern = { cardinal: (value) => toCardinal(value), digits, point: ' 점 ', minus: '마이너스 ' };

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
    spacing: 'pieces',
  };
}

function contacts(): Rule[] {
  const signs = {
    '.': '점',
    '@': '골뱅이',
    '/': '슬래시',
    '-': '하이픈',
    _: '밑줄',
    ':': '콜론',
    '+': '플러스',
    '=': '는',
    '&': '앤드',
  };
  return [
    ...addresses({ signs, number: (text) => digits(text) }),
    ...phones(
      (groups, plus) => `${plus ? '플러스 ' : ''}${groups.map((group) => digits(group, '공')).join(', ')}`,
      ['(?<![\\d-])0\\d{1,2}-\\d{3,4}-\\d{4}(?![\\d-])', '(?<![\\d-])1[568]\\d{2}-\\d{4}(?![\\d-])'],
    ),
  ];
}

/** June and October lose a sound: `유월`, `시월`. */
function month(value: number): string {
  if (value === 6) return '유월';
  return value === 10 ? '시월' : `${KO.cardinal(value)}월`;
}

function dates(): Rule[] {
  const date = ({ groups }: Found): string | undefined => {
    const [year, of, day] = [Number(groups.year), Number(groups.month), Number(groups.day)];
    if (of < 1 || of > 12 || day < 1 || day > 31) return undefined;
    return `${KO.cardinal(year)} 년 ${month(of)} ${KO.cardinal(day)} 일`;
  };
  return [
    rule(
      'date',
      '(?<![\\d./-])(?<year>[12]\\d{3})(?:-|/|\\. ?)(?<month>\\d{1,2})(?:-|/|\\. ?)(?<day>\\d{1,2})(?![\\d/-]|\\.\\d)\\.?',
      date,
    ),
    rule('date', `${START}(?:(?<from>\\d{1,2})월?${UNTIL})?(?<month>\\d{1,2})월`, ({ groups }) => {
      if (Number(groups.month) < 1 || Number(groups.month) > 12) return undefined;
      return `${groups.from === undefined ? '' : `${month(Number(groups.from))}에서 `}${month(Number(groups.month))}`;
    }),
  ];
}

function times(): Rule[] {
  const hours = (value: number): string => (value > 12 || value === 0 ? KO.cardinal(value) : native(value));
  const clock = ({ groups }: Found): string | undefined => {
    const { hour = '', minute = '0', second, half } = groups;
    if (Number(hour) > 24 || Number(minute) > 59) return undefined;
    const day = half === undefined ? '' : /^a/i.test(half) ? '오전 ' : '오후 ';
    const rest = Number(minute) === 0 ? '' : ` ${KO.cardinal(Number(minute))} 분`;
    return `${day}${hours(Number(hour))} 시${rest}${second === undefined ? '' : ` ${KO.cardinal(Number(second))} 초`}`;
  };
  return [
    rule(
      'time',
      '(?<![\\p{N}:.])(?<hour>[01]?\\d|2[0-4]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?(?: ?(?<half>[ap]\\.?m\\.?|AM|PM)(?![A-Za-z]))?(?![\\p{N}:])',
      clock,
    ),
    rule(
      'time',
      `${START}(?:(?<from>\\d{1,2})시?${UNTIL})?(?<hour>\\d{1,2})시(?!간)`,
      ({ groups, after }) =>
        `${groups.from === undefined ? '' : `${hours(Number(groups.from))} 시에서 `}${hours(Number(groups.hour))} 시${/^[\p{L}\d]/u.test(after) && /^\d/.test(after) ? ' ' : ''}`,
    ),
  ];
}

function money(): Rule[] {
  const signs = alternation(Object.keys(CURRENCIES));
  const scale = '(?<scale>[천백십]?[만억조])?';
  const pay = ({ groups }: Found): string =>
    `${groups.sign === undefined ? '' : KO.minus}${say(groups.number)}${groups.scale ?? ''} ${CURRENCIES[groups.symbol ?? ''] ?? ''}`;
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
    rule(
      'currency',
      `${START}(?<number>${NUMBER})${STOP}(?<scale>[천백십]?[만억조])? ?(?<won>원|달러|유로|엔)`,
      ({ groups }) => `${say(groups.number)}${groups.scale ?? ''} ${groups.won}`,
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
        const low = groups.from === undefined ? '' : `${say(groups.from)}에서 `;
        const unit = UNITS[groups.unit ?? ''] ?? '';
        // Speeds are named before the number: `시속 백 킬로미터`.
        const [, speed, length] = /^(시속|초속) (.+)$/.exec(unit) ?? [];
        const sign = groups.sign === undefined ? '' : /°|℃/.test(groups.unit ?? '') ? '영하 ' : KO.minus;
        return speed === undefined
          ? `${sign}${low}${say(groups.number)} ${unit}`
          : `${speed} ${low}${say(groups.number)} ${length}`;
      },
    ),
  ];
}

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

function numbers(): Rule[] {
  return [
    rule(
      'number',
      `${START}(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/])`,
      ({ groups }) => `${KO.cardinal(Number(groups.bottom))}분의 ${KO.cardinal(Number(groups.top))}`,
    ),
    rule('number', `${START}(?<from>${NUMBER})${UNTIL}(?<to>${NUMBER})${STOP}`, ({ groups, before }) =>
      /[-\d]$/.test(before) || /^0\d|^\d{5}/.test(groups.from ?? '')
        ? undefined
        : `${say(groups.from)}에서 ${say(groups.to)}`,
    ),
    rule(
      'number',
      `(?<sign>(?<![\\p{L}\\p{N})])-)?${START}(?<number>${NUMBER})${STOP}(?<scale>[천백십]?[만억조천백])?`,
      ({ groups }) =>
        `${groups.sign === undefined ? '' : KO.minus}${say(groups.number)}${groups.scale ?? ''}`,
    ),
    rule('number', '(?<!\\d)\\d{1,9}(?:\\.\\d{1,9}){1,6}(?!\\d)', ({ text }) =>
      text.split('.').map(say).join(' 점 '),
    ),
    rule('number', '\\d{1,40}', ({ text }) => digits(text)),
  ];
}

function words(): Rule[] {
  return [replaced('abbreviation', ABBREVIATIONS), romanSigns((value) => KO.cardinal(value))];
}
