import { toCardinal } from 'n2words/ko-KR';
import {
  ABBREVIATIONS,
  CURRENCIES,
  KO_CODES,
  KO_LABELS,
  LETTERS,
  NATIVE_COUNTERS,
  SINO_COUNTERS,
  SPELLED_INITIALS,
  SPOKEN_INITIALS,
  UNITS,
} from '../data/ko.ts';
import { perSource } from '../eastern/amounts.ts';
import { type ClockWords, clockRules, type DateWords, dateRules, isDay, sayDate } from '../eastern/clock.ts';
import { createEastern, type Sum } from '../eastern/eastern.ts';
import {
  joinEnds,
  NUMBER,
  type Numerals,
  removeGroupMarks,
  SIGN,
  START,
  STOP,
  sayWrittenNumber,
  UNTIL,
} from '../eastern/numerals.ts';
import { SPOKEN } from '../markup.ts';
import { alternation } from '../numbers.ts';
import type { Agreement, Choices, Language, Rule } from '../types.ts';
import { rule, wordRule } from '../western/rules.ts';

const SINO = '영일이삼사오육칠팔구';
/** Digit by digit, with Sino-Korean numbers: `105` as `일영오`. */
const digits = (text: string): string => Array.from(text, (digit) => SINO[Number(digit)] ?? '').join('');

const KO: Numerals = { cardinal: (value) => toCardinal(value), digits, point: ' 점 ' };

const SCALE = '[천백십]?[만억조]';
/** A number or a fraction as written: `1/2`, `3.5`. */
const say = (text = ''): string => {
  const [top, bottom] = text.split('/');
  if (bottom !== undefined) return `${say(bottom)}분의 ${say(top)}`;
  return sayWrittenNumber(KO, text);
};
/** A number or a letter with a sign: `-5`, `x`. */
const sayOperand = (text: string): string =>
  text.replace('-', '마이너스 ').replace(/\d[\d.]*/, (number) => say(number));
/** Ten thousand is 만 without a one before it. */
const amount = ({ number, scale }: Sum): string =>
  `${number === '1' && scale === '만' ? '' : say(number)}${scale}`;
/** Digit by digit. In telephone numbers, zero has another word. */
const phoneDigits = (group: string): string => digits(group).replaceAll('영', '공');

const NATIVE_ONES = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉'];
const NATIVE_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];

/** Korean numerals before a counter; from one hundred on, Sino-Korean numerals are used. */
function native(value: number): string {
  if (value < 1 || value > 99) return KO.cardinal(value);
  if (value === 20) return '스무';
  return `${NATIVE_TENS[Math.floor(value / 10)] ?? ''}${NATIVE_ONES[value % 10] ?? ''}`;
}

/** June and October lose a sound: `유월`, `시월`. */
const SHORT_MONTHS: Readonly<Record<number, string>> = { 6: '유월', 10: '시월' };

const DATE: DateWords = {
  year: (digits) => `${KO.cardinal(Number(digits))} 년`,
  month: (value) => SHORT_MONTHS[value] ?? `${KO.cardinal(value)}월`,
  day: (value) => `${KO.cardinal(value)} 일`,
  space: ' ',
};

