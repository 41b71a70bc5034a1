import type { Form, Match } from '../types.ts';

export interface ClockWords {
  cardinal(value: number, form?: Form): string;
  /** The minutes after an hour, with the word before them. */
  sayMinutes(hour: number, minute: number): string;
  saySeconds(second: number): string;
}

export interface SpokenTime {
  hour: number;
  minute: number;
  /** The hours and minutes, for a span those of both ends: `de nueve y media a diez`. */
  time: string;
  /** The seconds with the word before them. Empty if there are none. */
  seconds: string;
}

/** The end of a text, or the beginning of another sentence. */
export const SENTENCE_NEXT = /^["”»)]?\s*(?:$|\p{Lu})/u;

const FEMININE: Form = { gender: 'f', before_noun: true };

/** The words of a time of day, whose hours are feminine. Undefined if the time does not exist. */
export function readTime({ groups }: Match, words: ClockWords): SpokenTime | undefined {
  const { from, from_minute = '0' } = groups;
  const [hour, minute, second] = [
    Number(groups.hour),
    Number(groups.minute ?? 0),
    Number(groups.second ?? 0),
  ];
  if (hour > 24 || minute > 59 || Number(from ?? 0) > 24) return undefined;
  const say = (hours: number, minutes: number): string => {
    const time = words.cardinal(hours, FEMININE);
    if (minutes === 0) return time;
    return time + words.sayMinutes(hours, minutes);
  };
  let time = say(hour, minute);
  if (from !== undefined) time = `${say(Number(from), Number(from_minute))} a ${time}`;
  let seconds = '';
  if (second > 0) seconds = words.saySeconds(second);
  return { hour, minute, time, seconds };
}
