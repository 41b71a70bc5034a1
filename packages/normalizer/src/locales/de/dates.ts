import { MONTHS } from '../../data/de.ts';
import { readDate } from '../../date-order.ts';
import { SPOKEN } from '../../markup.ts';
import { countedNoun, fullYear } from '../../numbers.ts';
import type { Choices, Form, Match, Rule } from '../../types.ts';
import { CLOCK, EDGE, END, ISO_DATE, rule, SPACE } from '../../western/rules.ts';
import { capitalize, cardinal, year } from './numbers.ts';
import { findEnding, ordinalStem } from './ordinals.ts';

const SHORT = '(?:Jan|Febr?|Mrz|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)';
const MONTH = `(?<month>${MONTHS.join('|')}|Jänner|Feber|${SHORT}(?:\\.|(?= \\d{4})))`;
const DAY = `(?:(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag)(?:abend|morgen|nachmittag)?|(?:Mo|Di|Mi|Do|Fr|Sa|So)(?:\\.|(?=,))|${SPOKEN}{2,3})`;
const WEEKDAY = new RegExp(
  `(?:^|\\s)(?<article>am|vom|zum|im|dem|den|bis|der|die)? ?${DAY},? (?:(?<second>der|den|dem) )?$`,
  'iu',
);

/** The ordinal of a day, with the ending that the article or weekday before it requires. */
function ordinalAt(value: number, before: string): string {
  const day = WEEKDAY.exec(before)?.groups;
  if (day?.second === 'der') return `${ordinalStem(value)}e`;
  if (day) return ordinalStem(value) + (day.second || day.article ? 'en' : 'er');
  // The second day of a span has the case of the first: `vom ersten bis dritten Mai`.
  const isSecond =
    /(?:^|[\s(])(?:vom|am|zwischen|ab|seit|dem|den) .{0,25}\d{1,2}\. ?(?:bis|und|[-–]) ?$/iu.test(before);
  return ordinalStem(value) + (findEnding(before, ' Mai') ?? (isSecond ? 'en' : 'er'));
}

/** The month of a name or a short name in any case. */
function getMonth(text: string): string {
  const name = capitalize(text.toLowerCase());
  if (/^(?:Mrz|Mär)/.test(name)) return 'März';
  if (/^(?:Jänner|Feber)$/.test(name)) return name;
  return MONTHS.find((month) => month.startsWith(name.slice(0, 3))) ?? name;
}

/** The day with the required ending; the month by number or name. */
function sayDate({ groups, before }: Match): string | undefined {
  const { day, month = '' } = groups;
  const name = /^\d/.test(month) ? MONTHS[Number(month) - 1] : getMonth(month);
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return undefined;
  const date = `${ordinalAt(Number(day), before)} ${name}`;
  const fourDigitYear = fullYear((groups.year ?? groups.short)?.replace(/\D/g, ''));
  if (fourDigitYear === undefined) return date;
  return `${date} ${year(Number(fourDigitYear))}`;
}

/** The days of a span, the first without its year: `dritter Mai bis fünfter Mai`. Undefined if it is no date. */
function saySpan(match: Match): string | undefined {
  const lastDate = sayDate(match);
  const { from, from_month } = match.groups;
  if (lastDate === undefined || Number(from) < 1 || Number(from) > 31) return undefined;
  const span = [ordinalAt(Number(from), match.before), 'bis', lastDate];
  if (from_month !== undefined) span.splice(1, 0, MONTHS[Number(from_month) - 1] ?? '');
  return span.join(' ');
}

const DIVISION =
  /(?:Version|Kapitel|Abschnitt|Absatz|Punkt|Ziffer|Artikel|Nummer|Nr\.|Abb\.|Tab\.|Release) $/;

/** Whether numbers are a day and a month: `am 1.5.` has an article, `31.12.` pairs of digits. Not a section number. */
function isDayAndMonth({ before, after, groups }: Match): boolean {
  if (DIVISION.test(before)) return false;
  if (findEnding(before, ' Mai') !== undefined || WEEKDAY.test(before)) return true;
  // If the sentence continues, the second period does not end it, so the number is a month.
  if (/^(?:[,;:)]| ?[-–] ?\d| \p{Ll})/u.test(after) || /\d\.\d{1,2}\. ?(?:bis|und|[-–]) ?$/.test(before))
    return true;
  return groups.day?.length === 2 && groups.month?.length === 2;
}

/** `2023/24`: a season, a fiscal year. */
function sayTwoYears({ groups }: Match): string {
  const { next = '' } = groups;
  const firstYear = year(Number(groups.year));
  if (next.length > 2) return `${firstYear} ${year(Number(next))}`;
  return `${firstYear} ${next.startsWith('0') ? 'null ' : ''}${cardinal(Number(next))}`;
}