/** The rules of Korean. */
export function korean(locale: string, choices: Choices): Language {
  return createEastern({
    locale,
    choices,
    ...KO,
    minus: '마이너스 ',
    plus: '플러스 ',
    plusMinus: '플러스마이너스 ',
    below: '영하 ',
    to: '에서 ',
    link: '약 ?|오전 ?|오후 ?|낮 ?|밤 ?|새벽 ?|다음 ?날 ?|제|최대 ?|[₩¥$€£]',
    and: '과 ',
    spacing: 'pieces',
    space: ' ',
    particles: /^(?:에서|은|는) /,
    agreement,
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
        '?': '물음표',
        '#': '샵',
        '%': '퍼센트',
        '~': '물결표',
      },
      number: digits,
    },
    handle: '골뱅이 ',
    hashtag: '해시태그 ',
    phone: {
      plus: '플러스 ',
      between: ', ',
      digits: phoneDigits,
      split: (group) => /^(01\d)(\d{4})(\d{4})$/.exec(group)?.slice(1) ?? [group],
      sources: [
        '(?<![\\d-])\\(?0\\d{1,3}[)‐‑–-] ?\\d{3,4}[ ‐‑–-]\\d{4}(?![\\d-])',
        '(?<![\\d-])0\\d{1,3}[ .]\\d{3,4}[ .]\\d{4}(?![\\d-])',
        '(?<!\\d)010\\d{8}(?!\\d)',
        '(?<![\\d-])1[568]\\d{2}[ -]\\d{4}(?![\\d-])',
        '(?<=내선(?: ?번호)?[은는]? ?)\\d{3,5}(?![\\d.,-])',
        '(?<=(?:긴급 ?전화|국번 ?없이|전화번호는?|콜센터|상담 ?전화|안내 ?전화|신고 ?전화)[: ]{0,2})\\d{3,5}(?![\\d.,-])',
        // Short telephone numbers, if a word shows that they are dialed.
        '(?<![\\d.,-])(?:11[0-9]|12[0-9]|13\\d\\d|182|911)(?=에 ?(?:신고|전화|연락|문의|걸)|로 ?(?:신고|전화|연락|문의|걸|상담)|번?에 (?:신고|전화)|[을를] ?(?:누르|눌러|부르|불러)| ?(?:구조대|구급대|신고|콜센터|상담|상황실|안내|다산))',
      ],
    },
    codes: {
      ...KO_CODES,
      between: ', ',
      say: phoneDigits,
    },
    labels: {
      ...KO_LABELS,
      place: (place, total) => `${total} 중 ${place}`,
    },
    date: DATE,
    letters: { names: LETTERS, words: SPOKEN_INITIALS, spelled: SPELLED_INITIALS, alone: true },
    roman: [
      '(?<=제 ?)[IVXLC]{1,7}(?![A-Za-z])',
      '(?<=\\p{Script=Hangul} ?)[IVXL]{1,6}(?= ?[세장부권편형상])',
      '(?<![A-Za-z])(?:I{2,3}|IV|VI{1,3}|IX)(?= ?[세장부권편형상])',
      '(?<=\\p{Script=Hangul} )(?:I{2,3}|IV|VI{1,3}|IX|XI{1,3}|XIV|XVI{0,3}|XIX)(?![A-Za-z\\d])',
    ],
    math: {
      arithmetic: {
        '+': ' 더하기 ',
        '-': ' 빼기 ',
        '×': ' 곱하기 ',
        '*': ' 곱하기 ',
        '÷': ' 나누기 ',
        '/': ' 나누기 ',
        '≠': ' 같지 않다 ',
        '≒': ' 약 ',
        '≈': ' 약 ',
        '<': ' 작다 ',
        '>': ' 크다 ',
        '≦': ' 작거나 같다 ',
        '≤': ' 작거나 같다 ',
        '≧': ' 크거나 같다 ',
        '≥': ' 크거나 같다 ',
        '±': '플러스마이너스 ',
      },
      algebra: { '+': ' 플러스 ', '-': ' 마이너스 ' },
      equals: (before) => `${topic(before)} `,
      power(exponent) {
        if (exponent === '2') return ' 제곱';
        if (exponent === '3') return ' 세제곱';
        return `의 ${sayOperand(exponent)} 제곱`;
      },
      root: '루트 ',
      compare(first, sign, second) {
        const [subject, object] = [first, second].map((side) =>
          /\d/.test(side) ? sayOperand(side) : (LETTERS[side.toUpperCase()] ?? side),
        );
        const ending = COMPARISONS[sign];
        return ending && `${subject}${topic(first)} ${object}${ending}`;
      },
    },
    score: {
      versus: ' 대 ',
      ratio:
        /^ ?(?:의? ?(?:비율|비|화면|모니터|디스플레이|영상|축척|스코어|무승부|승리|패배|확률|경쟁률)|로 ?(?:이|승|패|졌|지|앞|뒤|비|섞|희석|역전|꺾|완승|끝))/,
      ratioBefore: /(?:비율은?|축척은?|배율은?|스코어는?|화면비|경쟁률은?|점수는?|세트 ?스코어) ?$/,
      before: /(?:스코어|세트 ?스코어|점수|결과)[는은가]? ?$/,
      after:
        /^ ?(?:로 ?(?:이겼|이기|승리|승|패|졌|지고|앞|뒤|비겼|역전|꺾|완승|끝|마무리|눌)|(?:의 )?(?:승리|패배|무승부|역전승|완승|스코어))/,
    },
    counted: sayCount,
    quantity: say,
    fraction: (top, bottom) => `${bottom}분의 ${top}`,
    scale: '[천백십]?[만억조천백]',
    currencies: CURRENCIES,
    money: {
      scale: SCALE,
      amount,
      say: (sum, currency) => `${amount(sum)} ${currency}`,
      per: perUnit,
    },
    units: UNITS,
    measure(sign, amount, unit, per) {
      // Speeds are named before the number: `시속 백 킬로미터`.
      const [, speed, length] = /^(시속|초속|화씨) (.+)$/.exec(unit) ?? [];
      if (speed !== undefined) return `${speed} ${amount} ${length}`;
      const words = `${sign}${amount} ${unit}`;
      return per === undefined ? words : `${per}당 ${words}`;
    },
    abbreviations: ABBREVIATIONS,
    own: {
      codes: CODES,
      dates: createDateRules(choices),
      times: createTimeRules(),
      money: [MONEY],
      measures: [],
      counters: createCounterRules(),
    },
  });
}

