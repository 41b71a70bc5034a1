import type { ActivityView, UsageRange } from '@voiceloom/contract';
import { DAY_MS, type LocalDate, openZone, type Zone } from './local-time.ts';

/** Local days, weeks or months one after the other, the one of now last. `end` is the start of the next. */
export interface Span {
  date: LocalDate;
  start: number;
  end: number;
}

const DAYS = { '30d': 30, '60d': 60, '90d': 90 } as const;

/** What each tab of an activity chart shows. */
export const VIEWS = {
  daily: { unit: 'day', count: 7, rangeLabel: 'Last 7 days' },
  weekly: { unit: 'week', count: 12, rangeLabel: 'Last 12 weeks' },
  monthly: { unit: 'month', count: 12, rangeLabel: 'Last 12 months' },
} as const;

type Unit = (typeof VIEWS)[ActivityView]['unit'];

export function daysOf(range: UsageRange, timezone: string, now: Date): Span[] {
  return spansOf({ unit: 'day', count: DAYS[range] }, timezone, now);
}

export function bucketsOf(view: ActivityView, timezone: string, now: Date): Span[] {
  return spansOf(VIEWS[view], timezone, now);
}

function spansOf({ unit, count }: { unit: Unit; count: number }, timezone: string, now: Date): Span[] {
  const zone: Zone = openZone(timezone);
  const current = beginOf(unit, zone.dateAt(now.getTime()));
  const dates = Array.from({ length: count + 1 }, (_, index) => shift(unit, current, index - count + 1));
  const starts = dates.map((date) => zone.startOf(date));
  return dates.slice(0, count).map((date, index) => ({
    date,
    start: starts[index] ?? 0,
    end: starts[index + 1] ?? 0,
  }));
}

function beginOf(unit: Unit, date: LocalDate): LocalDate {
  if (unit === 'month') return shift('month', date, 0);
  const sinceMonday = unit === 'week' ? (new Date(date).getUTCDay() + 6) % 7 : 0;
  return date - sinceMonday * DAY_MS;
}

function shift(unit: Unit, date: LocalDate, by: number): LocalDate {
  if (unit !== 'month') return date + by * (unit === 'week' ? 7 : 1) * DAY_MS;
  const day = new Date(date);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + by, 1);
}

/** `Nov 21`; for months `Nov 2026`. */
export function labelOf(view: ActivityView, date: LocalDate): string {
  const rest = view === 'monthly' ? ({ year: 'numeric' } as const) : ({ day: 'numeric' } as const);
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', ...rest }).format(date);
}

/** `2026-11-21`. */
export function isoDate(date: LocalDate): string {
  return new Date(date).toISOString().slice(0, 10);
}
