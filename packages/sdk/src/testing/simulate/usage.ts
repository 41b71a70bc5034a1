import { blanks } from '../../generated/test-contract.ts';
import type {
  ActivityView,
  LanguageUsage,
  UsageByLanguage,
  UsageRange,
  UsageSummary,
} from '../../generated/types.ts';
import { malformed } from '../api-error.ts';
import type { Handlers } from '../handler.ts';
import { listed, listReply } from '../lists.ts';
import type { World } from '../world.ts';
import { limitsIn } from './account.ts';
import { type Span, spansOf } from './local-days.ts';
import { ownAll, without } from './own.ts';
import type { RunLine, SimulatedRun } from './simulated-run.ts';

const DAY_MS = 86_400_000;
const DAYS = { '30d': 30, '60d': 60, '90d': 90 } as const;
const VIEWS = {
  daily: { unit: 'day', count: 7, label: 'Last 7 days' },
  weekly: { unit: 'week', count: 12, label: 'Last 12 weeks' },
  monthly: { unit: 'month', count: 12, label: 'Last 12 months' },
} as const;

type Time = { start: number; end: number };

const within = (at: number, { start, end }: Time): boolean => at >= start && at < end;

const createdIn = (runs: readonly SimulatedRun[], span: Time) =>
  runs.filter(({ created_at }) => within(Date.parse(created_at), span));

/** Lines whose takes were made then; those that were used again count nothing. */
const spokenIn = (runs: readonly SimulatedRun[], span: Time): RunLine[] =>
  runs.flatMap(({ lines }) => lines.filter(({ take }) => take && !take.reused && within(take.at, span)));

function sumsOf(lines: readonly RunLine[]) {
  const sums = { credits: 0, characters: 0, lines: lines.length };
  for (const { take, script } of lines) {
    sums.credits += take?.credits ?? 0;
    sums.characters += [...script].length;
  }
  return sums;
}

/** What was used, and how many runs were created. */
const usedIn = (runs: readonly SimulatedRun[], span: Time) => ({
  ...sumsOf(spokenIn(runs, span)),
  runs: createdIn(runs, span).length,
});

function labelOf(view: ActivityView, date: number): string {
  const rest = view === 'monthly' ? ({ year: 'numeric' } as const) : ({ day: 'numeric' } as const);
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', ...rest }).format(date);
}

type Asked = { runs: readonly SimulatedRun[]; now: number; timezone: string };

function activityOf(asked: Asked, view: ActivityView): UsageSummary['activity'] {
  const { unit, count, label } = VIEWS[view];
  const buckets = spansOf(unit, count, asked).map((span) => ({
    ...blanks.UsageBucket,
    label: labelOf(view, span.date),
    start: new Date(span.start).toISOString(),
    end: new Date(span.end).toISOString(),
    ...usedIn(asked.runs, span),
  }));
  const total = buckets.reduce((sum, { credits }) => sum + credits, 0);
  const most = Math.max(...buckets.map(({ credits }) => credits));
  const top = most === 0 ? undefined : buckets.find(({ credits }) => credits === most);
  const peak = top ? { ...top, value: most } : null;
  return { view, bucket_unit: unit, range_label: label, buckets, total, avg: total / count, peak };
}

const wholeOf = (spans: readonly Span[]): Time => ({
  start: spans[0]?.start ?? 0,
  end: spans.at(-1)?.end ?? 0,
});

const periodOf = ({ start, end }: Time) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

function summaryOf(asked: Asked, range: UsageRange, quota: number | null): Omit<UsageSummary, 'activity'> {
  const { runs, timezone } = asked;
  const days = spansOf('day', DAYS[range], asked);
  const whole = wholeOf(days);
  const created = createdIn(runs, whole);
  const sums = sumsOf(spokenIn(runs, whole));
  const count = (status: SimulatedRun['status']) => created.filter((run) => run.status === status).length;
  return {
    ...blanks.UsageSummary,
    ...{ range, timezone, period: periodOf(whole) },
    credits: {
      used: sums.credits,
      quota,
      percent: quota ? Math.round((sums.credits / quota) * 1_000_000) / 10_000 : null,
    },
    characters: { total: sums.characters },
    lines: { total: sums.lines, avg_chars_per_line: sums.lines === 0 ? null : sums.characters / sums.lines },
    runs: {
      total: created.length,
      completed: count('completed'),
      failed: count('failed'),
      cancelled: count('cancelled'),
      running: count('running'),
      pending: count('pending'),
      paused: count('paused'),
    },
    daily: days.map((span) => ({
      date: new Date(span.date).toISOString().slice(0, 10),
      ...usedIn(runs, span),
    })),
  };
}