/** Particles after a consonant and after a vowel. */
const PARTICLES = ['은는', '을를', '이가', '과와'];
/** After these endings, 가 is a part of a street: `종로3가`. */
const IS_STREET = /[로가] ?$/;

/** The particle after a spoken number agrees with its last sound: `삼을`, `백과`. */
function agreement(words: string, context: { before: string; after: string }): Agreement | undefined {
  const { before, after } = context;
  const writtenParticle = /^[은는을를이가과와](?=$|[\s.,!?…)”’"'])/.exec(after)?.[0];
  const lastCharacter = words.trimEnd().at(-1) ?? '';
  if (
    writtenParticle === undefined ||
    !/[가-힣]/.test(lastCharacter) ||
    (writtenParticle === '가' && IS_STREET.test(before))
  )
    return undefined;
  const pair = PARTICLES.find((particles) => particles.includes(writtenParticle)) ?? '';
  const particle = pair.charAt(Number(endsInVowel(lastCharacter)));
  if (particle === writtenParticle) return undefined;
  return { written: writtenParticle, spoken: particle };
}

/** Whether a syllable has no final consonant: in Unicode, each vowel is followed by 27 syllables with one. */
const endsInVowel = (syllable: string): boolean => ((syllable.codePointAt(0) ?? 0) - 0xac00) % 28 === 0;

/** Periods that take no 당 after them. */
const PERIODS: Readonly<Record<string, string>> = { 일: '하루', 주: '주', 월: '월', 년: '연' };
/** `킬로그램당 오천 원`, `하루 세 번`. */
function perUnit(price: string, unit: string | undefined): string {
  if (unit === undefined) return price;
  return `${PERIODS[unit] ?? `${unit}당`} ${price}`;
}

/** Counted nouns choose between Korean and Chinese numerals. */
function sayCount(number: string, noun: string | undefined): string {
  if (noun === undefined) return say(number);
  if (NATIVE_COUNTERS.includes(noun) && /^\d{1,2}$/.test(number)) return `${native(Number(number))} ${noun}`;
  return `${say(number)} ${noun}`;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '보다 작다',
  '>': '보다 크다',
  '≦': '보다 작거나 같다',
  '≤': '보다 작거나 같다',
  '≧': '보다 크거나 같다',
  '≥': '보다 크거나 같다',
  '≠': '와 같지 않다',
};

/** The particle of a topic after a number or letter: 은 after a consonant (`일은`), 는 after a vowel (`이는`). */
function topic(before: string): string {
  const lastCharacter = before.replace(/(?<![ )])[ )]+$/, '').at(-1) ?? '';
  if (/\p{Script=Hangul}/u.test(lastCharacter)) return endsInVowel(lastCharacter) ? '는' : '은';
  // A power, which a rule has read (`\u{E001}`, `SPOKEN`), ends in 제곱.
  return /[013678lmnLMN\u{E001}]/u.test(lastCharacter) ? '은' : '는';
}

