const DAY_MS = 86_400_000;

/** How many zones keep their format, because a format takes long to create and much memory. */
const MAX_FORMATS = 100;

/** By the name of the zone in lower case, because the case of a name does not count. Least recently used first. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  let format = formats.get(key);
  if (!format) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
    const rest = { minute: 'numeric', second: 'numeric', hourCycle: 'h23', era: 'short' } as const;
    format = new Intl.DateTimeFormat('en', { ...parts, ...rest, calendar: 'gregory', timeZone });
  }
  formats.delete(key);
  formats.set(key, format);
  const [oldest] = formats.keys();
  if (formats.size > MAX_FORMATS && oldest !== undefined) formats.delete(oldest);
  return format;
}

/** The wall time of an instant, as a Date that shows it in UTC. Instants and wall times have no milliseconds here. */
export function toWallTime(instant: Date, timeZone: string): Date {
  const values: Record<string, number> = {};
  for (const { type, value } of getFormat(timeZone).formatToParts(instant)) values[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = values;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/**
 * The instant at which clocks show a wall time. If they show it twice, the first one. If they skip it, the instant right
 * after the gap.
 */
export function toInstant(wallTime: Date, timeZone: string): Date {
  const wall = wallTime.getTime();
  const getOffset = (time: number): number => toWallTime(new Date(time), timeZone).getTime() - time;
  // No zone is further than a day from UTC, so a change of the offset around the wall time is between these two.
  const offsets = [getOffset(wall - DAY_MS), getOffset(wall), getOffset(wall + DAY_MS)];
  const instants = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  const first = instants.find((time) => time + getOffset(time) === wall);
  if (first !== undefined) return new Date(first);
  // Before the gap, clocks show less than the wall time, and after it more.
  let [before, after] = [instants.at(0) ?? wall, instants.at(-1) ?? wall];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle + getOffset(middle) < wall) before = middle;
    else after = middle;
  }
  return new Date(after);
}
