import { z } from 'zod';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import { Count, DateTime, Fraction, object, oneOf, Uuid } from '../../primitives.ts';
import { pagedQuery, repeated, TimeZone } from '../../query.ts';

export const UsageRange = oneOf('UsageRange', 'The period of a report in local days, including today.', [
  '30d',
  '60d',
  '90d',
]);
export type UsageRange = z.infer<typeof UsageRange>;

export const ActivityView = oneOf(
  'ActivityView',
  'The period of an activity chart: 7 local days, 12 local weeks that start on Monday, or 12 local months, the current one last.',
  ['daily', 'weekly', 'monthly'],
);
export type ActivityView = z.infer<typeof ActivityView>;

export const UsagePeriod = object(
  'UsagePeriod',
  'A period from the start of a local day to the end of another.',
  {
    start: DateTime.describe('The start of the first local day.'),
    end: DateTime.describe('The end of the last local day, exclusive. It may be in the future.'),
  },
);
export type UsagePeriod = z.infer<typeof UsagePeriod>;

const sums = {
  credits: Count.describe('Settled credits.'),
  characters: Count.describe('Unicode code points of new takes. Reused takes do not count.'),
  lines: Count.describe('Lines with new audio, once per run. Lines with only reused takes are not counted.'),
};

const sumsAndRuns = { ...sums, runs: Count.describe('Runs that were created.') };

export const UsageBucket = object('UsageBucket', 'The usage in one bar of an activity chart.', {
  label: z.string().describe('A day such as `Nov 21`, the Monday of a week, or a month such as `Nov 2026`.'),
  start: DateTime,
  end: DateTime.describe('Exclusive.'),
  ...sumsAndRuns,
});
export type UsageBucket = z.infer<typeof UsageBucket>;

export const UsageDay = object('UsageDay', 'The usage in one local day.', {
  date: z.iso.date().describe('In the time zone of the request.'),
  ...sumsAndRuns,
});
export type UsageDay = z.infer<typeof UsageDay>;

const PaidSums = z.object({ credits: sums.credits, characters: sums.characters });

const CreditsUsed = z.object({
  used: Count.describe('Credits settled in the period, as in the ledger.'),
  quota: Count.nullable().describe(
    'Monthly credits of the owner’s plan, for all their workspaces. Null if unlimited.',
  ),
  percent: z
    .number()
    .min(0)
    .nullable()
    .describe(
      '100 × used / quota, rounded to 4 decimals. Can exceed 100 for several months. Null if there is no quota.',
    ),
});

const Activities = z.object({
  view: ActivityView,
  bucket_unit: z.enum(['day', 'week', 'month']).describe('The length of a bucket.'),
  range_label: z.string().describe('A label for display, such as `Last 12 weeks`.'),
  buckets: z.array(UsageBucket).describe('Oldest first, without gaps.'),
  total: Count.describe('Credits of all buckets.'),
  avg: z.number().min(0).describe('Mean credits per bucket, including empty ones.'),
  peak: UsageBucket.extend({ value: Count.describe('The credits used in the bucket.') })
    .meta({ id: 'UsagePeak', description: 'The bucket with the most credits.' })
    .nullable()
    .describe('The first bucket with the most credits. Null if no credits were used.'),
});

export const UsageSummary = object('UsageSummary', 'The usage of a workspace.', {
  range: UsageRange,
  activity_view: ActivityView,
  timezone: z.string(),
  period: UsagePeriod.describe('The period of all fields except `activity`.'),
  credits: CreditsUsed,
  characters: z.object({ total: Count.describe('Unicode code points of new takes.') }),
  paid_by: z
    .object({ workspace: PaidSums, platform: PaidSums, none: PaidSums })
    .describe('The credits and characters of the period by who paid the provider.'),
  lines: z.object({
    total: Count,
    avg_chars_per_line: z
      .number()
      .min(0)
      .nullable()
      .describe('Mean characters per line, including retries. Null if there are no lines.'),
  }),
  runs: z
    .object({
      total: Count,
      completed: Count,
      failed: Count,
      cancelled: Count,
      running: Count,
      pending: Count,
      paused: Count,
    })
    .describe('Runs that were created in the period, by current status.'),
  activity: Activities,
  daily: z.array(UsageDay).describe('Each local day of the period, oldest first, including empty days.'),
});
export type UsageSummary = z.infer<typeof UsageSummary>;

