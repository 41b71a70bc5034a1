/** A date without a zone: milliseconds of its midnight as if it were in UTC. */
export type LocalDate = number;

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Times of one time zone. Offsets follow the rules of the zone at that moment, daylight saving included. */
export interface Zone {
  dateAt(instant: number): LocalDate;
  /** The first instant that has this date. */
  startOf(date: LocalDate): number;
}

export function openZone(timezone: string): Zone {
  const wallAt = wallClock(timezone);
  const dateAt = (instant: number): LocalDate => floorTo(wallAt(instant), DAY_MS);
  return { dateAt, startOf: (date) => startOfDay({ wallAt, dateAt, date }) };
}

interface Search {
  wallAt: (instant: number) => number;
  dateAt: (instant: number) => LocalDate;
  date: LocalDate;
}

/** Midnight: the earlier one if it occurs twice, and the moment of the change if it is skipped. */
function startOfDay({ wallAt, dateAt, date }: Search): number {
  const offsets = [date - DAY_MS, date + DAY_MS].map((near) => wallAt(near) - near);
  const midnights = offsets.map((offset) => date - offset).filter((instant) => wallAt(instant) === date);
  if (midnights.length > 0) return Math.min(...midnights);
  let before = date - DAY_MS;
  let after = date + DAY_MS;
  while (after - before > MINUTE_MS) {
    const middle = floorTo((before + after) / 2, MINUTE_MS);
    if (dateAt(middle) >= date) after = middle;
    else before = middle;
  }
  return after;
}

function floorTo(value: number, unit: number): number {
  return Math.floor(value / unit) * unit;
}

/** What a wall clock of the zone shows, as if it were in UTC. */
function wallClock(timezone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const parts = format.formatToParts(instant);
    const read = (type: Intl.DateTimeFormatPartTypes): number =>
      Number(parts.find((part) => part.type === type)?.value);
    const time = [read('hour'), read('minute'), read('second')] as const;
    const withoutMs = Date.UTC(read('year'), read('month') - 1, read('day'), ...time);
    return withoutMs + (instant - floorTo(instant, 1_000));
  };
}
