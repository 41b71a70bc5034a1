import { ABBREVIATIONS, CURRENCIES, MEASURES, TRADITIONAL, UNITS, ZH_CODES, ZH_LABELS } from '../data/zh.ts';
import { perSource } from '../eastern/amounts.ts';
import { type ClockWords, clockRules, type DateWords, dateRules, isDay, sayDate } from '../eastern/clock.ts';
import { createEastern, type Sum } from '../eastern/eastern.ts';
import {
  joinEnds,
  NUMBER,
  type Numerals,
  SIGN,
  START,
  STOP,
  sayWrittenNumber,
  UNTIL,
} from '../eastern/numerals.ts';
import { SPOKEN } from '../markup.ts';
import { alternation } from '../numbers.ts';
import type { Choices, Language, Rule } from '../types.ts';
import { rule, wordRule } from '../western/rules.ts';

const DIGITS = '零一二三四五六七八九';
const SECTIONS = ['', '万', '亿', '万亿'];
const PLACES = ['千', '百', '十', ''];

/** Four digits with their places: `一千零五`. */
function section(value: number): string {
  const digits = String(value).padStart(4, '0');
  let words = '';
  for (let index = 0; index < 4; index++) {
    const digit = Number(digits[index]);
    if (digit > 0) words += `${DIGITS[digit]}${PLACES[index]}`;
    else if (words !== '' && !words.endsWith('零')) words += '零';
  }
  return words.replace(/零$/, '');
}

/** `十二`, `一百零五`, `两千`, `两万二千`: before thousands and larger units, two is 两. */
function cardinal(value: number): string {
  if (value === 0) return '零';
  let words = '';
  let remainder = value;
  for (let index = 3; index >= 0; index--) {
    const size = 10_000 ** index;
    const part = Math.floor(remainder / size);
    remainder %= size;
    if (part === 0) continue;
    const zero = words !== '' && part < 1000 ? '零' : '';
    words += `${zero}${section(part)}${SECTIONS[index] ?? ''}`;
  }
  return words.replace(/^一十/, '十').replace(/^二(?=[千万亿])/, '两');
}

/** Digit by digit: `105` as `一零五`. */
const digits = (text: string): string => Array.from(text, (digit) => DIGITS[Number(digit)] ?? '').join('');
/** In phone numbers, one is read as yāo, which cannot be confused with seven. */
const phoneDigits = (text: string): string => digits(text).replace(/一/g, '幺');
/** Digit by digit, with the zero of years: `2005` as `二〇〇五`. */
const yearDigits = (text: string): string => digits(text).replace(/零/g, '〇');

const MINUS = '负';
const SCALE = '[万亿千百]{1,2}';
const ZH: Numerals = { cardinal, digits, point: '点' };
/** A number as written: `1,000.5`. */
const say = (text = ''): string => sayWrittenNumber(ZH, text);
/** A number or a fraction before a counted noun, where two is `两`. */
const sayCount = (text = ''): string => {
  const [top, bottom] = text.split('/');
  if (bottom !== undefined) return `${cardinal(Number(bottom))}分之${cardinal(Number(top))}`;
  if (text === '2') return '两';
  return say(text);
};
/** A number that names its thing and counts nothing: two is 二. */
const sayNumeral = (text = ''): string => cardinal(Number(text)).replace(/^两/, '二');

const DATE: DateWords = {
  year: (digits) => `${yearDigits(digits)}年`,
  month: (value) => `${cardinal(value)}月`,
  day: (value) => `${cardinal(value)}日`,
  space: '',
};

/** Mandarin; in traditional characters if the locale uses them. */
export function chinese(locale: string, choices: Choices): Language {
  const mandarin = createSimplified(locale, choices);
  if (!/-(?:hant|tw|hk|mo)/.test(locale)) return mandarin;
  const rules = mandarin.rules.map((mandarinRule): Rule => {
    const say: Rule['say'] = (match) => {
      const words = mandarinRule.say(match);
      return words && toTraditional(words);
    };
    return { ...mandarinRule, say };
  });
  return { ...mandarin, rules };
}

