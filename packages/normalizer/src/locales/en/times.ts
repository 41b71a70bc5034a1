import { SPOKEN } from '../../markup.ts';
import { countedNoun } from '../../numbers.ts';
import type { Match, Rule } from '../../types.ts';
import { CLOCK, EDGE, keepPeriod, rule, rules, wordRule } from '../../western/rules.ts';
import { cardinal, type English } from './numbers.ts';

const HALF = '(?<half>[AaPp]\\. ?[Mm]\\.|[AaPp]\\.?[Mm])(?![\\p{L}\\p{N}])';

/** Rules for times, spans of times and durations. */
export function createTimeRules(variety: English): Rule[] {
  const say = (text: string | undefined): string => cardinal(Number(text), variety);
  const clock = (match: Match): string | undefined => sayClock(match, variety);
  return [
    // `7-9 pm`: the first hour of a span is a number.
    rule('time', `${EDGE}(?<from>\\d{1,2}) ?[-–—] ?(?=(?:\\d{1,2}(?::[0-5]\\d)?) ?${HALF})`, ({ groups }) => {
      if (Number(groups.from) > 12) return undefined;
      return `${say(groups.from)} to `;
    }),
    // `2h 15m`
    rule(
      'time',
      `${EDGE}(?<hours>\\d{1,2}) ?h(?:rs?)?\\.? ?(?<minutes>[0-5]?\\d) ?m(?:ins?)?(?![\\p{L}\\p{N}])(?:\\.(?=,| \\p{Ll}))?`,
      ({ groups }) =>
        `${say(groups.hours)} ${groups.hours === '1' ? 'hour' : 'hours'} ${say(groups.minutes)} ${countedNoun(Number(groups.minutes), ['minute', 'minutes'])}`,
    ),
    // `0630 hours`
    rule(
      'time',
      `${EDGE}(?<hour>[01]\\d|2[0-4])(?<minute>[0-5]\\d)(?= ?(?:hours|hrs)(?!\\p{L}))`,
      ({ groups }) => {
        const { hour = '', minute = '' } = groups;
        if (minute === '00' && hour === '00') return 'zero hundred';
        const minuteWords = minute === '00' ? 'hundred' : sayMinutes(minute, variety);
        return `${sayMinutes(hour, variety)} ${minuteWords}`;
      },
    ),
    ...(variety === 'british' ? createPointTimeRules(clock) : []),
    ...rules('time', clock, [
      // `5:30 pm`
      `${EDGE}(?<hour>\\d{1,2})[:.](?<minute>\\d{2})(?::(?<second>\\d{2}))? ?${HALF}`,
      // `5 pm`
      `${EDGE}(?<hour>\\d{1,2}) ?${HALF}`,
      // `17:30`
      `${CLOCK}(?![\\p{N}:])`,
    ]),
    // A time zone after a time: `5 pm EST`.
    wordRule(
      'acronym',
      `(?<=${SPOKEN} )(?:[ECMP][SD]?T|GMT|UTC|BST|CES?T|IST|JST|AEST)(?![\\p{L}\\p{N}])`,
      ({ text }) => [...text].join(' '),
    ),
  ];
}

const POINTED = '(?<hour>[01]?\\d|2[0-3])\\.(?<minute>[0-5]\\d)';
/** What shows that a number after `at` or `from` is a decimal: a price, a rate, a unit. */
const DECIMAL_BEFORE =
  /(?<!\p{L})(?:pric\p{L}*|valued?|stands|stood|trad\p{L}*|shares?|stocks?|index|pegged|fixed|capped|estimated|rates?|rated|averag\p{L}*|scores?|scored|rose|fell|pounds?|dollars?|euros?|oil|gold|costs?|sold|selling|odds|measured|sterling|yields?|inflation|unemployment|levels?|magnitude)(?!\p{L})/iu;
const NO_UNIT =
  '(?![\\p{L}\\p{N}%°]|[.,:]\\d| ?[%°£$€]| (?:per|each|apiece|an?|percent|points?|million|billion|trillion|thousand|metres?|miles?|seconds?|minutes?|hours?|pounds?|euros?|dollars?|pence|goals?|times|degrees?|[kcm]?m|kg|g|km|mph|mm|cm|ml|l)(?!\\p{L}))';
