import { readDate } from '../date-order.ts';
import type { Choices, Match, Rule } from '../types.ts';
import { rule } from '../western/rules.ts';

/** The words of a time of day: those for the halves of the day, and numbers with their units. */
export interface ClockWords {
  am: string;
  pm: string;
  hour(value: number): string;
  minute(digits: string): string;
  second(value: number): string;
  space: string;
}

const HALF = '(?:[AaPp]\\.[Mm]\\.|[AaPp][Mm](?![A-Za-z]))';
const MINUTES = ':(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?';

/** `17:30`, `5:30 pm`, `PM 5:30`, `9 a.m.`, and other times that `sources` matches. */
export function clockRules(words: ClockWords, sources: readonly string[] = []): Rule[] {
  const clockStart = '(?<![\\p{N}:.])';
  const hour = '(?<hour>[01]?\\d|2[0-4])';
  const digital = [
    // `PM 5:30`, `PM 5時`
    `(?<![A-Za-z])(?<half>${HALF}) ?${hour}(?:${MINUTES}|(?=[時时點点시]))(?![\\p{N}:])(?:[時时點点](?!\\d)|시(?! ?\\d))?`,
    // `17:30:05`, `5:30 pm`
    `${clockStart}${hour}${MINUTES}(?: ?(?<half>${HALF}))?(?![\\p{N}:])`,
    // `9 a.m.`
    `${clockStart}${hour} ?(?<half>${HALF})`,
  ];
  return [...digital, ...sources].map((source) =>
    rule('time', source, ({ groups }) => {
      const { minute = '0', second = '0', half } = groups;
      const hours = Number(groups.hour);
      if (hours > 24 || Number(minute) > 59) return undefined;
      const time = [words.hour(hours)];
      if (half !== undefined) time.unshift(/^a/i.test(half) ? words.am : words.pm);
      if (Number(minute) > 0) time.push(words.minute(minute));
      if (Number(second) > 0) time.push(words.second(Number(second)));
      return time.join(words.space);
    }),
  );
}

/** The words of a date: numbers with their units. */
export interface DateWords {
  year(digits: string): string;
  month(value: number): string;
  day(value: number): string;
  space: string;
}

/** Whether a day exists in some year. */
export const isDay = (month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31;

/** The year, the month and the day in this order, without those that are missing. */
export function sayDate(words: DateWords, year: string | undefined, month: number, day?: number): string {
  const date = [words.month(month)];
  if (year !== undefined) date.unshift(words.year(year));
  if (day !== undefined) date.push(words.day(day));
  return date.join(words.space);
}

/** Dates in digits: the year first, or last with the chosen order (by default the month first), or a year and a month. */
export function dateRules(words: DateWords, choices: Choices, { between = '[-‐/.]', end = '' } = {}): Rule[] {
  const year = '(?<year>[12]\\d{3})';
  const month = '(?<month>\\d{1,2})';
  const day = '(?<day>\\d{1,2})';
  const say = ({ groups }: Match): string | undefined => {
    const { year: yearDigits = '', month: firstNumber = '', day: secondNumber, last: lastSeparator } = groups;
    if (secondNumber === undefined) {
      if (!isDay(Number(firstNumber), 1)) return undefined;
      return sayDate(words, yearDigits, Number(firstNumber));
    }
    let date = readDate([yearDigits, firstNumber, secondNumber], choices, 'ymd');
    if (lastSeparator !== undefined) date = readDate([firstNumber, secondNumber, yearDigits], choices, 'mdy');
    return date && sayDate(words, yearDigits, date.month, date.day);
  };
  return [
    // `2024/5/3`
    `(?<![\\d./-])${year}${between}${month}${between}${day}(?![\\d/-]|\\.\\d)${end}(?:T(?=\\d\\d:))?`,
    // `5/3/2024`
    `(?<![\\d./-])${month}(?<last>[-/.])${day}\\k<last>${year}(?![\\d/-]|\\.\\d)`,
    // `2024/05`
    `(?<![\\p{L}\\d./-])(?<year>19\\d\\d|20\\d\\d)[-/]${month}(?![\\d./-]|[^\\S\\n]?[年-])`,
    // Eight digits on their own: `20240503`.
    '(?<![\\p{L}\\d.,/-])(?<year>19\\d\\d|20\\d\\d)(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\\d|3[01])(?![\\p{L}\\d%/-]|[.,]\\d| ?\\p{Script=Han})',
  ].map((source) => rule('date', source, say));
}