const CODES: readonly Rule[] = [
  // `B2층`
  rule('number', '(?<![A-Za-z])B(?<number>\\d{1,2}) ?층', ({ groups }) => `지하 ${say(groups.number)} 층`),
  // `No.1`
  rule('abbreviation', '(?:(?<![A-Za-z])[Nn][Oo]\\. ?|№ ?)1(?![\\d.,-])', () => '넘버원'),
  // Names of illnesses and aircraft are read digit by digit: `코로나19`.
  rule('number', '(?<=코로나 ?)19(?!\\d)', () => '일구'),
  // `보잉 747`
  rule(
    'number',
    '(?<=(?<![A-Za-z])[A-Z]{1,3}[ -]?|보잉 ?|에어버스 ?)\\d{3,4}(?![\\d.,%:])(?! ?[년월원])',
    ({ text }) => phoneDigits(text),
  ),
  // `3 대 2`
  rule(
    'number',
    '(?<![\\d.,])(?<left>\\d{1,3}) ?대 ?(?<right>\\d{1,3})(?![\\d.,])',
    ({ groups }) => `${say(groups.left)} 대 ${say(groups.right)}`,
  ),
  // Decades of age (`20대`). After words for machines, 대 is a counter with native numerals.
  rule(
    'number',
    '(?<!(?:차|버스|트럭|컴퓨터|기계|노트북|카메라|비행기|헬기|택시|오토바이|자전거|드론|로봇|제) ?)(?<![\\d.,])(?:(?<from>[1-9]0)(?:대)?[~〜～-])?(?<decade>[1-9]0)대',
    ({ groups }) => `${joinEnds([groups.from, groups.decade], say, '에서 ')} 대`,
  ),
  // `24/7`
  rule('number', '24/7(?![\\d/])', () => '이십사 시간 연중무휴'),
  // A house number with a second part: `12-5번지`.
  rule(
    'number',
    '(?:(?<=[가-힣][로길가동리읍면] ?)|(?<![\\d-])(?=\\d{1,4}-\\d{1,4} ?번지))(?<house>\\d{1,4})-(?<second>\\d{1,4})(?: ?(?<lots>번지))?(?![\\d.,/-]|[년월일시분명개원%])',
    ({ groups: { house, second, lots } }) => {
      const number = `${say(house)} 다시 ${say(second)}`;
      return lots === undefined ? number : `${number} 번지`;
    },
  ),
  // `1-2-3`
  rule(
    'number',
    '(?<![\\d.,/A-Za-z-])(?!(?:19|20)\\d\\d-)\\d{1,4}-\\d{1,4}-\\d{1,4}(?![\\d.,/-])',
    ({ text }) =>
      text
        .split('-')
        .map((part) => (part.length > 2 ? phoneDigits(part) : say(part)))
        .join(' 다시 '),
  ),
  // License plates: `12가 3456`.
  rule('number', '(?<=\\d{2,3}[가-힣] ?)\\d{4}(?![\\d가-힣.,])', ({ text }) => phoneDigits(text)),
  // `ver 1.2`
  wordRule('abbreviation', `(?<![A-Za-z])[Vv](?:er)?\\.? ?(?=\\d{1,4}\\.\\d|${SPOKEN})`, () => '버전 '),
  // `p.12`
  rule(
    'abbreviation',
    '(?<![A-Za-z])(?:p{1,2}|P)\\.? ?(?<number>\\d{1,4})(?=$|[^\\dA-Za-z.])',
    ({ groups }) => `${say(groups.number)} 페이지`,
  ),
  // Floors: `3F`, `B1F`.
  rule(
    'number',
    '(?<![A-Za-z\\d])(?<base>B?)(?<number>\\d{1,2})F(?![A-Za-z\\d])',
    ({ groups }) => `${groups.base ? '지하 ' : ''}${say(groups.number)} 층`,
  ),
];

