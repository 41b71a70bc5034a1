import {
  type LanguageUsage,
  localeName,
  type RunStatus,
  type UsageBucket,
  type UsageByLanguage,
  type UsageByLanguageQuery,
  type UsageDay,
  type UsagePeriod,
  type UsageSummary,
  type UsageSummaryQuery,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import type { CallerWorkspace } from '../../handler/handler.ts';
import { findAccountPlan } from '../../ledger/account-plan.ts';
import { bucketsOf, daysOf, isoDate, labelOf, type Span, VIEWS } from './periods.ts';
import { selectLocales, selectRunCounts, selectSlices } from './queries.ts';

type Sums = { credits: number; characters: number; lines: number; runs: number };

/** Reads usage once for days, bars and totals, so that they agree even while takes are settled. */
export async function getSummary(
  { db }: Pick<App, 'db'>,
  request: UsageSummaryQuery & {
    workspace: Pick<CallerWorkspace, 'id' | 'owner_id'>;
    now: Date;
  },
): Promise<UsageSummary> {
  const { range, activity_view, timezone, workspace, now } = request;
  const days = daysOf(range, timezone, now);
  const buckets = bucketsOf(activity_view, timezone, now);
  const edges = [...days, ...buckets].flatMap(({ start, end }) => [start, end]);
  const bounds = [...new Set(edges)].sort((a, b) => a - b);
  const slices = { workspaceId: workspace.id, bounds };
  const [usage, runs, quota] = await Promise.all([
    selectSlices(db, slices).execute(),
    selectRunCounts(db, slices).execute(),
    monthlyCredits(db, workspace.owner_id),
  ]);
  const inside = <T extends { slice: number }>(rows: readonly T[], { start, end }: Omit<Span, 'date'>): T[] =>
    rows.filter(({ slice }) => (bounds[slice] ?? end) >= start && (bounds[slice] ?? end) < end);
  const sumsOf = (span: Omit<Span, 'date'>): Sums => {
    const used = inside(usage, span);
    return {
      credits: sum(used, (row) => row.credits),
      characters: sum(used, (row) => row.characters),
      lines: sum(used, (row) => row.lines),
      runs: sum(inside(runs, span), (row) => row.runs),
    };
  };
  const whole = wholeOf(days);
  const { credits, characters, lines } = sumsOf(whole);
  const percent = quota ? Math.round((credits / quota) * 1_000_000) / 10_000 : null;
  return {
    range,
    activity_view,
    timezone,
    period: periodView(days),
    ...{
      credits: { used: credits, quota, percent },
      characters: { total: characters },
      lines: { total: lines, avg_chars_per_line: lines === 0 ? null : characters / lines },
    },
    runs: runsView(inside(runs, whole)),
    activity: activityView(
      activity_view,
      buckets.map((span) => {
        const { start, end } = periodView([span]);
        return { label: labelOf(activity_view, span.date), start, end, ...sumsOf(span) };
      }),
    ),
    daily: days.map((span): UsageDay => ({ date: isoDate(span.date), ...sumsOf(span) })),
  };
}

/** The monthly credits of the owner's plan; null if unlimited. */
async function monthlyCredits(db: Db, ownerId: string): Promise<number | null> {
  const { limits } = await findAccountPlan(db, ownerId);
  const credits = limits.monthly_credits ?? 0;
  return credits === 'unlimited' ? null : credits;
}

function wholeOf(spans: readonly Span[]): { start: number; end: number } {
  return { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0 };
}

function periodView(spans: readonly Span[]): UsagePeriod {
  const { start, end } = wholeOf(spans);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

function runsView(rows: readonly { status: string; runs: number }[]): UsageSummary['runs'] {
  const countOf = (status: RunStatus): number =>
    sum(
      rows.filter((row) => row.status === status),
      (row) => row.runs,
    );
  return {
    total: sum(rows, (row) => row.runs),
    completed: countOf('completed'),
    failed: countOf('failed'),
    cancelled: countOf('cancelled'),
    running: countOf('running'),
    pending: countOf('pending'),
    paused: countOf('paused'),
  };
}

function activityView(view: UsageSummary['activity_view'], buckets: UsageBucket[]): UsageSummary['activity'] {
  const { unit, rangeLabel } = VIEWS[view];
  const total = sum(buckets, (bucket) => bucket.credits);
  const most = Math.max(...buckets.map((bucket) => bucket.credits));
  const peak = buckets.find((bucket) => bucket.credits === most);
  return {
    view,
    bucket_unit: unit,
    range_label: rangeLabel,
    buckets,
    total,
    avg: total / buckets.length,
    peak: peak && most > 0 ? { ...peak, value: most } : null,
  };
}

function sum<T>(rows: readonly T[], pick: (row: T) => number): number {
  return rows.reduce((total, row) => total + pick(row), 0);
}

export async function getByLanguage(
  { db }: Pick<App, 'db'>,
  {
    workspaceId,
    range,
    activity_view,
    timezone,
    now,
  }: UsageByLanguageQuery & {
    workspaceId: string;
    now: Date;
  },
): Promise<UsageByLanguage> {
  const spans = activity_view ? bucketsOf(activity_view, timezone, now) : daysOf(range, timezone, now);
  const bounds = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
  const languages = languagesView(await selectLocales(db, { workspaceId, bounds }).execute());
  return {
    range: activity_view ? null : range,
    timezone,
    period: periodView(spans),
    activity_view: activity_view ?? null,
    total_credits: sum(languages, ({ credits }) => credits),
    languages,
  };
}

/** Most credits first, then most characters, then by code. */
function languagesView(
  rows: readonly Pick<LanguageUsage, 'locale_code' | 'credits' | 'characters' | 'lines'>[],
): LanguageUsage[] {
  const used = rows.filter((row) => row.credits > 0 || row.characters > 0);
  const sorted = used.toSorted(
    (a, b) =>
      b.credits - a.credits || b.characters - a.characters || (a.locale_code < b.locale_code ? -1 : 1),
  );
  // The fractions of the total. The last weight above zero gets the remainder, so that the sum is exactly 1.
  const weights = sorted.map((row) => row.characters);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const last = weights.findLastIndex((weight) => weight > 0);
  let sum = 0;
  const shares = weights.map((weight, index) => {
    const share = index === last ? 1 - sum : weight / total;
    sum += share;
    return share;
  });
  return sorted.map((row, index) => ({
    ...row,
    display_name: localeName(row.locale_code) ?? row.locale_code,
    share: shares[index] ?? 0,
    allocation_basis: 'characters',
  }));
}