/** Simplified characters as traditional ones. */
const toTraditional = (text: string): string =>
  Array.from(text, (sign) => TRADITIONAL[sign] ?? sign).join('');

/** The rules of Chinese, with words in simplified characters. */
function createSimplified(locale: string, choices: Choices): Language {
  return createEastern({
    locale,
    choices,
    ...ZH,
    minus: MINUS,
    plus: '正',
    plusMinus: '正负',
    below: '零下',
    to: '到',
    link: '约|約|次日|当日|上午|下午|晚上|凌晨|中午|第|[¥$€£]',
    and: '又',
    spacing: 'none',
    space: '',
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
        '?': '问号',
        '#': '井号',
        '%': '百分号',
        '~': '波浪号',
      },
      number: digits,
    },
    handle: '艾特',
    hashtag: '话题',
    phone: {
      plus: '加',
      between: '，',
      digits: phoneDigits,
      sources: [
        '(?<![\\d-])1[3-9]\\d(?:[ -]?\\d{4}){2}(?![\\d-])',
        '(?<![\\d-])\\(?0\\d{2,3}[)‐‑–-] ?\\d{3,4}[ -]?\\d{4}(?![\\d-])',
        '(?<![\\d-])0\\d{2,3} \\d{3,4} ?\\d{4}(?![\\d-])',
        '(?<=分机号?是?[: ]{0,2}|转分机|内线)\\d{2,6}(?!\\d)',
        '(?<![\\d.-])12\\d{3}(?=市民|消费者|政务)',
        '(?<![\\d-])[48]00[ -]\\d{3}[ -]\\d{4}(?![\\d-])',
        '(?<![\\d-])[48]00[ -]?\\d{4}[ -]?\\d{3}(?![\\d-])',
        // Short telephone numbers: after a word for calling, and well-known ones.
        '(?<=(?:拨打|致电|热线|報警|报警|打|撥打|电话|電話|客服|拨|撥)(?:了|是|为|:)?[“"「]? ?)\\d{3,8}(?![\\d.,%-]|[元块折次分个個人页頁])',
        '(?<!\\d)(?:110|119|120|122|999|12306|12345|12315|10086|10010|10000|95\\d{3})(?=(?:客服|热线|報警|报警|急救|火警|电话|電話|专线|网站))',
      ],
    },
    codes: {
      ...ZH_CODES,
      between: '，',
      say: phoneDigits,
    },
    labels: {
      ...ZH_LABELS,
      place(place, total, after) {
        const page = /^[页頁]/.exec(after)?.[0];
        return `${place.replace(/^两/, '二')}${page === undefined ? '斜杠' : `${page}共`}${total}`;
      },
    },
    date: DATE,
    roman: [
      '(?<=第 ?)[IVXLC]{1,7}(?![A-Za-z])',
      '(?<![A-Za-z])[IVXL]{2,6}(?=[世章部卷型期级])',
      '(?<=\\p{Script=Han})[IVXL](?=[世卷型期级])',
      '(?<=\\p{Script=Han} ?)(?:I{2,3}|IV|VI{1,3}|IX|XI{1,3}|XIV|XVI{0,3}|XIX)(?![A-Za-z\\d])',
    ],
    math: {
      arithmetic: {
        '+': '加',
        '-': '减',
        '×': '乘以',
        '*': '乘以',
        '÷': '除以',
        '/': '除以',
        '=': '等于',
        '≠': '不等于',
        '≒': '约等于',
        '≈': '约等于',
        '<': '小于',
        '>': '大于',
        '≦': '小于等于',
        '≤': '小于等于',
        '≧': '大于等于',
        '≥': '大于等于',
        '±': '正负',
      },
      algebra: {},
      power(exponent) {
        if (exponent === '2') return '的平方';
        return `的${exponent.replace('-', MINUS).replace(/\d+/, (number) => cardinal(Number(number)))}次方`;
      },
      root: '根号',
      gain: '加',
    },
    score: {
      versus: '比',
      ratio:
        /^ ?(?:(?:的)?(?:显示器|屏幕|画面|宽高比)|的(?:比例|比分|比率|配比|优势|成绩|大比分)|(?:战胜|击败|获胜|大胜|险胜|落后|领先|取胜|战平|负于|逆转|不敌|告负|完胜|稀释|兑水|混合))/,
      ratioBefore: /(?:比例尺|比例|比分|比率|配比|总比分|以|比)[为是达到:：]? ?$/,
      before: /(?:比分|比数|总分|以)[为是达到定格在:：]{0,3} ?$/,
      after:
        /^ ?(?:战胜|击败|获胜|大胜|险胜|落后|领先|取胜|战平|负于|逆转|不敌|告负|完胜|胜|力克|淘汰|的比分|的大比分|的优势)/,
    },
    counted(number, noun) {
      if (noun === undefined) return say(number);
      return sayCount(number) + noun;
    },
    quantity: sayCount,
    fraction: (top, bottom) => `${bottom}分之${top}`,
    scale: '[万亿]',
    currencies: CURRENCIES,
    money: {
      scale: SCALE,
      prefixed: '元?',
      amount: ({ number, scale }) => `${sayCount(number)}${scale}`,
      say: price,
      per: perUnit,
    },
    units: UNITS,
    measure(sign, amount, unit, per) {
      const words = `${sign}${amount}${unit}`;
      return per === undefined ? words : `${words}每${per}`;
    },
    abbreviations: ABBREVIATIONS,
    own: {
      codes: CODES,
      dates: createDateRules(choices),
      times: createTimeRules(),
      money: [YUAN],
      measures: [SHARE],
      counters: createCounterRules(),
    },
  });
}