/** `5/3(금)`, `8/10~8/15`, `12/25 출시`: only a date has these next to it. */
const DAY_AHEAD =
  /^ ?(?:\([월화수목금토일]\)|[-~〜～–—] ?\d{1,2}\/\d|까지|부터|테러|사태|사건|출시|발매|개봉|공개|방송|시작|마감)/;
/** Another day before it: `11/20~`, also if a rule has read that day (`\u{E001}`, `SPOKEN`). */
const DAY_BEHIND = /(?:\d{1,2}\/\d{1,2}|\u{E001})(?:\([^()]\))? ?(?:[-~〜～–—]|부터|에서) ?$/u;

/** Dates in digits, and years, months and days with their counters. */
const createDateRules = (choices: Choices): Rule[] => [
  // A span with a hyphen: `월-금`, `(월)-(금)`.
  wordRule(
    'date',
    '(?<![\\p{L}\\p{N}])\\(?(?<first>[월화수목금토일])\\)? ?[-–—] ?\\(?(?<last>[월화수목금토일])(?:\\)|(?![\\p{L}\\p{N}]))',
    ({ groups }) => `${groups.first}요일에서 ${groups.last}요일`,
  ),
  // `5월 3일(금)`
  wordRule('date', '(?<=[일\\d.] ?)\\((?<day>[월화수목금토일])\\)', ({ groups }) => ` ${groups.day}요일`),
  ...dateRules(DATE, choices, { between: '(?:-|/|\\. ?)', end: '(?:\\.(?!\\d))?' }),
  // `8/10까지`, but not the fraction `1/2`.
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
  // `'24년`
  rule('date', "(?<=['’])\\d{2}(?=년|학번)", ({ text }) => `${say(String(Number(text)))} `),
  // `5월`, `3~5월`
  rule('date', `${START}(?:(?<from>\\d{1,2})월?${UNTIL})?(?<month>\\d{1,2})월`, ({ groups }) => {
    if (!isDay(Number(groups.month), 1)) return undefined;
    return joinEnds([groups.from, groups.month], (end) => DATE.month(Number(end)), '에서 ');
  }),
];

/** Rules for times and spans of them. Hours up to 12 are native numbers, all others Sino-Korean. */
function createTimeRules(): Rule[] {
  const hour = (value: number): string => `${(value > 12 ? KO.cardinal : native)(value)} 시`;
  const clock: ClockWords = {
    am: '오전',
    pm: '오후',
    hour,
    minute: (minute) => `${KO.cardinal(Number(minute))} 분`,
    second: (value) => `${KO.cardinal(value)} 초`,
    space: ' ',
  };
  return [
    ...clockRules(clock, [`${START}(?<hour>\\d{1,2})시 ?(?<minute>[0-5]?\\d)분`]),
    // `3'25"`
    rule(
      'time',
      `${START}(?<minute>\\d{1,3})['′](?<second>[0-5]\\d)["″]`,
      ({ groups }) => `${say(groups.minute)} 분 ${say(groups.second)} 초`,
    ),
    // `9시`, `9~17시`
    rule(
      'time',
      `${START}(?:(?<from>\\d{1,2})시?${UNTIL})?(?<hour>\\d{1,2})시(?!간)`,
      ({ groups, after }) => {
        const time = joinEnds([groups.from, groups.hour], (end) => hour(Number(end)), '에서 ');
        return /^\d/.test(after) ? `${time} ` : time;
      },
    ),
  ];
}

/** `5,000원`, `500원/월` */
const MONEY = rule(
  'currency',
  `${SIGN}${START}(?<number>${NUMBER})${STOP}(?<scale>${SCALE})? ?(?<won>원|달러|유로|엔|위안|파운드|센트)${perSource(UNITS)}`,
  ({ groups: { sign, number = '', scale = '', won, per } }) => {
    const minus = sign === undefined || sign === '+' ? '' : '마이너스 ';
    return perUnit(`${minus}${amount({ number, scale })} ${won}`, UNITS[per ?? ''] ?? per);
  },
);

