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
import type { CallerWorkspace } from '../../handler/handler.ts';
import { findAccountPlan } from '../../ledger/account-plan.ts';
import { formatLabel, isoDate, listBuckets, listDays, type Span, VIEWS } from './periods.ts';
import { selectLocales, selectRunCounts, selectSlices } from './queries.ts';

/** Reads usage once for days, bars and totals, so that they agree even while takes are settled. */
export async function getSummary(
  { db }: Pick<App, 'db'>,
  request: UsageSummaryQuery & {
    workspace: Pick<CallerWorkspace, 'id' | 'owner_id'>;
    now: Date;
  },
): Promise<UsageSummary> {
  const { range, activity_view, timezone, workspace, now } = request;
  const days = listDays(range, timezone, now);
  const buckets = listBuckets(activity_view, timezone, now);
  const edges = [...days, ...buckets].flatMap(({ start, end }) => [start, end]);
  const bounds = [...new Set(edges)].sort((a, b) => a - b);
  const slices = { workspaceId: workspace.id, bounds };
  const [usage, runs, plan] = await Promise.all([
    selectSlices(db, slices).execute(),
    selectRunCounts(db, slices).execute(),
    findAccountPlan(db, workspace.owner_id),
  ]);
  // Every start and end of a span is a bound, so each slice, which starts at its bound, is in a span as a whole.
  const filterSpan = <T extends { slice: number }>(rows: readonly T[], { start, end }: Period): T[] =>
    rows.filter(({ slice }) => (bounds[slice] ?? end) >= start && (bounds[slice] ?? end) < end);
  const sumSpan = (span: Period) => {
    const spanUsage = filterSpan(usage, span);
    return {
      credits: sum(spanUsage, (row) => row.credits),
      characters: sum(spanUsage, (row) => row.characters),
      lines: sum(spanUsage, (row) => row.lines),
      runs: sum(filterSpan(runs, span), (row) => row.runs),
    };
  };
  const period = toPeriod(days);
  const { credits, characters, lines } = sumSpan(period);
  const periodUsage = filterSpan(usage, period);
  const ownKey = {
    credits: sum(periodUsage, (row) => row.own_key_credits),
    characters: sum(periodUsage, (row) => row.own_key_characters),
  };
  const platform = {
    credits: sum(periodUsage, (row) => row.platform_credits),
    characters: sum(periodUsage, (row) => row.platform_characters),
  };
  const unpaid = {
    credits: credits - ownKey.credits - platform.credits,
    characters: characters - ownKey.characters - platform.characters,
  };
  const { monthly_credits = 0 } = plan.limits;
  let quota: number | null = null;
  let percent: number | null = null;
  if (monthly_credits !== 'unlimited') {
    quota = monthly_credits;
    if (quota !== 0) percent = Math.round((credits / quota) * 1_000_000) / 10_000;
  }
  const runCounts = { total: 0, completed: 0, failed: 0, cancelled: 0, running: 0, pending: 0, paused: 0 };
  for (const row of filterSpan(runs, period)) {
    runCounts.total += row.runs;
    // The table's constraint allows no other status.
    runCounts[row.status as RunStatus] += row.runs;
  }
  return {
    range,
    activity_view,
    timezone,
    period: periodView(days),
    credits: { used: credits, quota, percent },
    characters: { total: characters },
    paid_by: { workspace: ownKey, platform, none: unpaid },
    lines: { total: lines, avg_chars_per_line: lines === 0 ? null : characters / lines },
    runs: runCounts,
    activity: activityView(
      activity_view,
      buckets.map((span) => {
        const { start, end } = periodView([span]);
        return { label: formatLabel(activity_view, span.date), start, end, ...sumSpan(span) };
      }),
    ),
    daily: days.map((span): UsageDay => ({ date: isoDate(span.date), ...sumSpan(span) })),
  };
}

/** The time from `start` to `end`, which is not included. */
interface Period {
  start: number;
  end: number;
}

/** From the start of the first span to the end of the last one. */
function toPeriod(spans: readonly Span[]): Period {
  return { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0 };
}

function periodView(spans: readonly Span[]): UsagePeriod {
  const { start, end } = toPeriod(spans);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

/** The credits over time, with their sum, mean and highest bucket. */
function activityView(view: UsageSummary['activity_view'], buckets: UsageBucket[]): UsageSummary['activity'] {
  const { unit, rangeLabel } = VIEWS[view];
  const total = sum(buckets, (bucket) => bucket.credits);
  const max = Math.max(...buckets.map((bucket) => bucket.credits));
  const peakBucket = buckets.find((bucket) => bucket.credits === max);
  let peak: UsageSummary['activity']['peak'] = null;
  if (peakBucket && max > 0) peak = { ...peakBucket, value: max };
  return {
    view,
    bucket_unit: unit,
    range_label: rangeLabel,
    buckets,
    total,
    avg: total / buckets.length,
    peak,
  };
}

function sum<T>(rows: readonly T[], pick: (row: T) => number): number {
  return rows.reduce((total, row) => total + pick(row), 0);
}

/** The usage of each language, with its share of the characters. */
export async function getByLanguage(
  { db }: Pick<App, 'db'>,
  request: UsageByLanguageQuery & { workspaceId: string; now: Date },
): Promise<UsageByLanguage> {
  const { workspaceId, range, activity_view, timezone, now } = request;
  const spans = activity_view ? listBuckets(activity_view, timezone, now) : listDays(range, timezone, now);
  const { start, end } = toPeriod(spans);
  const rows = await selectLocales(db, { workspaceId, bounds: [start, end] }).execute();
  // Most credits first, then most characters, then by code.
  const sortedRows = rows
    .filter((row) => row.credits > 0 || row.characters > 0)
    .sort(
      (a, b) =>
        b.credits - a.credits || b.characters - a.characters || (a.locale_code < b.locale_code ? -1 : 1),
    );
  const totalCharacters = sum(sortedRows, (row) => row.characters);
  const lastIndex = sortedRows.findLastIndex((row) => row.characters > 0);
  let shareSum = 0;
  const languages = sortedRows.map((row, index): LanguageUsage => {
    // The last share above zero is the remainder, so that the sum is exactly 1.
    let share = row.characters / totalCharacters;
    if (index === lastIndex) share = 1 - shareSum;
    shareSum += share;
    const display_name = localeName(row.locale_code) ?? row.locale_code;
    return { ...row, display_name, share, allocation_basis: 'characters' };
  });
  return {
    range: activity_view ? null : range,
    timezone,
    period: periodView(spans),
    activity_view: activity_view ?? null,
    total_credits: sum(languages, ({ credits }) => credits),
    languages,
  };
}
