import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { Activity, type UsageBucket, UsageByLanguage, type UsageDay, UsageSummary } from './schemas.ts';

const DAY_MS = 86_400_000;

const end = '2026-03-03T00:00:00.000Z';

const sums = { credits: 24, characters: 444, lines: 24 };

const today = { ...sums, runs: 12 };

const idle = { credits: 0, characters: 0, lines: 0, runs: 0 };

/** Days before `end`, oldest first; all of the use was on the last of them. */
const daysBefore = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const start = new Date(Date.parse(end) - (count - index) * DAY_MS);
    return { start, used: index === count - 1 ? today : idle };
  });

const period = (count: number) => ({ start: daysBefore(count)[0]?.start.toISOString() ?? end, end });

const daily = daysBefore(30).map(
  ({ start, used }): UsageDay => ({ date: start.toISOString().slice(0, 10), ...used }),
);

const label = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const buckets = daysBefore(7).map(
  ({ start, used }): UsageBucket => ({
    label: label.format(start),
    start: start.toISOString(),
    end: new Date(start.getTime() + DAY_MS).toISOString(),
    ...used,
  }),
);

const peak = buckets.at(-1);

/** Examples of usage reports and the activity log. */
export const usageExamples = [
  example(Activity, {
    id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d42',
    timestamp: TIMES.updated_at,
    user: { id: ids.user_id, name: 'Ada Winter' },
    action: 'workflow_run',
    kind: 'run_started',
    resource: { type: 'run', id: ids.run_id, name: 'Harbor lights' },
    metadata: { run_number: 12 },
    ip: '203.0.113.7',
  }),
  example(UsageSummary, {
    range: '30d',
    activity_view: 'daily',
    timezone: 'UTC',
    period: period(30),
    credits: { used: 24, quota: 50_000, percent: 0.048 },
    characters: { total: 444 },
    lines: { total: 24, avg_chars_per_line: 18.5 },
    runs: { total: 12, completed: 11, failed: 1, cancelled: 0, running: 0, pending: 0, paused: 0 },
    activity: {
      view: 'daily',
      bucket_unit: 'day',
      range_label: 'Last 7 days',
      buckets,
      total: 24,
      avg: 3.43,
      peak: peak ? { ...peak, value: peak.credits } : null,
    },
    daily,
  }),
  example(UsageByLanguage, {
    range: '30d',
    timezone: 'UTC',
    period: period(30),
    activity_view: null,
    total_credits: 24,
    languages: [
      {
        locale_code: 'en-us',
        display_name: 'English (United States)',
        share: 1,
        ...sums,
        allocation_basis: 'characters',
      },
    ],
  }),
];
