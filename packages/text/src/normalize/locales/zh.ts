import { ABBREVIATIONS, CURRENCIES, MEASURES, TRADITIONAL, UNITS } from '../data/zh.ts';
import { type Clock, clockRules, createEastern, dateRule } from '../eastern/eastern.ts';
import { NUMBER, type Numerals, START, STOP, sayPlain, UNTIL } from '../eastern/numerals.ts';
import { alternation } from '../numbers.ts';
import type { Language, Rule } from '../types.ts';
import { rule } from '../western/rules.ts';

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

const MINUS = '负';
const SCALE = '[万亿千百]{1,2}';
const ZH: Numerals = { cardinal, digits, point: '点' };
const say = (text = ''): string => sayPlain(ZH, text);
const counted = (text = ''): string => (text === '2' ? '两' : say(text));

/** Mandarin; in traditional characters where the locale is written with them. */
export function chinese(locale: string): Language {
  const mandarin = simplified();
  if (!/-(?:hant|tw|hk|mo)/.test(locale)) return mandarin;
  const rules = mandarin.rules.map(
    (own): Rule => ({
      ...own,
      say(found) {
        const spoken = own.say(found);
        return spoken === undefined ? undefined : traditional(spoken);
      },
    }),
  );
  return { ...mandarin, rules };
}

const traditional = (text: string): string => Array.from(text, (sign) => TRADITIONAL[sign] ?? sign).join('');

function simplified(): Language {
  return createEastern({
    ...ZH,
    minus: MINUS,
    below: '零下',
    to: '到',
    spacing: 'none',
    address: {
      signs: {
        '.': '点',
        '@': '艾特',
        '/': '斜杠',
        '-': '横杠',
        _: '下划线',
        ':': '冒号',
        '+': '加',
        '=': '等于',
        '&': '和',
      },
      number: digits,
    },
    phone: {
      plus: '加',
      between: '，',
      digits: phoneDigits,
      sources: [
        '(?<![\\d-])1[3-9]\\d(?:[ -]?\\d{4}){2}(?![\\d-])',
        '(?<![\\d-])0\\d{2,3}-\\d{7,8}(?![\\d-])',
        '(?<![\\d-])400-\\d{3}-\\d{4}(?![\\d-])',
      ],
    },
    quantity: counted,
    fraction: (top, bottom) => `${bottom}分之${top}`,
    scale: '[万亿]',
    currencies: CURRENCIES,
    money: { scale: SCALE, prefixed: '元?', say: price },
    units: UNITS,
    measure: (sign, amount, unit) => `${sign}${amount}${unit}`,
    abbreviations: ABBREVIATIONS,
    own: { dates: dates(), times: times(), money: [YUAN], measures: [SHARE], counters: counters() },
  });
}

function dates(): Rule[] {
  const plain = (text = ''): string => cardinal(Number(text)).replace(/^两/, '二');
  return [
    dateRule((year, month, day) => `${yearDigits(year)}年${cardinal(month)}月${cardinal(day)}日`),
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
  const clock = ({ hour, minute, second, half }: Clock): string => {
    const day = half === undefined ? '' : half === 'a' ? '上午' : '下午';
    const rest =
      Number(minute) === 0 ? '' : `${minute.startsWith('0') ? '零' : ''}${cardinal(Number(minute))}分`;
    return `${day}${hours(hour)}点${rest}${second === undefined ? '' : `${cardinal(Number(second))}秒`}`;
  };
  return [
    ...clockRules(clock, [`${START}(?<hour>\\d{1,2})[点點时時](?<minute>[0-5]?\\d)分(?!钟)`]),
    rule(
      'time',
      `${START}(?:(?<from>\\d{1,2})[点點]?${UNTIL})?(?<hour>\\d{1,2})[点點](?!\\d)`,
      ({ groups }) =>
        `${groups.from === undefined ? '' : `${hours(groups.from)}点到`}${hours(groups.hour ?? '')}点`,
    ),
  ];
}

const YUAN = rule(
  'currency',
  `${START}(?<number>${NUMBER})${STOP}(?<scale>${SCALE})?元`,
  ({ groups: { number = '', scale = '' } }) => price({ number, scale }, '元'),
);

/** `五元五角`, `五元零五分`, `两美元`, `三点五亿元`. */
function price({ number, scale }: { number: string; scale: string }, currency: string): string {
  const [, whole, tenths, hundredths] = /^([\d,]+)\.(\d)(\d)$/.exec(number) ?? [];
  if (scale !== '' || currency !== '元' || whole === undefined)
    return `${counted(number)}${scale}${currency}`;
  const jiao = tenths === '0' ? (hundredths === '0' ? '' : '零') : `${counted(tenths)}角`;
  const fen = hundredths === '0' ? '' : `${digits(hundredths ?? '')}分`;
  return Number(whole) === 0 ? `${jiao.replace('零', '')}${fen}` : `${counted(whole)}元${jiao}${fen}`;
}

const SHARE = rule(
  'unit',
  `(?<sign>(?<![\\d])-)?${START}(?:(?<from>${NUMBER})%?${UNTIL})?(?<number>${NUMBER})${STOP} ?(?<unit>[%‰])`,
  ({ groups }) => {
    const share = groups.unit === '%' ? '百分之' : '千分之';
    const low = groups.from === undefined ? '' : `${share}${say(groups.from)}到`;
    return `${groups.sign === undefined ? '' : MINUS}${low}${share}${say(groups.number)}`;
  },
);

function counters(): Rule[] {
  const all = alternation([...MEASURES, ...MEASURES.map(traditional)]);
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
