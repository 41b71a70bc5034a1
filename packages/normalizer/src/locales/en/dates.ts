import { DAYS, MONTHS, SHORT_MONTHS } from '../../data/en.ts';
import { readDate } from '../../date-order.ts';
import { SPOKEN } from '../../markup.ts';
import { fullYear } from '../../numbers.ts';
import type { Choices, Match, Rule } from '../../types.ts';
import { nameListRules } from '../../western/name-lists.ts';
import {
  DASH,
  EDGE,
  END,
  keepPeriod,
  rule,
  rules,
  SPACE,
  withSpaces,
  wordRule,
} from '../../western/rules.ts';
import { cardinal, decade, type English, ordinal, year } from './numbers.ts';

const SHORT = [...MONTHS.map((month) => month.slice(0, 3)), 'Sept'];
/** `may` and `march` are months only with a capital. */
const NAMES = [
  ...MONTHS,
  ...MONTHS.map((month) => month.toUpperCase()),
  ...MONTHS.map((month) => month.toLowerCase()),
];
const MONTH = `(?<month>(?!(?:may|march)(?![\\p{L}]))(?:${NAMES.join('|')})|(?:${[...SHORT, ...SHORT.map((name) => name.toUpperCase()), ...SHORT.filter((name) => !/^Ma/.test(name)).map((name) => name.toLowerCase())].join('|')})(?:\\.|(?![\\p{L}])))`;
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th|ST|ND|RD|TH)?';
const YEAR = `(?:,?[ -](?<year>[12]\\d{3}|['’]\\d{2})${END}(?![:%]))?`;
/** Words after which digits such as `3/4` are a date, not a fraction. `\u{E001}` is `SPOKEN`. */
const ON =
  /(?:^|[\s(])(?:on|by|since|until|till|before|after|due|dated|from|through|thru|day,?|mon\.?,?|tues?\.?,?|wed\.?,?|thurs?\.?,?|fri\.?,?|sat\.?,?|sun\.?,?) $|\u{E001} ?[-–] ?$/iu;
/** `11/20–12/1`: the other day of a span. */
const OTHER_DAY = '(?<!\\d)(?:0?[1-9]|[12]\\d|3[01])/(?:0?[1-9]|[12]\\d|3[01])(?!\\d)';
const TILL = ' ?(?:[-–—]|to|through|until) ?';
const DAY_BEFORE = new RegExp(`(?<![/.])(?<other>${OTHER_DAY})${TILL}$`, 'u');
const DAY_AFTER = new RegExp(`^${TILL}(?<other>${OTHER_DAY})(?![/]|\\.\\d)`, 'u');

/** Above twelve, one of the numbers is a day, and the others are no fractions. */
function isInSpan({ text, before, after }: Match): boolean {
  const other = (DAY_BEFORE.exec(before) ?? DAY_AFTER.exec(after))?.groups?.other;
  return other !== undefined && /(?<!\d)(?:1[3-9]|2\d|3[01]|0\d)(?!\d)/.test(`${text} ${other}`);
}

const SEASON = /^ (?:season|school|academic|campaign|fiscal|budget|winter|term)/i;

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const WEEKDAY = '(?:Mon|Tues|Tue|Wed|Thurs|Thur|Thu|Fri|Sat|Sun|MON|TUES|TUE|WED|THURS|THUR|THU|FRI|SAT|SUN)';

/** The month that a short name stands for: `Sept` as `September`. */
function getMonth(name: string): string {
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.find((month) => month.toLowerCase().startsWith(start)) ?? name;
}

/**
 * Rules for dates in digits and with month names. Digits are in the order of the variety, unless they are
 * unambiguous.
 */
export function createDateRules(variety: English, choices: Choices): Rule[] {
  const say = sayDate(variety);
  const local = variety === 'american' ? 'mdy' : 'dmy';
  const inDigits = ({ groups, before }: Match, order: 'ymd' | 'mdy' | 'dmy' = local): string | undefined => {
    const { one = '', two = '', three } = groups;
    const date = readDate([one, two, three], choices, order);
    return date && say({ ...date, month: MONTHS[date.month - 1] ?? '', year: fullYear(date.year), before });
  };
  const ends = `${END}(?![./-]\\d)`;
  return [
    ...createNameSpanRules(),
    // A date of ISO 8601, and the `T` before its time.
    rule(
      'date',
      `${EDGE}(?<one>[12]\\d{3})(?<between>[-/.])(?<two>\\d{1,2})\\k<between>(?<three>\\d{1,2})(?:T(?=\\d{2}:\\d{2})|${ends})`,
      (match) => inDigits(match, 'ymd'),
    ),
    // `2024-05`, but not `2023-04 season`.
    rule('date', `${EDGE}(?<year>(?:19|20)\\d{2})[-/](?<month>0[1-9]|1[0-2])${ends}`, ({ groups, after }) => {
      if (SEASON.test(after)) return undefined;
      return monthAndYear(groups, variety);
    }),
    // `5/3/2024`, `05-03-24`
    rule(
      'date',
      `${EDGE}(?<one>\\d{1,2})(?<between>[-/.])(?<two>\\d{1,2})\\k<between>(?<three>\\d{4}|\\d{2})${ends}`,
      (match) => {
        if (/[-.]\d{2}$/.test(match.text) && !/^\d\d.\d\d./.test(match.text)) return undefined;
        return inDigits(match);
      },
    ),
    // `05/2024`
    rule(
      'date',
      `(?<![\\p{L}\\p{N}/])(?<month>0?[1-9]|1[0-2])/(?<year>(?:19|20)\\d{2})(?![\\p{L}\\p{N}/])`,
      ({ groups }) => monthAndYear(groups, variety),
    ),
    // `on 5/3`, but not `on 9/11`.
    rule(
      'date',
      `(?<![\\p{L}\\p{N}/])(?<one>\\d{1,2})/(?<two>\\d{1,2})(?![\\p{L}\\p{N}/%]|[.,]\\d| ?of )`,
      (match) => {
        const isSaying = /^(?:9\/11|24\/7|50\/50)$/.test(match.text);
        if (isSaying || !(ON.test(match.before) || isInSpan(match))) return undefined;
        return inDigits(match);
      },
    ),
    ...nameListRules({
      days: DAYS,
      months: SHORT_MONTHS,
      full_months: MONTHS,
      joins: 'and|or|to|through|until',
      articles: 'the',
      span: (first, last) => `${first} to ${last}`,
      bare_days: 'Mon|Tues?|Wed|Thur?s?|Fri',
    }),
    ...createNameDateRules(variety),
    ...createEraRules(variety),
    ...createWeekdayRules(),
  ];
}

interface WrittenDate {
  day: number;
  month: string;
  year: string | undefined;
  before: string;
}

/**
 * Creates the function that says a date: `March 3rd, 2024`, or `the 3rd of March, 2024`, in words. Undefined if it is
 * no date.
 */
const sayDate =
  (variety: English) =>
  (parts: WrittenDate, isDayFirst = variety === 'british'): string | undefined => {
    const { day, month, before } = parts;
    if (day < 1 || day > 31) return undefined;
    let date = `${month} ${ordinal(day, variety)}`;
    if (isDayFirst) date = `${ordinal(day, variety)} of ${month}`;
    if (isDayFirst && !/(?:^|\s)the $/i.test(before)) date = `the ${date}`;
    if (parts.year === undefined) return date;
    const digits = parts.year.replace(/\D/g, '');
    if (digits.length === 2) return `${date}, ${shortYear(digits, variety)}`;
    return `${date}, ${year(Number(digits), variety)}`;
  };

/** `05` as `oh five`, `24` as `twenty-four`. */
function shortYear(digits: string, variety: English): string {
  const words = cardinal(Number(digits), variety);
  return digits.startsWith('0') ? `oh ${words}` : words;
}

/** `05/2024` as `May twenty twenty-four`. */
function monthAndYear({ month, year: digits }: Match['groups'], variety: English): string {
  return `${MONTHS[Number(month) - 1]} ${year(Number(digits), variety)}`;
}

/** Dates with the name of a month, before the day or after it. */
function createNameDateRules(variety: English): Rule[] {
  const say = sayDate(variety);
  const sayNamedDate = ({ groups, before }: Match, isDayFirst?: boolean): string | undefined => {
    const month = getMonth(groups.month ?? '');
    const date = say({ day: Number(groups.day), month, year: groups.year, before }, isDayFirst);
    if (groups.to === undefined || date === undefined) return date;
    const article = date.startsWith('the ') ? 'the ' : '';
    const to = ordinal(Number(groups.to), variety);
    const day = ordinal(Number(groups.day), variety);
    return date.replace(day, `${day} to ${article}${to}`);
  };
  const untilDay = `(?: ?(?:-|–|—|to|through) ?(?<to>\\d{1,2})(?:st|nd|rd|th)?)?`;
  const until2 = untilDay.replace('?<to>', '?<until>');
  return [
    // `May 3`, `May 3-5, 2024`
    rule('date', `${EDGE}${MONTH}[ -]?${DAY}${untilDay}${END}(?!:\\d|[-–]\\d|%|[.,]\\d)${YEAR}`, (match) =>
      sayNamedDate(match),
    ),
    // `3 May`, `3rd of May 2024`
    rule(
      'date',
      `${EDGE}${DAY}${until2}(?:[ -](?:day )?(?:of )?)${MONTH}(?![\\p{L}])${YEAR}`,
      ({ groups, ...match }) => sayNamedDate({ ...match, groups: { ...groups, to: groups.until } }, true),
    ),
    // The short name of a month before its year: `Feb. 2024`.
    rule('date', `${EDGE}(?:${SHORT.join('|')})\\.?(?= [12]\\d{3}${END})`, ({ text }) => getMonth(text)),
    // `class of '99`
    rule(
      'date',
      `(?<=(?:${MONTHS.join('|')}|class of|summer of|[Ss]pring|[Ff]all|[Ww]inter|back in|in|of|since|[Tt]he) )['’](?<year>\\d{2})${END}(?!['’]?s)`,
      ({ groups }) => shortYear(groups.year ?? '', variety),
    ),
    // Between two dates: `May 3 - June 5`. At this point, only dates, addresses and telephone numbers have been read.
    wordRule('date', `(?<=${SPOKEN}${SPACE}?)${DASH}(?=${SPACE}?${SPOKEN})`, (match) =>
      withSpaces('to', match),
    ),
  ];
}

/** Rules for years with an era, decades and spans of years. */
function createEraRules(variety: English): Rule[] {
  const letters = (era = ''): string => [...era.replace(/[^A-Z]/g, '')].join(' ');
  return [
    ...rules('date', ({ groups }) => decade(Number(groups.decade), variety), [
      `${EDGE}(?<decade>1\\d{2}0|20\\d0)['’]?s${END}`,
      `${EDGE}['’]?(?<decade>[2-9]0)['’]?s${END}`,
    ]),
    // `44 BC`, `10,000 B.C.`
    rule(
      'date',
      `${EDGE}(?<year>\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,4}) ?(?<era>BCE|BC|CE|AD|B\\.C\\.E\\.|B\\.C\\.|C\\.E\\.|A\\.D\\.)(?![\\p{L}\\p{N}])`,
      (match) => {
        const value = Number(match.groups.year?.replaceAll(',', ''));
        return keepPeriod(`${year(value, variety)} ${letters(match.groups.era)}`, match);
      },
    ),
    // `AD 79`
    rule(
      'date',
      `${EDGE}(?<era>AD|A\\.D\\.|BC|CE) ?(?<year>\\d{1,4})${END}`,
      ({ groups }) => `${letters(groups.era)} ${year(Number(groups.year), variety)}`,
    ),
    // `ca. 1850`
    rule('abbreviation', `${EDGE}c(?:a|irca)?\\.(?= ?\\d{3,4}${END})`, () => 'circa'),
    // The years of a span, the second one short: `1990-95`.
    rule(
      'date',
      `(?<![\\p{L}\\p{N}.,-])(?<from>1[1-9]\\d{2}|20\\d{2})[-–/](?<to>\\d{2})(?![\\p{L}\\p{N}-]|[.,]\\d)`,
      ({ groups }) => {
        const { from = '', to = '' } = groups;
        const isNextCentury = to === '00' && from.endsWith('99');
        if (Number(to) <= Number(from) % 100 && !isNextCentury) return undefined;
        return `${year(Number(from), variety)} to ${shortYear(to, variety)}`;
      },
    ),
  ];
}

/** The weekday that a short name stands for: `Tues` as `Tuesday`. */
const getWeekday = (text: string): string =>
  WEEKDAYS.find((day) => day.toLowerCase().startsWith(text.slice(0, 3).toLowerCase())) ?? text;

/** Spans of short weekdays and months, before their periods are read with what follows: `Mon.-Fri. 9-5`. */
function createNameSpanRules(): Rule[] {
  const to = '[ ]?[-–—/][ ]?';
  const dot = `(?:\\.(?=,| [\\d\\p{Ll}])|(?=\\.)|${END})`;
  const month = `(?:${[...SHORT].join('|')})`;
  const day: Rule['say'] = ({ groups }) =>
    `${getWeekday(groups.first ?? '')} to ${getWeekday(groups.last ?? '')}`;
  return [
    // Several days: `Mon/Wed/Fri`.
    wordRule('abbreviation', `${EDGE}${WEEKDAY}(?:/${WEEKDAY}){2,6}${END}`, ({ text }) =>
      text.split('/').map(getWeekday).join(', '),
    ),
    // `Mon.-Fri.`
    wordRule('abbreviation', `${EDGE}(?<first>${WEEKDAY})(?:day)?\\.?${to}(?<last>${WEEKDAY})${dot}`, day),
    // `M-F 9-5`
    wordRule('abbreviation', `${EDGE}M[-–]F(?=,? \\d{1,2}(?!\\d))`, () => 'Monday to Friday'),
    // `Jan.-Mar.`
    wordRule(
      'abbreviation',
      `${EDGE}(?<first>${month})\\.?[-–](?<last>${month})${dot}`,
      ({ groups: { first = '', last = '' } }) => `${getMonth(first)} to ${getMonth(last)}`,
    ),
    // `Q1-Q3`, `Q1-3`
    rule(
      'date',
      `${EDGE}Q(?<from>[1-4])[-–]Q?(?<to>[1-4])${END}`,
      ({ groups: { from, to } }) =>
        `Q ${cardinal(Number(from), 'american')} to Q ${cardinal(Number(to), 'american')}`,
    ),
  ];
}

/** `FY2024`, `FY24`, `FY2023-24`. */
export const createFiscalYearRule = (variety: English): Rule =>
  rule(
    'date',
    `${EDGE}(?:(?<quarter>Q[1-4]) ?)?FY ?['’]?(?<from>(?:19|20)\\d{2}|\\d{2})(?:[-/–](?<to>(?:20)?\\d{2}))?${END}`,
    ({ groups: { quarter, from = '', to } }) => {
      const say = (digits: string) =>
        digits.length === 2 ? shortYear(digits, variety) : year(Number(digits), variety);
      const words = [variety === 'american' ? 'fiscal year' : 'financial year', say(from)];
      if (quarter !== undefined) words.unshift('Q', cardinal(Number(quarter.slice(1)), variety));
      if (to !== undefined) words.push('to', say(to));
      return words.join(' ');
    },
  );

/** A span of hours without a unit: `10-2`. */
const HOURS =
  '\\d{1,2}(?::[0-5]\\d)? ?[-–] ?\\d{1,2}(?::[0-5]\\d)?(?![\\d:%]|[.,/-]\\d| ?(?:min|hours?|days?|years?|people|times))';

/** Short names of weekdays, where a date or a time follows. */
function createWeekdayRules(): Rule[] {
  return [
    // `Sat 10 am`
    wordRule(
      'abbreviation',
      `${EDGE}${WEEKDAY}(?:\\.(?=, | (?:\\d|\\p{Ll}|${SPOKEN}|(?:${SHORT.join('|')})))|(?=,? (?:${SPOKEN}|${HOURS}|\\d{1,2}(?::\\d\\d)? ?[AaPp]\\.?[Mm])))`,
      ({ text }) => getWeekday(text),
    ),
  ];
}