/** Rules for dates in digits and with month names, and for spans of them. */
export function createDateRules(choices: Choices): Rule[] {
  const numeric: Rule['say'] = (match) => {
    const { day = '', month = '', year: lastYear } = match.groups;
    const date = readDate([day, month, lastYear?.replace(/\D/g, '')], choices, 'dmy');
    if (!date) return undefined;
    const groups = { ...match.groups, day: String(date.day), month: String(date.month), year: date.year };
    return sayDate({ ...match, groups });
  };
  const withName = `(?<day>\\d{1,2})\\.?${SPACE}?${MONTH}(?![\\p{L}])(?:,? (?:im Jahr )?(?<year>\\d{4})${END}| ?['’](?<short>\\d{2})${END})?`;
  const dotted = `(?<day>\\d{1,2})\\.${SPACE}?(?<month>\\d{1,2})\\.${SPACE}?(?<year>\\d{4}|['’]?\\d{2})`;
  const slashed = '(?<day>\\d{1,2})(?<mark>[/-])(?<month>\\d{1,2})\\k<mark>(?<year>\\d{4}|\\d{2})';
  const till = `\\.?${SPACE}?(?:[-–—/]|bis(?: zum)?)${SPACE}?`;
  return [
    // `2024-05-03`
    rule('date', ISO_DATE, sayDate),
    // `3.–5.5.2024`, `3.5.–7.8.2024`
    rule(
      'date',
      `${EDGE}(?<from>\\d{1,2})\\.(?:(?<from_month>0?[1-9]|1[0-2])\\.)?${SPACE}?(?:[-–—]|bis)${SPACE}?${dotted}${END}(?!\\.\\d)`,
      saySpan,
    ),
    // `3.5.–7.8.`
    rule(
      'date',
      `${EDGE}(?<from>\\d{1,2})\\.(?<from_month>0?[1-9]|1[0-2])\\.${SPACE}?[-–—]${SPACE}?(?<day>\\d{1,2})\\.(?<month>0?[1-9]|1[0-2])\\.(?!\\d)`,
      saySpan,
    ),
    // `3.5.2024`
    rule('date', `${EDGE}${dotted}${END}(?!\\.\\d)`, numeric),
    // `3/5/2024`
    rule('date', `${EDGE}${slashed}${END}(?![/-]\\d)`, numeric),
    // `am 3.5.`, `31.12.`
    rule('date', `${EDGE}(?<day>\\d{1,2})\\.(?<month>0?[1-9]|1[0-2])\\.(?![\\d])`, (match) => {
      if (!isDayAndMonth(match)) return undefined;
      return sayDate(match);
    }),
    // `05/2024`
    rule(
      'date',
      `${EDGE}(?<month>0[1-9]|1[0-2])/(?<year>(?:19|20)\\d{2})${END}`,
      ({ groups }) => `${MONTHS[Number(groups.month) - 1]} ${year(Number(groups.year))}`,
    ),
    // `2024/5/3`
    rule('date', `${EDGE}(?<year>(?:19|20)\\d{2})[/.](?<month>\\d{1,2})[/.](?<day>\\d{1,2})${END}`, sayDate),
    // `3.–5. Mai`
    rule('date', `${EDGE}(?<from>\\d{1,2})${till}${withName}`, saySpan, 'giu'),
    // `3. Mai 2024`
    rule('date', `${EDGE}${withName}`, sayDate, 'giu'),
    // `Mai ’24`
    rule('date', `(?<=${EDGE}(?:${MONTHS.join('|')}) )['’](?<year>\\d{2})${END}`, ({ groups }) =>
      year(Number(fullYear(groups.year))),
    ),
    // `2023/24`
    rule('date', `${EDGE}(?<year>(?:19|20)\\d{2})/(?<next>\\d{2}|(?:19|20)\\d{2})${END}(?!/)`, sayTwoYears),
    // `90er`, `1920ern`
    rule(
      'date',
      `(?<![\\p{L}\\p{N}.,])['’]?(?<decade>1\\d{2}0|20\\d0|[2-9]0)er(?<end>n?)${END}`,
      ({ groups }) => `${year(Number(groups.decade))}er${groups.end ?? ''}`,
    ),
  ];
}

export const NEUTER: Form = { gender: 'n', before_noun: true };
const FEMININE: Form = { gender: 'f', before_noun: true };

/** `17`, `30` as `siebzehn Uhr dreißig`. */
function sayTime(hour: string, minute = '0'): string {
  const hours = `${cardinal(Number(hour), NEUTER)} Uhr`;
  if (Number(minute) === 0) return hours;
  return `${hours} ${cardinal(Number(minute))}`;
}

