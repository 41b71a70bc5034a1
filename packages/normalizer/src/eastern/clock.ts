import { readDate } from '../date-order.ts';
import type { Choices, Found, Rule } from '../types.ts';
import { rule } from '../western/rules.ts';

/** A time of day; `half` is the first letter of `am` or `pm`. */
export interface Clock {
  hour: string;
  minute: string;
  second: string | undefined;
  half: string | undefined;
}

const HALF = '(?:[AaPp]\\.[Mm]\\.|[AaPp][Mm](?![A-Za-z]))';
const MINUTES = ':(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?';

/** `17:30`, `5:30 pm`, `PM 5:30`, `9 a.m.`, and other times that `sources` matches. */
export function clockRules(say: (clock: Clock) => string, sources: readonly string[] = []): Rule[] {
  const from = '(?<![\\p{N}:.])';
  const hour = '(?<hour>[01]?\\d|2[0-4])';
  const digital = [
    `(?<![A-Za-z])(?<half>${HALF}) ?${hour}(?:${MINUTES}|(?=[時时點点시]))(?![\\p{N}:])(?:[時时點点](?!\\d)|시(?! ?\\d))?`,
    `${from}${hour}${MINUTES}(?: ?(?<half>${HALF}))?(?![\\p{N}:])`,
    `${from}${hour} ?(?<half>${HALF})`,
  ];
  return [...digital, ...sources].map((source) =>
    rule('time', source, ({ groups }) => {
      const { hour: hours = '', minute = '0', second, half } = groups;
      if (Number(hours) > 24 || Number(minute) > 59) return undefined;
      // A full minute has no seconds to say.
      return say({
        hour: hours,
        minute,
        second: second === '00' ? undefined : second,
        half: half?.charAt(0).toLowerCase(),
      });
    }),
  );
}

type SayDate = (year: string, month: number, day: number | undefined) => string;

/** Dates in digits: the year first, or last with the chosen order (by default the month first), or a year and a month. */
export function dateRules(say: SayDate, choices: Choices, { between = '[-‐/.]', end = '' } = {}): Rule[] {
  const year = '(?<year>[12]\\d{3})';
  const month = '(?<month>\\d{1,2})';
  const day = '(?<day>\\d{1,2})';
  const sayDate = ({ groups: { year: of = '', month: first = '', day: second, last } }: Found) => {
    if (second === undefined)
      return Number(first) < 1 || Number(first) > 12 ? undefined : say(of, Number(first), undefined);
    const date =
      last === undefined
        ? readDate([of, first, second], choices, 'ymd')
        : readDate([first, second, of], choices, 'mdy');
    return date && say(of, date.month, date.day);
  };
  return [
    `(?<![\\d./-])${year}${between}${month}${between}${day}(?![\\d/-]|\\.\\d)${end}(?:T(?=\\d\\d:))?`,
    `(?<![\\d./-])${month}(?<last>[-/.])${day}\\k<last>${year}(?![\\d/-]|\\.\\d)`,
    `(?<![\\p{L}\\d./-])(?<year>19\\d\\d|20\\d\\d)[-/]${month}(?![\\d./-]|[^\\S\\n]?[年-])`,
    // Eight digits on their own: 20240503.
    '(?<![\\p{L}\\d.,/-])(?<year>19\\d\\d|20\\d\\d)(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\\d|3[01])(?![\\p{L}\\d%/-]|[.,]\\d| ?\\p{Script=Han})',
  ].map((source) => rule('date', source, sayDate));
}