export const LanguageUsage = object('LanguageUsage', 'The usage of one locale.', {
  locale_code: z.string().describe('Lowercase BCP 47 code, such as `de-de`.'),
  display_name: z.string().describe('The English name, such as `American English`.'),
  share: Fraction.describe('Share of the characters in the period, from 0 to 1. Shares sum to 1.'),
  ...sums,
  allocation_basis: z.enum(['characters']).describe('What `share` is based on.'),
});
export type LanguageUsage = z.infer<typeof LanguageUsage>;

export const UsageByLanguage = object('UsageByLanguage', 'The usage of a workspace by locale.', {
  range: UsageRange.nullable().describe('Null if `activity_view` was sent.'),
  timezone: z.string(),
  period: UsagePeriod,
  activity_view: ActivityView.nullable().describe('Null if `activity_view` was not sent.'),
  total_credits: Count.describe('The sum of `credits` over the rows.'),
  languages: z.array(LanguageUsage).describe('Most credits first. Only locales with new audio.'),
});
export type UsageByLanguage = z.infer<typeof UsageByLanguage>;

export const ActivityAction = oneOf('ActivityAction', 'An action in the activity log.', [
  'workflow_run',
  'voice_generated',
  'template_applied',
  'member_invited',
  'api_key_created',
  'settings_changed',
  'reviewed',
  'operator_acted',
]);
export type ActivityAction = z.infer<typeof ActivityAction>;

export const Activity = object('Activity', 'An entry of the activity log.', {
  id: Uuid,
  timestamp: DateTime,
  user: z
    .object({ id: Uuid, name: z.string() })
    .nullable()
    .describe(
      'The user. Null for actions of the service, its operators and guests. `metadata` names the guest.',
    ),
  action: ActivityAction,
  kind: z.string().describe('The exact action, such as `run_started` or `webhook_endpoint_disabled`.'),
  resource: z
    .object({
      type: z.string(),
      id: Uuid.nullable().describe('Null if the resource has no ID.'),
      name: z.string().nullable().describe('Null if the resource has no name.'),
    })
    .describe('The changed resource.'),
  metadata: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Details of the action. Null if there are no details.'),
  ip: z.string().nullable().describe('The IP address of the request. Null if there was no request.'),
});
export type Activity = z.infer<typeof Activity>;

/** Filters of the activity log. */
export const ActivityQuery = pagedQuery({
  range: UsageRange.default('30d').describe('The period in local days, including today.'),
  type: repeated(ActivityAction).optional().describe('Return only these actions.'),
  user_id: Uuid.optional().describe('Return only actions of this user.'),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

const timezone = TimeZone.default('UTC').describe('The IANA time zone that decides when a day starts.');

/** The query of a usage summary. */
export const UsageSummaryQuery = z.object({
  range: UsageRange.default('30d').describe('The period of all fields except `activity`.'),
  activity_view: ActivityView.default('daily').describe('The period of `activity`.'),
  timezone,
});
export type UsageSummaryQuery = z.output<typeof UsageSummaryQuery>;

/** The query of usage by language. */
export const UsageByLanguageQuery = z.object({
  range: UsageRange.default('30d').describe('The period in local days, including today.'),
  activity_view: ActivityView.optional().describe(
    'Use the period of this activity chart instead of `range`.',
  ),
  timezone,
});
export type UsageByLanguageQuery = z.output<typeof UsageByLanguageQuery>;

const DAY_MS = 86_400_000;

const end = '2026-03-03T00:00:00.000Z';

const used = { credits: 24, characters: 444, lines: 24 };

const today = { ...used, runs: 12 };

const idle = { credits: 0, characters: 0, lines: 0, runs: 0 };

/** Days before `end`, oldest first. Only the last day has usage. */
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

example(Activity, {
  id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d42',
  timestamp: TIMES.updated_at,
  user: { id: ids.user_id, name: 'Ada Winter' },
  action: 'workflow_run',
  kind: 'run_started',
  resource: { type: 'run', id: ids.run_id, name: 'Harbor lights' },
  metadata: { run_number: 12 },
  ip: '203.0.113.7',
});
example(UsageSummary, {
  range: '30d',
  activity_view: 'daily',
  timezone: 'UTC',
  period: period(30),
  credits: { used: 24, quota: 50_000, percent: 0.048 },
  characters: { total: 444 },
  paid_by: {
    workspace: { credits: 0, characters: 0 },
    platform: { credits: 0, characters: 0 },
    none: { credits: 24, characters: 444 },
  },
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
});
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
      ...used,
      allocation_basis: 'characters',
    },
  ],
});