// `1번 출구`, `3번 버스`: a number, not how often.
const NUMBERED =
  /^(?:[^.!?\n]{0,30}\d번(?:[을를]|으로)[^.!?\n]{0,30}(?:누르|눌러|누른|눌렀|선택|고르|골라|입력|연결)| ?(?:키|버튼|메뉴|항목|채널|후보|선수|트랙|라인|참가자|환자|출구|버스|문제|문항|홈|국도|선|타자|트랙|창구|게이트|방|곡|칸|좌석|지)|(?:[을를]|으로)[^.!?\n]{0,30}(?:누르|눌러|누른|눌렀|선택|고르|골라|입력|연결|이동|돌리|돌려)|은[^.!?\n]{0,20}\d번)/;

const NUMBERED_AFTER = /(?:채널|버스|노선|보기|문제|\d번은[^.!?\n]{0,20}) ?$/;

const ORDINALS = ['첫', '둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉', '열'];

/** After a space and a counter, only a particle can follow: `세 명이`, but `Lv. 12 달성`. */
const NO_WORD =
  '(?=$|[^가-힣]|[을를이가은는의에도만로으와과랑부까안동간씩쯤째여정짜상하미마당반차전후내외경다였입예인])';

/** Rules for numbers with a counter, which decides between native and Sino-Korean numbers. */
function createCounterRules(): Rule[] {
  const natives = alternation(NATIVE_COUNTERS);
  const sinos = alternation(SINO_COUNTERS);
  return [
    // `1번째`
    rule('ordinal', `${START}1번째`, () => '첫 번째'),
    // `3째`
    rule(
      'ordinal',
      `(?<![\\d.,]|번)(?<number>10|[1-9])째(?![가-힣]{2})`,
      ({ groups }) => `${ORDINALS[Number(groups.number) - 1]}째`,
    ),
    // `제3회`, `제 3~5회`
    rule(
      'ordinal',
      `(?<=제 ?)(?:(?<from>\\d{1,9})${UNTIL}(?:제 ?)?)?(?<number>\\d{1,9})${STOP}(?<key>${sinos})?`,
      ({ groups: { from, number, key } }) => {
        const ordinal = joinEnds([from, number], say, '에서 ');
        return key === undefined ? ordinal : `${ordinal} ${key}`;
      },
    ),
    // `3번`, `3번 출구`
    rule(
      'number',
      `${START}(?:(?<from>\\d{1,2})(?:번)?${UNTIL})?(?<number>\\d{1,3})번(?![지길째])`,
      ({ groups, before, after }) => {
        const isName = NUMBERED.test(after) || NUMBERED_AFTER.test(before) || Number(groups.number) > 20;
        const cardinal = isName ? KO.cardinal : native;
        return joinEnds([groups.from, groups.number], (end) => `${cardinal(Number(end))} 번`, '에서 ');
      },
    ),
    // Korean numerals: `3명`, `2~3 명`.
    rule(
      'number',
      `(?<!제 ?)${START}(?:(?<from>\\d{1,3})(?:${natives})?${UNTIL})?(?<number>\\d{1,3}|\\d{1,3}(?:,\\d{3}){1,4})(?:(?<key>${natives})(?!월|국)| (?<apart>${natives})${NO_WORD})`,
      ({ groups }) => {
        const { from, number, key = groups.apart } = groups;
        return joinEnds([from, number], (end) => `${native(Number(removeGroupMarks(end)))} ${key}`, '에서 ');
      },
    ),
    // Chinese numerals: `5층`, `3~5층`.
    rule(
      'number',
      `${START}(?:(?<from>${NUMBER})(?<middle>${sinos})?${UNTIL})?(?<number>${NUMBER})${STOP} ?(?!(?<=[013678])과 )(?<key>${sinos})`,
      ({ groups }) => {
        const { from, middle, number, key } = groups;
        const ends = [`${say(number)} ${key}`];
        if (from !== undefined) ends.unshift([say(from), middle].filter(Boolean).join(' '));
        return ends.join('에서 ');
      },
    ),
  ];
}
