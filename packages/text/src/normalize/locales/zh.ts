import { ABBREVIATIONS, CURRENCIES, MEASURES, TRADITIONAL, UNITS } from '../data/zh.ts';
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

const DIGITS = '零一二三四五六七八九';
const SECTIONS = ['', '万', '亿', '万亿'];

function section(value: number): string {
  let words = '';
  let gap = false;
  for (const [size, name] of [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
    [1, ''],
  ] as const) {
    const digit = Math.floor(value / size) % 10;
    if (digit === 0) {
      gap = words !== '';
      continue;
    }
    words += `${gap ? '零' : ''}${DIGITS[digit]}${name}`;
    gap = false;
  }
  return words;
}

/** `十二`, `一百零五`, `两千`, `两万二千`: two is 两 at the head of thousands and more. */
function cardinal(value: number): string {
  if (value === 0) return '零';
  let words = '';
  let rest = value;
  for (let index = 3; index >= 0; index--) {
    const size = 10_000 ** index;
    const part = Math.floor(rest / size);
    rest %= size;
    if (part === 0) continue;
    const zero = words !== '' && part < 1000 ? '零' : '';
    words += `${zero}${section(part)}${SECTIONS[index] ?? ''}`;
  }
  return words.replace(/^一十/, '十').replace(/^二(?=[千万亿])/, '两');
}

const digits = (text: string): string => Array.from(text, (digit) => DIGITS[Number(digit)] ?? '').join('');
/** In phone numbers, one is read as yāo, which cannot be confused with seven. */
const phoneDigits = (text: string): string => digits(text).replace(/一/g, '幺');
const yearDigits = (text: string): string => digits(text).replace(/零/g, '〇');

const ZH: Eastern = { cardinal, digits, point: '点', minus: '负' };
const say = (text = ''): string => sayPlain(ZH, text);
const counted = (text = ''): string => (text === '2' ? '两' : say(text));

/** Mandarin; in traditional characters where the locale is written with them. */
export function chinese(locale: string): Language {
  const rules = [
    ...contacts(),
    ...dates(),
    ...times(),
    ...money(),
    ...measures(),
    ...counters(),
    ...numbers(),
    ...words(),
  ];
  if (!/-(?:hant|tw|hk|mo)/.test(locale)) return { rules, spacing: 'none' };
  const traditional = (text: string): string =>
    Array.from(text, (sign) => TRADITIONAL[sign] ?? sign).join('');
  const written = rules.map(
    (own): Rule => ({
      ...own,
      say(found) {
        const spoken = own.say(found);
        return spoken === undefined ? undefined : traditional(spoken);
      },
    }),
  );
  return { rules: written, spacing: 'none' };
}

function contacts(): Rule[] {
  const signs = {
    '.': '点',
    '@': '艾特',
    '/': '斜杠',
    '-': '横杠',
    _: '下划线',
    ':': '冒号',
    '+': '加',
    '=': '等于',
    '&': '和',
  };
  return [
    ...addresses({ signs, number: digits }),
    ...phones(
      (groups, plus) => `${plus ? '加' : ''}${groups.map(phoneDigits).join('，')}`,
      [
        '(?<![\\d-])1[3-9]\\d(?:[ -]?\\d{4}){2}(?![\\d-])',
        '(?<![\\d-])0\\d{2,3}-\\d{7,8}(?![\\d-])',
        '(?<![\\d-])400-\\d{3}-\\d{4}(?![\\d-])',
      ],
    ),
  ];
}

function dates(): Rule[] {
  const date = ({ groups }: Found): string | undefined => {
    const [month, day] = [Number(groups.month), Number(groups.day)];
    if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
    return `${yearDigits(groups.year ?? '')}年${cardinal(month)}月${cardinal(day)}日`;
  };
  const plain = (text = ''): string => cardinal(Number(text)).replace(/^两/, '二');
  return [
    rule(
      'date',
      '(?<![\\d./-])(?<year>[12]\\d{3})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})(?![\\d/-]|\\.\\d)',
      date,
    ),
    rule(
      'date',
      `${START}(?:(?<from>[12]\\d{3})年?${UNTIL})?(?<year>[12]\\d{3})年`,
      ({ groups }) =>
        `${groups.from === undefined ? '' : `${yearDigits(groups.from)}年到`}${yearDigits(groups.year ?? '')}年`,
    ),
    rule(
      'date',
      `${START}(?:(?<from>\\d{1,2})(?:[月日号號])?${UNTIL})?(?<number>\\d{1,2})(?<sign>[月日号號]|年代)(?!份额)`,
      ({ groups }) =>
        `${groups.from === undefined ? '' : `${plain(groups.from)}${groups.sign}到`}${plain(groups.number)}${groups.sign}`,
    ),
  ];
}

function times(): Rule[] {
  const hours = (text: string): string => (Number(text) === 2 ? '两' : cardinal(Number(text)));
  const clock = ({ groups }: Found): string | undefined => {
    const { hour = '', minute = '0', second, half } = groups;
    if (Number(hour) > 24 || Number(minute) > 59) return undefined;
    const day = half === undefined ? '' : /^a/i.test(half) ? '上午' : '下午';
    const rest =
      Number(minute) === 0 ? '' : `${minute.startsWith('0') ? '零' : ''}${cardinal(Number(minute))}分`;
    return `${day}${hours(hour)}点${rest}${second === undefined ? '' : `${cardinal(Number(second))}秒`}`;
  };
  return [
    rule(
      'time',
      '(?<![\\p{N}:.])(?<hour>[01]?\\d|2[0-4]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?(?: ?(?<half>[ap]\\.?m\\.?|AM|PM)(?![A-Za-z]))?(?![\\p{N}:])',
      clock,
    ),
    rule('time', `${START}(?<hour>\\d{1,2})[点點时時](?<minute>[0-5]?\\d)分(?!钟)`, clock),
    rule(
      'time',
      `${START}(?:(?<from>\\d{1,2})[点點]?${UNTIL})?(?<hour>\\d{1,2})[点點](?!\\d)`,
      ({ groups }) =>
        `${groups.from === undefined ? '' : `${hours(groups.from)}点到`}${hours(groups.hour ?? '')}点`,
    ),
  ];
}

