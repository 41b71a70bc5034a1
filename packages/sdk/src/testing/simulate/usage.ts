import { blanks } from '../../generated/test-contract.ts';
import type { ActivityView, UsageRange, UsageSummary } from '../../generated/types.ts';
import { notSimulated } from '../api-error.ts';
import type { Handlers } from '../handler.ts';
import type { World } from '../world.ts';
import { ownAll } from './own.ts';
import { usageOf } from './run-views.ts';
import { creditsUsed, type SimulatedRun } from './simulated-run.ts';

const DAY_MS = 86_400_000;
const DAYS = { '30d': 30, '60d': 60, '90d': 90 } as const;
const VIEWS = {
  daily: { unit: 'day', count: 7, label: 'Last 7 days' },
  weekly: { unit: 'week', count: 12, label: 'Last 12 weeks' },
  monthly: { unit: 'month', count: 12, label: 'Last 12 months' },
} as const;

type Span = { start: number; end: number };
type Unit = 'day' | 'week' | 'month';

function shift(unit: Unit, date: number, by: number): number {
  if (unit !== 'month') return date + by * (unit === 'week' ? 7 : 1) * DAY_MS;
  const day = new Date(date);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + by, 1);
}

/** Days, weeks from Monday or months in UTC, the one of now last. */
function spansOf(unit: Unit, count: number, now: number): Span[] {
  const today = now - (now % DAY_MS);
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  const current = { day: today, week: monday, month: shift('month', today, 0) }[unit];
  return Array.from({ length: count }, (_, at) => ({
    start: shift(unit, current, at - count + 1),
    end: shift(unit, current, at - count + 2),
  }));
}

const inside = (runs: readonly SimulatedRun[], { start, end }: Span) =>
  runs.filter(({ created_at }) => Date.parse(created_at) >= start && Date.parse(created_at) < end);

/** What runs came to; only lines that audio was made for count. */
function sumsOf(runs: readonly SimulatedRun[]) {
  const sums = { credits: 0, characters: 0, lines: 0, runs: runs.length };
  for (const run of runs) {
    sums.credits += creditsUsed(run);
    sums.characters += usageOf(run).characters;
    sums.lines += run.lines.filter(({ take }) => take && !take.reused).length;
  }
  return sums;
}

function labelOf(view: ActivityView, start: number): string {
  const rest = view === 'monthly' ? ({ year: 'numeric' } as const) : ({ day: 'numeric' } as const);
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', ...rest }).format(start);
}

function activityOf(
  runs: readonly SimulatedRun[],
  view: ActivityView,
  now: number,
): UsageSummary['activity'] {
  const { unit, count, label } = VIEWS[view];
  const buckets = spansOf(unit, count, now).map((span) => ({
    ...blanks.UsageBucket,
    label: labelOf(view, span.start),
    start: new Date(span.start).toISOString(),
    end: new Date(span.end).toISOString(),
    ...sumsOf(inside(runs, span)),
  }));
  const total = buckets.reduce((sum, { credits }) => sum + credits, 0);
  const most = Math.max(...buckets.map(({ credits }) => credits));
  const peak = most === 0 ? null : (buckets.find(({ credits }) => credits === most) ?? null);
  return { view, bucket_unit: unit, range_label: label, buckets, total, avg: total / count, peak };
}

type Asked = { range: UsageRange; view: ActivityView; runs: SimulatedRun[] };

function summaryOf(world: World, { range, view, runs }: Asked): UsageSummary {
  const now = world.clock.now();
  const days = spansOf('day', DAYS[range], now);
  const period = { start: days[0]?.start ?? now, end: days.at(-1)?.end ?? now };
  const within = inside(runs, period);
  const sums = sumsOf(within);
  const count = (status: SimulatedRun['status']) => within.filter((run) => run.status === status).length;
  const quota = world.options.credits;
  return {
    ...blanks.UsageSummary,
    range,
    activity_view: view,
    timezone: 'UTC',
    period: { start: new Date(period.start).toISOString(), end: new Date(period.end).toISOString() },
    credits: {
      used: sums.credits,
      quota,
      percent: quota > 0 ? Math.round((sums.credits / quota) * 1_000_000) / 10_000 : null,
    },
    characters: { total: sums.characters },
    lines: { total: sums.lines, avg_chars_per_line: sums.lines === 0 ? null : sums.characters / sums.lines },
    runs: {
      total: within.length,
      completed: count('completed'),
      failed: count('failed'),
      cancelled: count('cancelled'),
      running: count('running'),
      pending: count('pending'),
      paused: count('paused'),
    },
    activity: activityOf(runs, view, now),
    daily: days.map((span) => ({
      date: new Date(span.start).toISOString().slice(0, 10),
      ...sumsOf(inside(runs, span)),
    })),
  };
}

/** What was used. Days begin in UTC; other zones are not simulated. */
export const usageHandlers: Handlers = {
  'usage.summary': ({ world, caller, query }) => {
    const { range = '30d', activity_view: view = 'daily', timezone = 'UTC' } = query;
    if (timezone !== 'UTC') throw notSimulated(`usage.summary in ${timezone}`);
    return { data: summaryOf(world, { range, view, runs: ownAll(world.runs, caller) }) };
  },
};