/** `每人一百元`. */
const perUnit = (amount: string, unit: string | undefined): string =>
  unit === undefined ? amount : `每${unit}${amount}`;

const CODES: readonly Rule[] = [
  // `24/7`
  rule('number', '24/7(?![\\d/])', () => '全天候二十四小时'),
  // Names that are numbers: `996工作`.
  rule(
    'number',
    '(?<![\\d.,])(?:985|211|996|618|315|520|007)(?=$|工程|高校|院校|大学|大學|工作|大促|购物|晚会|表白|[、，。和与])',
    ({ text }) => digits(text),
  ),
  // Rooms, flights, trains and plates are read digit by digit: `302室`.
  rule('number', '(?<![\\d.,A-Za-z-])\\d{3,4}(?=(?:号|號)?(?:室|房)(?!间|價|价))', ({ text }) =>
    phoneDigits(text),
  ),
  // `CA1234航班`
  rule('number', '(?<=(?<![A-Za-z])[A-Z]{2})\\d{3,4}(?=次?航班|号?航班|次)', ({ text }) => phoneDigits(text)),
  // `航班CA123`
  rule('number', '(?<=航班 ?[A-Z]{2} ?)\\d{2,4}(?!\\d)', ({ text }) => phoneDigits(text)),
  // Up to two digits of a train are read as a number: `G12次`.
  rule('number', '(?<=(?<![A-Za-z])[GDCZTK])\\d{1,4}(?=次)', ({ text }) => {
    if (text.length > 2) return phoneDigits(text);
    return cardinal(Number(text));
  }),
  // License plates: `京A·12345`.
  rule('number', '(?<=\\p{Script=Han}[A-Z][·• ]?)\\d[A-Z\\d]{4,5}(?![A-Z\\d])', ({ text }) =>
    text.replace(/\d/g, digits),
  ),
  // `1-2-3`
  rule(
    'number',
    '(?<![\\d.,/A-Za-z-])(?!(?:19|20)\\d\\d-)\\d{1,4}-\\d{1,4}-\\d{1,4}(?![\\d.,/-])',
    ({ text }) =>
      text
        .split('-')
        .map((part) => (part.length > 2 ? digits(part) : say(part)))
        .join('杠'),
  ),
  // Roads and bus lines: `318国道`, `102路公交`.
  rule(
    'number',
    '(?<![\\d.])\\d{3}(?=国道|國道|省道|路(?:公交|公車|车|車|公共))|(?<=[国國省]道)\\d{3}(?!\\d)',
    ({ text }) => phoneDigits(text),
  ),
  // Models: `A380`, `C919`, `波音747`.
  rule('number', '(?<=[A-Za-z]-?|波音|空客|空中客车)\\d{3,4}(?![\\d.,%年月])', ({ text }) => digits(text)),
  // `3栋502`
  rule('number', '(?<=[座栋幢棟楼元门] ?)\\d{3,4}(?=$|[^\\d.,%年月米元个平])', ({ text }) =>
    phoneDigits(text),
  ),
  // `V2.0`
  wordRule('abbreviation', `(?<![A-Za-z])[Vv](?:er)?\\.? ?(?=\\d{1,4}\\.\\d|${SPOKEN})`, () => '版本'),
  // `p.12`
  rule(
    'abbreviation',
    '(?<![A-Za-z])(?:p{1,2}|P)\\.? ?(?<number>\\d{1,4})(?=$|[^\\dA-Za-z.])',
    ({ groups }) => `第${sayNumeral(groups.number)}页`,
  ),
];

