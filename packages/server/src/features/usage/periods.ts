import type { ActivityView, UsageRange } from '@voiceloom/contract';
import { toInstant, toWallTime } from '../../wall-time.ts';

/** One of several consecutive local days, weeks or months. `end` is the start of the next one. */
export interface Span {
  date: LocalDate;
  start: number;
  end: number;
}

export const DAYS = { '30d': 30, '60d': 60, '90d': 90 } as const;

/** The period of each activity chart, and its bars. */
export const VIEWS = {
  daily: { unit: 'day', count: 7, rangeLabel: 'Last 7 days' },
  weekly: { unit: 'week', count: 12, rangeLabel: 'Last 12 weeks' },
  monthly: { unit: 'month', count: 12, rangeLabel: 'Last 12 months' },
} as const;

type Unit = (typeof VIEWS)[ActivityView]['unit'];

/** One span for each day of the range, the latest last. */
export function listDays(range: UsageRange, timezone: string, now: Date): Span[] {
  return listSpans({ unit: 'day', count: DAYS[range] }, timezone, now);
}

/** One span for each bar of the chart, the latest last. */
export function listBuckets(view: ActivityView, timezone: string, now: Date): Span[] {
  return listSpans(VIEWS[view], timezone, now);
}

/** The last `count` days, weeks or months in the time zone, oldest first, including the current one. */
function listSpans({ unit, count }: { unit: Unit; count: number }, timezone: string, now: Date): Span[] {
  const zone = openZone(timezone);
  let today = zone.dateAt(now.getTime());
  // A week starts on Monday.
  if (unit === 'week') today -= ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  const dates = Array.from({ length: count + 1 }, (_, index) => shift(unit, today, index - count + 1));
  const starts = dates.map((date) => zone.startOf(date));
  return dates.slice(0, count).map((date, index) => ({
    date,
    start: starts[index] ?? 0,
    end: starts[index + 1] ?? 0,
  }));
}

/** In months, the result is the first day. */
function shift(unit: Unit, date: LocalDate, count: number): LocalDate {
  if (unit === 'day') return date + count * DAY_MS;
  if (unit === 'week') return date + count * 7 * DAY_MS;
  const day = new Date(date);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + count, 1);
}

/** Such as `Nov 21`, or `Nov 2026` for months. */
export function formatLabel(view: ActivityView, date: LocalDate): string {
  const options: Intl.DateTimeFormatOptions = { timeZone: 'UTC', month: 'short' };
  options[view === 'monthly' ? 'year' : 'day'] = 'numeric';
  return new Intl.DateTimeFormat('en-US', options).format(date);
}

/** Such as `2026-11-21`. */
export function isoDate(date: LocalDate): string {
  return new Date(date).toISOString().slice(0, 10);
}

/** A date without a time zone: its midnight in milliseconds, as if it were in UTC. */
type LocalDate = number;

export const DAY_MS = 86_400_000;

/** The times of one time zone. Offsets follow the zone's rules at each moment, including daylight saving time. */
export function openZone(timezone: string) {
  return {
    dateAt(instant: number): LocalDate {
      const wallTime = toWallTime(new Date(instant), timezone).getTime();
      return Math.floor(wallTime / DAY_MS) * DAY_MS;
    },
    /** Midnight. If it occurs twice, the earlier one. If it is skipped, the moment of the clock change. */
    startOf: (date: LocalDate): number => toInstant(new Date(date), timezone).getTime(),
  };
}