function money(): Rule[] {
  const signs = alternation(Object.keys(CURRENCIES));
  const scale = '(?<scale>[万亿千百]{1,2})?';
  const pay = ({ groups }: Found): string => {
    const { number = '', scale: of = '', symbol = '', sign } = groups;
    return `${sign === undefined ? '' : ZH.minus}${price(number, of, CURRENCIES[symbol] ?? '')}`;
  };
  return [
    rule(
      'currency',
      `(?<sign>(?<![\\d])-)?(?<![A-Za-z])(?<symbol>${signs}) ?(?<number>${NUMBER})${STOP}${scale}元?`,
      pay,
    ),
    rule(
      'currency',
      `(?<sign>(?<![\\d])-)?${START}(?<number>${NUMBER})${STOP}${scale} ?(?<symbol>${signs})(?![A-Za-z])`,
      pay,
    ),
    rule('currency', `${START}(?<number>${NUMBER})${STOP}${scale}元`, ({ groups }) =>
      price(groups.number ?? '', groups.scale ?? '', '元'),
    ),
  ];
}

/** `五元五角`, `五元零五分`, `两美元`, `三点五亿元`. */
function price(text: string, scale: string, currency: string): string {
  const [, whole, tenths, hundredths] = /^([\d,]+)\.(\d)(\d)$/.exec(text) ?? [];
  if (scale !== '' || currency !== '元' || whole === undefined) return `${counted(text)}${scale}${currency}`;
  const jiao = tenths === '0' ? (hundredths === '0' ? '' : '零') : `${counted(tenths)}角`;
  const fen = hundredths === '0' ? '' : `${digits(hundredths ?? '')}分`;
  return Number(whole) === 0 ? `${jiao.replace('零', '')}${fen}` : `${counted(whole)}元${jiao}${fen}`;
}

function measures(): Rule[] {
  const units = alternation(Object.keys(UNITS));
  return [
    rule(
      'unit',
      `(?<sign>(?<![\\d])-)?${START}(?:(?<from>${NUMBER})%?${UNTIL})?(?<number>${NUMBER})${STOP} ?(?<unit>[%‰])`,
      ({ groups }) => {
        const share = groups.unit === '%' ? '百分之' : '千分之';
        const low = groups.from === undefined ? '' : `${share}${say(groups.from)}到`;
        return `${groups.sign === undefined ? '' : ZH.minus}${low}${share}${say(groups.number)}`;
      },
    ),
    rule(
      'unit',
      `(?<sign>(?<![\\d])-)?${START}(?:(?<from>${NUMBER})${UNTIL})?(?<number>${NUMBER})${STOP} ?(?<unit>${units})(?![A-Za-z])`,
      ({ groups }) => {
        const { sign, from, number, unit = '' } = groups;
        const below = /°|℃/.test(unit) ? '零下' : ZH.minus;
        return `${sign === undefined ? '' : below}${from === undefined ? '' : `${counted(from)}到`}${counted(number)}${UNITS[unit] ?? ''}`;
      },
    ),
  ];
}

function counters(): Rule[] {
  const traditional = MEASURES.map((word) => Array.from(word, (sign) => TRADITIONAL[sign] ?? sign).join(''));
  const all = alternation([...MEASURES, ...traditional]);
  return [
    rule(
      'ordinal',
      `第 ?(?<number>\\d{1,9})${STOP}(?: (?=\\p{Script=Han}))?`,
      ({ groups }) => `第${cardinal(Number(groups.number)).replace(/^两/, '二')}`,
    ),
    rule(
      'number',
      `${START}(?:(?<from>${NUMBER})(?:${all})?${UNTIL})?(?<number>${NUMBER})${STOP}(?<key>${all})`,
      ({ groups }) =>
        `${groups.from === undefined ? '' : `${counted(groups.from)}到`}${counted(groups.number)}${groups.key}`,
    ),
  ];
}

function numbers(): Rule[] {
  return [
    rule(
      'number',
      `${START}(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/])`,
      ({ groups }) => `${cardinal(Number(groups.bottom))}分之${cardinal(Number(groups.top))}`,
    ),
    rule('number', `${START}(?<from>${NUMBER})${UNTIL}(?<to>${NUMBER})${STOP}`, ({ groups, before }) =>
      /[-\d]$/.test(before) || /^0\d|^\d{5}/.test(groups.from ?? '')
        ? undefined
        : `${say(groups.from)}到${say(groups.to)}`,
    ),
    rule(
      'number',
      `(?<sign>(?<![\\p{L}\\p{N})])-)?${START}(?<number>${NUMBER})${STOP}(?<scale>[万亿])?`,
      ({ groups }) =>
        `${groups.sign === undefined ? '' : ZH.minus}${groups.scale === undefined ? say(groups.number) : counted(groups.number) + groups.scale}`,
    ),
    rule('number', '(?<!\\d)\\d{1,9}(?:\\.\\d{1,9}){1,6}(?!\\d)', ({ text }) =>
      text.split('.').map(say).join('点'),
    ),
    rule('number', '\\d{1,40}', ({ text }) => digits(text)),
  ];
}

function words(): Rule[] {
  return [replaced('abbreviation', ABBREVIATIONS), romanSigns(cardinal)];
}