/** Text that follows a day but no fraction: `12/25上映`. */
const DAY_AHEAD =
  /^ ?(?:\([周週星期]*[一二三四五六日]\)|[-~〜～—至到] ?\d{1,2}\/\d|\p{Script=Han}{0,2}[节節]|事件|事变|起|截止|上映|发售|上线|开业|开幕|出发|之前|前)/u;

/** Another day before it: `11/15～`, also if a rule has read that day (`\u{E001}`, `SPOKEN`). */
const DAY_BEHIND = /(?:\d{1,2}\/\d{1,2}|\u{E001})(?:\([^()]\))? ?(?:[-~〜～–—]|[至到]) ?$/u;

/** A number before the sign for a month, a day or a decade, or a range of them: `3月`, `5-8日`. */
function dateUnitRule(sign: string): Rule {
  const source = `${START}(?:(?<from>\\d{1,2})(?:${sign})?${UNTIL})?(?<number>\\d{1,2})${sign}(?!份额)`;
  const say = (number: string): string => sayNumeral(number) + sign;
  return rule('date', source, ({ groups }) => joinEnds([groups.from, groups.number], say, '到'));
}

/** Dates in digits, and years, months and days with their signs. */
function createDateRules(choices: Choices): Rule[] {
  return [
    // A span of weekdays with a dash: `周一-周五`.
    wordRule(
      'date',
      '(?<=(?:周|星期|礼拜|週)[一二三四五六日天]) ?[-–—] ?(?=(?:周|星期|礼拜|週)?[一二三四五六日天](?!\\p{Script=Han}))',
      () => '到',
    ),
    ...dateRules(DATE, choices),
    // Anniversaries: `9·18`, `5·12`.
    rule('date', `${START}\\d{1,2}[·•]\\d{1,2}(?!\\d)`, ({ text }) => digits(text)),
    // `'98年`
    rule('date', `(?<=['’])\\d{2}(?=[年届級级])`, ({ text }) => digits(text)),
    // `2020年`, `2020-2024年`
    rule('date', `${START}(?:(?<from>[12]\\d{3})年?${UNTIL})?(?<year>[12]\\d{3})年`, ({ groups }) =>
      joinEnds([groups.from, groups.year], DATE.year, '到'),
    ),
    ...['月', '日', '号', '號', '年代'].map(dateUnitRule),
    // Generations: `80后`.
    rule('date', `${START}[0-9]0(?=[后後](?![面来來天悔]))`, ({ text }) => digits(text)),
    // `12/25上映`, but not the fraction `1/2`.
    rule(
      'date',
      '(?<![\\d./])(?<month>\\d{1,2})/(?<day>\\d{1,2})(?![\\d/]|\\.\\d)',
      ({ text, groups, before, after }) => {
        const [month, day] = [Number(groups.month), Number(groups.day)];
        // A fraction has no zeros before its digits.
        const hasZero = /(?<!\d)0/.test(text);
        const hasContext = DAY_AHEAD.test(after) || DAY_BEHIND.test(before);
        const isDate = hasZero || hasContext || month > day;
        if (!isDate || !isDay(month, day)) return undefined;
        return sayDate(DATE, undefined, month, day);
      },
    ),
  ];
}

