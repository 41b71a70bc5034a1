import { countedNoun } from '../../numbers.ts';
import type { Match, Rule } from '../../types.ts';
import { CLOCK, EDGE, keepStop, rule, rules, wordRule } from '../../western/rules.ts';
import { cardinal, type English } from './numbers.ts';

const HALF = '(?<half>[AaPp]\\. ?[Mm]\\.|[AaPp]\\.?[Mm])(?![\\p{L}\\p{N}])';

export function times(variety: English): Rule[] {
  const say = (text: string | undefined): string => cardinal(Number(text), variety);
  const clock = (match: Match): string | undefined => sayClock(match, variety);
  return [
    // `7-9 pm`: the first hour of a span is a number.
    rule('time', `${EDGE}(?<from>\\d{1,2}) ?[-–—] ?(?=(?:\\d{1,2}(?::[0-5]\\d)?) ?${HALF})`, ({ groups }) => {
      if (Number(groups.from) > 12) return undefined;
      return `${say(groups.from)} to `;
    }),
    rule(
      'time',
      `${EDGE}(?<hours>\\d{1,2}) ?h(?:rs?)?\\.? ?(?<minutes>[0-5]?\\d) ?m(?:ins?)?(?![\\p{L}\\p{N}])`,
      ({ groups }) =>
        `${say(groups.hours)} ${groups.hours === '1' ? 'hour' : 'hours'} ${say(groups.minutes)} ${countedNoun(Number(groups.minutes), ['minute', 'minutes'])}`,
    ),
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

const sayMinutes = (minute: string, variety: English): string =>
  `${minute.startsWith('0') ? 'oh ' : ''}${cardinal(Number(minute), variety)}`;

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
  return keepStop(words.join(' '), match, /^["”’)]?\s*(?:$|\p{Lu})/u);
}