const DAYS_AND_PARTS =
  'Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun|\\p{Lu}\\p{Ll}{2,5}day|[Tt]oday|[Tt]onight|[Tt]omorrow|[Yy]esterday|[Dd]aily|[Ww]eekdays?|[Ww]eekends?|[Mm]orning|[Ee]vening|[Aa]fternoon|[Nn]ight';
const EVENT =
  'trains?|bus|coach|ferry|flights?|service|sailing|departure|kick-?off|start|show|performance|news|bulletin|class|session|slot|appointment|finish|curfew|deadline|screening|matinee|tram|crossing';

/** Times with a point, as in Britain, where the text shows that they are no decimals: `until 23.00`. */
function createPointTimeRules(clock: Rule['say']): Rule[] {
  const say: Rule['say'] = (match) => (DECIMAL_BEFORE.test(match.before) ? undefined : clock(match));
  const edge = '(?<![\\p{L}\\p{N}.,:£$€-])';
  const time = `${edge}${POINTED}${NO_UNIT}`;
  const single = [
    // `at 17.30`
    `(?<=(?<!\\p{L})(?:[Aa]t|[Uu]ntil|[Tt]ill|[Dd]oors(?: open)?|(?:[Oo]pen|[Cc]lose|[Ss]tart|[Ee]nd|[Bb]egin|[Ll]eave|[Aa]rrive|[Dd]epart|[Ff]inishe)s?(?: at)?|[Kk]ick-?off|${DAYS_AND_PARTS}),? )${time}`,
    // `the 17.30 train`
    `(?<=(?<!\\p{L})[Tt]he )${edge}${POINTED}(?= (?:\\p{Lu}\\p{Ll}{1,12} )?(?:${EVENT})(?!\\p{L}))`,
    // `17.30 on Friday`
    `${time}(?= (?:on )?(?:${DAYS_AND_PARTS})(?!\\p{L}))`,
    // `07.30`
    `${edge}(?<hour>0\\d)\\.(?<minute>[0-5]\\d)${NO_UNIT}`,
  ].map((source) => rule('time', source, say));
  const quarter = '\\.(?<minute>00|15|30|45)';
  const span = `${edge}(?<hour>[01]?\\d|2[0-3])${quarter}(?<till> ?(?:[-–—]|to|until|till|and) ?)(?<to_hour>1\\d|2[0-3])${quarter.replace('minute', 'to_minute')}${NO_UNIT}`;
  return [
    // `9.30-17.00`
    rule('time', span, (match) => {
      const { till = '', to_hour: hour, to_minute: minute } = match.groups;
      const [start, end] = [say(match), say({ ...match, groups: { hour, minute } })];
      if (start === undefined || end === undefined) return undefined;
      return `${start} ${/\p{L}/u.test(till) ? till.trim() : 'to'} ${end}`;
    }),
    ...single,
  ];
}

/** `05` as `oh five`, `30` as `thirty`. */
const sayMinutes = (minute: string, variety: English): string =>
  `${minute.startsWith('0') ? 'oh ' : ''}${cardinal(Number(minute), variety)}`;

/** The words of a time: `five thirty P M`, `nine o'clock`. Undefined if it is no time. */
function sayClock(match: Match, variety: English): string | undefined {
  const { hour, minute = '00', second, half } = match.groups;
  const hours = Number(hour);
  if (hours > 24 || Number(minute) > 59 || (half !== undefined && hours > 12)) return undefined;
  const words = [cardinal(hours, variety)];
  if (Number(minute) === 0 && half === undefined) {
    if (/^ ?(?:o['’]clock|noon|midnight)/.test(match.after)) return words.join(' ');
    if (hours > 12 || hours === 0)
      return `${words.join(' ')} hundred${/^ ?(?:hours|hrs)/.test(match.after) ? '' : ' hours'}`;
    words.push("o'clock");
  }
  if (Number(minute) > 0) words.push(sayMinutes(minute, variety));
  if (second !== undefined) words.push('and', cardinal(Number(second), variety), 'seconds');
  if (half !== undefined) words.push(half.charAt(0).toUpperCase(), 'M');
  // The period of `p.m.` at the end of a text ends the sentence as well.
  return keepPeriod(words.join(' '), match, /^["”’)]?\s*(?:$|\p{Lu})/u);
}