/** Hours, minutes and seconds, the last with `und`. */
function sayDuration(parts: readonly (readonly [count: number, noun: string])[]): string {
  const words = parts.map(
    ([count, noun]) => `${cardinal(count, FEMININE)} ${countedNoun(count, [noun, `${noun}n`])}`,
  );
  const lastWord = words.pop();
  if (words.length === 0) return lastWord ?? '';
  return `${words.join(', ')} und ${lastWord}`;
}

/** Words before the time that something takes: `in 3:45:10`. */
const LASTING =
  /(?<!\p{L})(?:in|lief|läuft|dauerte?|Zeit|Dauer|Länge|Laufzeit|Spielzeit|Rekord|brauchte?|benötigte?|von nur|Gesamtzeit|nach):? (?:etwa |genau |nur )?$/u;

/** The words of a time, or of a duration where the text says that something lasts. */
function clock({ groups, before, text }: Match): string | undefined {
  const { hour = '', minute, second, from, from_minute = '0' } = groups;
  if (Number(hour) > 24 || Number(from ?? 0) > 24) return undefined;
  // The letter of `1h30`, and that of `Uhr`.
  const hasUnit = /h/i.test(text) && minute !== undefined && from === undefined;
  // `in 1h30`, `in 3:45:10`
  if ((second !== undefined || hasUnit) && LASTING.test(before)) {
    const parts: [number, string][] = [
      [Number(hour), 'Stunde'],
      [Number(minute), 'Minute'],
    ];
    if (second !== undefined) parts.push([Number(second), 'Sekunde']);
    return sayDuration(parts);
  }
  // `um 15:30 Uhr`
  let time = sayTime(hour, minute);
  // `9–17 Uhr`
  if (from !== undefined) {
    const start = Number(from_minute) === 0 ? cardinal(Number(from), NEUTER) : sayTime(from, from_minute);
    time = `${start} bis ${time}`;
  }
  if (Number(second ?? 0) === 0) return time;
  // `um 3:45:10`
  return `${time} und ${sayDuration([[Number(second), 'Sekunde']])}`;
}

/** How long something takes: `1:30 Std.`, `4:05 min`. */
function duration({ groups }: Match): string {
  const [hourNumber, minuteNumber] = [Number(groups.hour), Number(groups.minute)];
  const isHours = /^[hs]/i.test(groups.unit ?? '');
  const parts: [number, string][] = [[hourNumber, isHours ? 'Stunde' : 'Minute']];
  if (minuteNumber > 0) parts.push([minuteNumber, isHours ? 'Minute' : 'Sekunde']);
  return sayDuration(parts);
}

/** Rules for times and spans of them. */
export function createTimeRules(): Rule[] {
  const low = `(?:(?<from>\\d{1,2})(?:[:.](?<from_minute>[0-5]\\d))?(?:${SPACE}?(?:Uhr|h))?${SPACE}?(?:[-–—]|bis)${SPACE}?)?`;
  const clockPreposition =
    '(?<=(?<!\\p{L})(?:um|ab|gegen|bis|vor|nach|von|beginn|einlass|start|treffpunkt):? )';
  const sources = [
    // `15:30 Uhr`, `9:00–17:30 h`
    `${EDGE}${low}(?<hour>\\d{1,2})[:.](?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?${SPACE}?(?:Uhr|h)${END}`,
    // `9–17 Uhr`, `15 Uhr 30`
    `${EDGE}${low}(?<hour>\\d{1,2})${SPACE}?Uhr(?:${SPACE}(?<minute>[0-5]?\\d)(?![\\p{L}\\p{N}.,%€]))?${END}`,
    // `15h30`
    `${EDGE}(?<hour>[01]?\\d|2[0-4])${SPACE}?h${SPACE}?(?<minute>[0-5]\\d)${END}(?! ?(?:min|Min|m)(?!\\p{L}))`,
    // `um 15 h`
    `${clockPreposition}(?<hour>[01]?\\d|2[0-4])${SPACE}?h${END}`,
    // `um 15.30`
    `${clockPreposition}(?<hour>[01]?\\d|2[0-4])\\.(?<minute>[0-5]\\d)(?![\\p{L}\\p{N}]|[.,:]\\d| ?[%€]| \\p{L})`,
  ];
  return [
    ...sources.map((source) => rule('time', source, clock, 'giu')),
    // `1:30 Std.`, `4:05 min`
    rule(
      'time',
      `${EDGE}(?<hour>\\d{1,3}):(?<minute>[0-5]\\d)${SPACE}(?<unit>Std\\.?|Stunden|min|Min\\.?|Minuten)${END}`,
      duration,
    ),
    // `15:30`, `15:30:10`
    rule('time', `${CLOCK}(?![\\p{N}:])`, clock),
  ];
}
