import { text } from '../../text/en.ts';

const words = text.schedules;

/** A cron expression that restricts only the days of the week, at one time of the day. */
interface WeeklyTimes {
  /** In ascending order; 0 is Sunday. */
  days: number[];
  /** As `06:00`. */
  time: string;
}

/** The order in which the page shows the days of a week. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0];
export const WORKDAYS = [1, 2, 3, 4, 5];
const DAY_NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** The days and the time of a cron expression. Undefined if a form of days and a time cannot show it. */
export function readWeekly(cron: string): WeeklyTimes | undefined {
  const [minute = '', hour = '', dayOfMonth, month, dayOfWeek = '', ...others] = cron.split(' ');
  const isDaily = dayOfMonth === '*' && month === '*' && others.length === 0;
  if (!isDaily || !/^\d{1,2}$/.test(minute) || !/^\d{1,2}$/.test(hour)) return undefined;
  const days = new Set<number>();
  for (const part of dayOfWeek === '*' ? ['0-6'] : dayOfWeek.split(',')) {
    const [first = Number.NaN, last = first] = part.split('-').map(readDay);
    if (Number.isNaN(first) || Number.isNaN(last)) return undefined;
    // Sunday is also 7.
    for (let day = first; day <= last; day += 1) days.add(day % 7);
  }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return { days: [...days].sort((a, b) => a - b), time };
}

function readDay(name: string): number {
  if (/^[0-7]$/.test(name)) return Number(name);
  const index = DAY_NAMES.indexOf(name.toUpperCase());
  return index < 0 ? Number.NaN : index;
}

export function writeWeekly({ days, time }: WeeklyTimes): string {
  const [hour, minute] = time.split(':').map(Number);
  const dayOfWeek = days.length === WEEK.length ? '*' : days.toSorted((a, b) => a - b).join(',');
  return `${minute} ${hour} * * ${dayOfWeek}`;
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

/** The times of a cron expression in words. Undefined if it has more than days and a time. */
export function describeTimes(cron: string): string | undefined {
  const weekly = readWeekly(cron);
  if (!weekly) return undefined;
  const time = timeOfDay.format(new Date(`2024-01-01T${weekly.time}:00Z`));
  const isSet = (days: readonly number[]) => weekly.days.join() === days.join();
  if (weekly.days.length === WEEK.length) return words.everyDay(time);
  if (isSet(WORKDAYS)) return words.workdays(time);
  const days = WEEK.filter((day) => weekly.days.includes(day)).map((day) => words.days[day]);
  return words.onDays(days.join(', '), time);
}

/** A point in time as clocks in a time zone show it. */
export function whenIn(iso: string, timeZone: string): string {
  const style = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;
  const clock = { ...style, hour: 'numeric', minute: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...clock, timeZone }).format(new Date(iso));
  } catch {
    // The service may know newer zones than the browser.
    return `${new Intl.DateTimeFormat('en-US', { ...clock, timeZone: 'UTC' }).format(new Date(iso))} UTC`;
  }
}

/** The time zone of the reader. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zones to choose from. `current`: the zone of a schedule, which the browser may not list. */
export const listZones = (current: string): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].sort();