/** Rules for times and spans of them. */
function createTimeRules(): Rule[] {
  const hour = (value: number): string => `${sayCount(String(value))}点`;
  const clock: ClockWords = {
    am: '上午',
    pm: '下午',
    hour,
    minute: (minute) => `${minute.startsWith('0') ? '零' : ''}${cardinal(Number(minute))}分`,
    second: (value) => `${cardinal(value)}秒`,
    space: '',
  };
  return [
    ...clockRules(clock, [
      `${START}(?<hour>\\d{1,2})[点點时時](?<minute>[0-5]?\\d)(?:分(?!钟)|(?![\\d.分]))`,
    ]),
    // `3'25"`
    rule(
      'time',
      `${START}(?<minute>\\d{1,3})['′](?<second>[0-5]\\d)["″]`,
      ({ groups }) => `${cardinal(Number(groups.minute))}分${cardinal(Number(groups.second))}秒`,
    ),
    // `9点`, `9-17点`
    rule(
      'time',
      `${START}(?:(?<from>\\d{1,2})[点點]?${UNTIL})?(?<hour>\\d{1,2})[点點](?!\\d)`,
      ({ groups }) => joinEnds([groups.from, groups.hour], (end) => hour(Number(end)), '到'),
    ),
  ];
}

/** `-5.5元`, `100元/人` */
const YUAN = rule(
  'currency',
  `${SIGN}${START}(?<number>${NUMBER})${STOP}(?<scale>${SCALE})? ?元${perSource(UNITS)}`,
  ({ groups: { sign, number = '', scale = '', per } }) => {
    const minus = sign === undefined || sign === '+' ? '' : MINUS;
    return perUnit(`${minus}${price({ number, scale }, '元')}`, UNITS[per ?? ''] ?? per);
  },
);

/** `五元五角`, `五元零五分`, `两美元`, `三点五亿元`. */
function price({ number, scale }: Sum, currency: string): string {
  const [, integer, tenths, hundredths] = /^([\d,]+)\.(\d)(\d)$/.exec(number) ?? [];
  if (scale !== '' || currency !== '元' || integer === undefined)
    return `${sayCount(number)}${scale}${currency}`;
  const fen = hundredths === '0' ? '' : `${digits(hundredths ?? '')}分`;
  const jiao = tenths === '0' ? '' : `${sayCount(tenths)}角`;
  if (Number(integer) === 0) return jiao + fen;
  return `${sayCount(integer)}元${jiao === '' && fen !== '' ? '零' : jiao}${fen}`;
}

/** `5%`, `+3‰`, `5-10%` */
const SHARE = rule(
  'unit',
  `${SIGN}${START}(?:(?<from>${NUMBER})%?${UNTIL})?(?<number>${NUMBER})${STOP} ?(?<unit>[%‰])`,
  ({ groups }) => {
    const { sign, from, number, unit } = groups;
    const share = unit === '%' ? '百分之' : '千分之';
    const words = joinEnds([from, number], (end) => share + say(end), '到');
    if (sign === undefined) return words;
    return `${{ '+': '正', '±': '正负' }[sign] ?? MINUS}${words}`;
  },
);

/** Rules for ordinals, and for numbers with a measure word. */
function createCounterRules(): Rule[] {
  const measures = alternation([...MEASURES, ...MEASURES.map(toTraditional)]);
  return [
    // `第3`
    rule(
      'ordinal',
      `第 ?(?<number>\\d{1,9})${STOP}(?: (?=\\p{Script=Han}))?`,
      ({ groups }) => `第${sayNumeral(groups.number)}`,
    ),
    // `3个`, `3-5个`
    rule(
      'number',
      `${START}(?:(?<from>${NUMBER})(?:${measures})?${UNTIL})?(?<number>${NUMBER})${STOP}(?<key>${measures})`,
      ({ groups }) => `${joinEnds([groups.from, groups.number], sayCount, '到')}${groups.key}`,
    ),
  ];
}
