import type { Found, Rule } from '../../types.ts';
import { CLOCK, EDGE, rule, rules, wordRule } from '../../western/rules.ts';
import { cardinal, type English } from './numbers.ts';

const HALF = '(?<half>[AaPp]\\. ?[Mm]\\.|[AaPp]\\.?[Mm])(?![\\p{L}\\p{N}])';

export function times(variety: English): Rule[] {
  const say = (text: string | undefined): string => cardinal(Number(text), variety);
  const clock = (match: Found): string | undefined => sayClock(match, variety);
  return [
    // `7-9 pm`: the first hour of a span is a number.
    rule('time', `${EDGE}(?<from>\\d{1,2}) ?[-–—] ?(?=(?:\\d{1,2}(?::[0-5]\\d)?) ?${HALF})`, ({ groups }) =>
      Number(groups.from) > 12 ? undefined : `${say(groups.from)} to `,
    ),
    rule(
      'time',
      `${EDGE}(?<hours>\\d{1,2}) ?h(?:rs?)?\\.? ?(?<minutes>[0-5]?\\d) ?m(?:ins?)?(?![\\p{L}\\p{N}])`,
      ({ groups }) =>
        `${say(groups.hours)} hour${groups.hours === '1' ? '' : 's'} ${say(groups.minutes)} minute${Number(groups.minutes) === 1 ? '' : 's'}`,
    ),
    rule(
      'time',
      `${EDGE}(?<hour>[01]\\d|2[0-4])(?<minute>[0-5]\\d)(?= ?(?:hours|hrs)(?!\\p{L}))`,
      ({ groups }) => {
        const { hour = '', minute = '' } = groups;
        const said = hour.startsWith('0') ? `oh ${say(hour)}` : say(hour);
        return minute === '00'
          ? `${said === 'oh zero' ? 'zero' : said} hundred`
          : `${said} ${minuteWords(minute, variety)}`;
      },
    ),
    ...rules('time', clock, [
      `${EDGE}(?<hour>\\d{1,2})[:.](?<minute>\\d{2})(?::(?<second>\\d{2}))? ?${HALF}`,
      `${EDGE}(?<hour>\\d{1,2}) ?${HALF}`,
      `${CLOCK}(?![\\p{N}:])`,
    ]),
    // A time zone after a time.
    wordRule(
      'acronym',
      '(?<=\u{E001} )(?:[ECMP][SD]?T|GMT|UTC|BST|CES?T|IST|JST|AEST)(?![\\p{L}\\p{N}])',
      ({ text }) => [...text].join(' '),
    ),
  ];
}

const minuteWords = (minute: string, variety: English): string =>
  `${minute.startsWith('0') ? 'oh ' : ''}${cardinal(Number(minute), variety)}`;

function sayClock({ groups, after, text }: Found, variety: English): string | undefined {
  const { hour = '', minute = '00', second, half } = groups;
  const hours = Number(hour);
  if (hours > 24 || Number(minute) > 59 || (half !== undefined && hours > 12)) return undefined;
  const day = half === undefined ? '' : ` ${half.toLowerCase().startsWith('a') ? 'A M' : 'P M'}`;
  // The period of `p.m.` at the end of a text ends the sentence as well.
  const stop = text.endsWith('.') && /^["”’)]?\s*(?:$|\p{Lu})/u.test(after) ? '.' : '';
  const said = cardinal(hours, variety);
  const seconds = second === undefined ? '' : ` and ${cardinal(Number(second), variety)} seconds`;
  if (Number(minute) !== 0) return `${said} ${minuteWords(minute, variety)}${seconds}${day}${stop}`;
  if (half !== undefined) return `${said}${seconds}${day}${stop}`;
  if (/^ ?(?:o['’]clock|noon|midnight)/.test(after)) return said;
  if (hours <= 12 && hours > 0) return `${said} o'clock${seconds}`;
  return `${said} hundred${/^ ?(?:hours|hrs)/.test(after) ? '' : ' hours'}`;
}