/** Rows by locale, most credits first; their shares add up to 1. */
function languagesOf(lines: readonly RunLine[]): LanguageUsage[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const locales = [...new Set(lines.map(({ locale_code }) => locale_code))];
  const rows = locales.map((locale_code) => ({
    ...{
      ...blanks.LanguageUsage,
      ...sumsOf(lines.filter((line) => line.locale_code === locale_code)),
      locale_code,
    },
    display_name: names.of(locale_code) ?? locale_code,
  }));
  rows.sort(
    (a, b) =>
      b.credits - a.credits || b.characters - a.characters || (a.locale_code < b.locale_code ? -1 : 1),
  );
  const total = rows.reduce((sum, row) => sum + row.characters, 0);
  const last = rows.findLastIndex((row) => row.characters > 0);
  let sum = 0;
  for (const [at, row] of rows.entries()) {
    row.share = at === last ? 1 - sum : row.characters / total;
    sum += row.share;
  }
  return rows;
}

function byLanguage(
  asked: Asked,
  { range, view }: { range: UsageRange; view: ActivityView | undefined },
): UsageByLanguage {
  const spans = view
    ? spansOf(VIEWS[view].unit, VIEWS[view].count, asked)
    : spansOf('day', DAYS[range], asked);
  const languages = languagesOf(spokenIn(asked.runs, wholeOf(spans)));
  return {
    ...blanks.UsageByLanguage,
    ...{ range: view ? null : range, timezone: asked.timezone, period: periodOf(wholeOf(spans)) },
    ...{ activity_view: view ?? null, languages },
    total_credits: languages.reduce((sum, { credits }) => sum + credits, 0),
  };
}

/** Names without a slash; other such words are abbreviations that mean a zone only here and there. */
const SHORT_ZONES =
  /^(CET|CST6CDT|Cuba|EET|EST|EST5EDT|Egypt|Eire|GB|GB-Eire|GMT|GMT\+0|GMT-0|GMT0|Greenwich|HST|Hongkong|Iceland|Iran|Israel|Jamaica|Japan|Kwajalein|Libya|MET|MST|MST7MDT|NZ|NZ-CHAT|Navajo|PRC|PST8PDT|Poland|Portugal|ROC|ROK|Singapore|Turkey|UCT|UTC|Universal|W-SU|WET|Zulu)$/i;

function checkedZone(timezone = 'UTC'): string {
  try {
    if (timezone.includes('/') || SHORT_ZONES.test(timezone)) {
      new Intl.DateTimeFormat('en', { timeZone: timezone });
      return timezone;
    }
  } catch {
    // Told below.
  }
  throw malformed({ field: 'query.timezone', message: 'Not an IANA time zone such as Europe/Berlin.' });
}

const runsOf = (world: World, caller: Parameters<typeof ownAll>[1], timezone: string): Asked => ({
  ...{ runs: ownAll(world.runs, caller), now: world.clock.now(), timezone },
});

/** What was used, and what was done. */
export const usageHandlers: Handlers = {
  'usage.summary': ({ world, caller, query }) => {
    const { range = '30d', activity_view: view = 'daily' } = query;
    const asked = runsOf(world, caller, checkedZone(query.timezone));
    const { monthly_credits: grant } = limitsIn(world, caller.workspace_id);
    const summary = summaryOf(asked, range, grant === 'unlimited' ? null : grant);
    return { data: { ...summary, activity_view: view, activity: activityOf(asked, view) } };
  },
  'usage.by_language': ({ world, caller, query }) => {
    const { range = '30d', activity_view: view } = query;
    return { data: byLanguage(runsOf(world, caller, checkedZone(query.timezone)), { range, view }) };
  },
  'usage.activity': ({ world, caller, query, url }) => {
    const since = world.clock.now() - DAYS[query.range ?? '30d'] * DAY_MS;
    const types = listed(query.type);
    const entries = world.activity.filter(
      ({ workspace_id, timestamp, action, user }) =>
        workspace_id === caller.workspace_id &&
        Date.parse(timestamp) >= since &&
        (types?.includes(action) ?? true) &&
        (query.user_id === undefined || user?.id === query.user_id.toLowerCase()),
    );
    return listReply(
      entries.map((entry) => without(entry, 'workspace_id')),
      { url, query },
    );
  },
};
