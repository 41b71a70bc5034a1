import type { HistoricGroup, HistoricRun } from './usage-history.ts';

/*
 * A second, slow implementation of usage reports that shares nothing with the first. It calculates the local
 * date of every take, and handles dates as text.
 */

export interface Figures {
  credits: number;
  characters: number;
  lines: number;
  runs: number;
}

export interface History {
  groups: readonly HistoricGroup[];
  runs: readonly HistoricRun[];
}

type Entry = Figures & { at: number; locale_code: string | null };

/** By time zone, because a formatter takes much longer to create than to use. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The local date of a time, such as `2026-11-21`. */
export function localDate(at: number, timezone: string): string {
  let format = dateFormats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
    dateFormats.set(timezone, format);
  }
  return format.format(at);
}

/** The date a number of days later. */
export function plusDays(date: string, days: number): string {
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

export function lastDates(count: number, now: number, timezone: string): string[] {
  const today = localDate(now, timezone);
  return Array.from({ length: count }, (_, index) => plusDays(today, index - count + 1));
}

/** The dates of each bucket of a view. */
export function bucketDates(view: 'daily' | 'weekly' | 'monthly', now: number, timezone: string): string[][] {
  if (view === 'daily') return lastDates(7, now, timezone).map((date) => [date]);
  const [size, key] = view === 'weekly' ? [12 * 7 + 7, mondayOf] : [13 * 31, monthOf];
  const today = localDate(now, timezone);
  const dates = Array.from({ length: size + 31 }, (_, index) => plusDays(today, index - size + 1));
  const buckets = [...Map.groupBy(dates, key)].map(([, own]) => own);
  const current = buckets.findIndex((bucket) => bucket.includes(today));
  return buckets.slice(current - 11, current + 1);
}

const monthOf = (date: string): string => date.slice(0, 7);

function mondayOf(date: string): string {
  let day = date;
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== 1) day = plusDays(day, -1);
  return day;
}

/** Every take and every run as a separate entry. A line counts with its first take in the run. */
export function entriesOf({ groups, runs }: History): Entry[] {
  const known = new Set<string>();
  const takes = groups.flatMap(({ run, at, takes: own }) =>
    own
      .filter((take) => !take.reused)
      .map(({ line, locale_code, characters, credits }): Entry => {
        const key = `${run}/${line}`;
        const lines = known.has(key) ? 0 : 1;
        known.add(key);
        return { at, locale_code, credits, characters, lines, runs: 0 };
      }),
  );
  const none = { credits: 0, characters: 0, lines: 0, locale_code: null };
  return [...takes, ...runs.map(({ created_at }): Entry => ({ at: created_at, ...none, runs: 1 }))];
}

export function figuresOf(entries: readonly Entry[], dates: readonly string[], timezone: string): Figures {
  const wanted = new Set(dates);
  const figures: Figures = { credits: 0, characters: 0, lines: 0, runs: 0 };
  for (const entry of entries) {
    if (!wanted.has(localDate(entry.at, timezone))) continue;
    figures.credits += entry.credits;
    figures.characters += entry.characters;
    figures.lines += entry.lines;
    figures.runs += entry.runs;
  }
  return figures;
}
