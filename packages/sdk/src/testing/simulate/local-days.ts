const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** From `start` to right before `end`; `date` is the local date of the start, as if it were in UTC. */
export interface Span {
  date: number;
  start: number;
  end: number;
}

/** What the activity of a workspace is shown in. */
export type Unit = 'day' | 'week' | 'month';

/** What a wall clock of the zone shows, as if it were in UTC. */
function wallClock(timeZone: string): (instant: number) => number {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ ...parts, minute: 'numeric', second: 'numeric' },
  });
  return (instant) => {
    const shown = format.formatToParts(instant);
    const read = (type: Intl.DateTimeFormatPartTypes) =>
      Number(shown.find((part) => part.type === type)?.value);
    const day = [read('year'), read('month') - 1, read('day')] as const;
    return Date.UTC(...day, read('hour'), read('minute'), read('second'));
  };
}

/** The first instant of a local date; the earlier one where midnight comes twice. */
function startOf(wallAt: (instant: number) => number, date: number): number {
  const near = [date - DAY_MS, date + DAY_MS].map((instant) => date - (wallAt(instant) - instant));
  const midnights = near.filter((instant) => wallAt(instant) === date);
  if (midnights.length > 0) return Math.min(...midnights);
  let [before, after] = [date - DAY_MS, date + DAY_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (wallAt(middle) >= date) after = middle;
    else before = middle;
  }
  return after;
}

function shift(unit: Unit, date: number, by: number): number {
  if (unit !== 'month') return date + by * (unit === 'week' ? 7 : 1) * DAY_MS;
  const day = new Date(date);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + by, 1);
}

/** Local days, weeks from Monday or months one after the other, the one of now last. */
export function spansOf(
  unit: Unit,
  count: number,
  { now, timezone }: { now: number; timezone: string },
): Span[] {
  const wallAt = wallClock(timezone);
  const today = Math.floor(wallAt(now) / DAY_MS) * DAY_MS;
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  const current = { day: today, week: monday, month: shift('month', today, 0) }[unit];
  const dates = Array.from({ length: count + 1 }, (_, at) => shift(unit, current, at - count + 1));
  const starts = dates.map((date) => startOf(wallAt, date));
  return dates
    .slice(0, count)
    .map((date, at) => ({ date, start: starts[at] ?? 0, end: starts[at + 1] ?? 0 }));
}
