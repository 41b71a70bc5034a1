import { z } from 'zod';
import { Count, DateTime, Fraction, Uuid } from '../../primitives.ts';
import { pagedQuery, repeated } from '../../query.ts';

/** How far back a report looks. */
export const UsageRange = z
  .enum(['30d', '60d', '90d'])
  .meta({ id: 'UsageRange', description: 'How many local days a report looks back, today included.' });
/** How far back a report looks. */
export type UsageRange = z.infer<typeof UsageRange>;

/** The tab of an activity chart: 7 local days, 12 weeks that begin on Monday, or 12 months. */
export const ActivityView = z.enum(['daily', 'weekly', 'monthly']).meta({
  id: 'ActivityView',
  description: '7 local days, 12 local weeks that begin on Monday, or 12 local months; the current one last.',
});
/** The tab of an activity chart. */
export type ActivityView = z.infer<typeof ActivityView>;

/** Names of the tz database without a slash; other such words are abbreviations that mean a zone only here and there. */
const SHORT_NAMES = new Set(
  `CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel
  Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT
  UTC Universal W-SU WET Zulu`
    .toLowerCase()
    .split(/\s+/),
);

/** Whether a text names a time zone of the IANA database, such as `Asia/Kathmandu`; case does not matter. */
export function isTimeZone(name: string): boolean {
  const known = name.includes('/')
    ? /^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)+$/i.test(name) && !/^systemv\//i.test(name)
    : SHORT_NAMES.has(name.toLowerCase());
  if (!known) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An IANA time zone as input; other names are refused. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'Not an IANA time zone such as Europe/Berlin.' })
  .meta({ description: 'An IANA time zone: where local days begin.', examples: ['Europe/Berlin'] });
/** The name of an IANA time zone, such as `Europe/Berlin`. */
export type TimeZone = z.infer<typeof TimeZone>;

/** From `start` to right before `end`. */
export const UsagePeriod = z
  .object({
    start: DateTime.describe('When the first local day begins.'),
    end: DateTime.describe('When the last local day ends, which may lie ahead; not included.'),
  })
  .meta({ id: 'UsagePeriod', description: 'From the begin of a local day to the end of another.' });
/** From `start` to right before `end`. */
export type UsagePeriod = z.infer<typeof UsagePeriod>;

const sums = {
  credits: Count.describe('Credits settled.'),
  characters: Count.describe('Unicode code points of the takes that were made; reused ones count nothing.'),
  lines: Count.describe(
    'Lines that audio was made for, once per run; a line whose takes were all reused is not counted.',
  ),
};

const sumsAndRuns = { ...sums, runs: Count.describe('Runs that were created.') };

/** What was used in one local day, week or month of an activity chart. */
export const UsageBucket = z
  .object({
    label: z.string().describe('`Nov 21`, for weeks their Monday, for months `Nov 2026`.'),
    start: DateTime,
    end: DateTime.describe('Not included.'),
    ...sumsAndRuns,
  })
  .meta({ id: 'UsageBucket', description: 'What was used in one bar of an activity chart.' });
/** What was used in one bar of an activity chart. */
export type UsageBucket = z.infer<typeof UsageBucket>;

/** What was used in one local day. */
export const UsageDay = z
  .object({ date: z.iso.date().describe('The local date.'), ...sumsAndRuns })
  .meta({ id: 'UsageDay', description: 'What was used in one local day.' });
/** What was used in one local day. */
export type UsageDay = z.infer<typeof UsageDay>;

const CreditsUsed = z.object({
  used: Count.describe('Credits settled in the period, the same as in the ledger.'),
  quota: Count.nullable().describe(
    'What the plan of the owner grants a month, for all workspaces of theirs; null where it is unlimited.',
  ),
  percent: z
    .number()
    .min(0)
    .nullable()
    .describe(
      '100 x used / quota, rounded to 4 decimals. More than 100 is possible over several months. Null without a quota.',
    ),
});

const Activities = z.object({
  view: ActivityView,
  bucket_unit: z.enum(['day', 'week', 'month']),
  range_label: z.string().describe('Such as `Last 12 weeks`.'),
  buckets: z.array(UsageBucket).describe('Oldest first, without gaps.'),
  total: Count.describe('Credits of all buckets.'),
  avg: z.number().min(0).describe('Credits a bucket on average, empty ones included.'),
  peak: UsageBucket.extend({ value: Count.describe('The credits of the bucket.') })
    .meta({ id: 'UsagePeak', description: 'The bucket with the most credits.' })
    .nullable()
    .describe('The bucket with the most credits, the first of equals; null without any.'),
});

/** What a workspace used, in all, per day, and per bar of a chart. */
export const UsageSummary = z
  .object({
    range: UsageRange,
    activity_view: ActivityView,
    timezone: z.string(),
    period: UsagePeriod.describe('Of every figure but `activity`, which has its own.'),
    credits: CreditsUsed,
    characters: z.object({ total: Count }),
    lines: z.object({
      total: Count,
      avg_chars_per_line: z
        .number()
        .min(0)
        .nullable()
        .describe('Characters of all takes of a line, retries included, on average; null without lines.'),
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
      .describe('Runs that were created in the period, by what they are now.'),
    activity: Activities,
    daily: z.array(UsageDay).describe('Each local day of the period, oldest first, empty ones included.'),
  })
  .meta({ id: 'UsageSummary', description: 'What a workspace used.' });
/** What a workspace used. */
export type UsageSummary = z.infer<typeof UsageSummary>;

/** What was used for one locale. */
export const LanguageUsage = z
  .object({
    locale_code: z.string().describe('Lowercase BCP-47, such as `de-de`.'),
    display_name: z.string().describe('In English, such as `American English`.'),
    share: Fraction.describe('Of the characters of the period, as `allocation_basis` says. Shares sum to 1.'),
    ...sums,
    allocation_basis: z.enum(['characters']).describe('What `share` is a share of.'),
  })
  .meta({ id: 'LanguageUsage', description: 'What was used for one locale.' });
/** What was used for one locale. */
export type LanguageUsage = z.infer<typeof LanguageUsage>;

/** What was used, by locale. */
export const UsageByLanguage = z
  .object({
    range: UsageRange.nullable().describe('Null where `activity_view` was sent.'),
    timezone: z.string(),
    period: UsagePeriod,
    activity_view: ActivityView.nullable(),
    total_credits: Count.describe('The sum of `credits` over the rows.'),
    languages: z
      .array(LanguageUsage)
      .describe('Most credits first. Shares sum to 1. Only locales that audio was made for.'),
  })
  .meta({ id: 'UsageByLanguage', description: 'Generated audio of a workspace, by locale.' });
/** What was used, by locale. */
export type UsageByLanguage = z.infer<typeof UsageByLanguage>;

/** What can be done in a workspace that its members may want to know of. */
export const ActivityAction = z
  .enum([
    'workflow_run',
    'voice_generated',
    'template_applied',
    'member_invited',
    'api_key_created',
    'settings_changed',
  ])
  .meta({ id: 'ActivityAction', description: 'What was done.' });
/** What was done. */
export type ActivityAction = z.infer<typeof ActivityAction>;

/** One entry of the activity log of a workspace. */
export const Activity = z
  .object({
    id: Uuid,
    timestamp: DateTime,
    user: z
      .object({ id: Uuid, name: z.string() })
      .nullable()
      .describe('Who did it; null where the service did.'),
    action: ActivityAction,
    kind: z.string().describe('More exactly, such as `run_started` or `webhook_endpoint_disabled`.'),
    resource: z.object({ type: z.string(), id: Uuid.nullable(), name: z.string().nullable() }),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    ip: z.string().nullable().describe('The address that the request came from, where there was one.'),
  })
  .meta({ id: 'Activity', description: 'One entry of the activity log.' });
/** One entry of the activity log of a workspace. */
export type Activity = z.infer<typeof Activity>;

/** Filters of the activity log. */
export const ActivityQuery = pagedQuery({
  range: UsageRange.default('30d'),
  type: repeated(ActivityAction).optional().describe('Only these actions.'),
  user_id: Uuid.optional().describe('Only what this user did.'),
});
/** Filters of the activity log, as the server reads them. */
export type ActivityQuery = z.output<typeof ActivityQuery>;

const timezone = TimeZone.default('UTC').describe('An IANA time zone: where local days begin.');

/** What a summary of usage is asked for. */
export const UsageSummaryQuery = z.object({
  range: UsageRange.default('30d').describe('The days of all figures but those of `activity`.'),
  activity_view: ActivityView.default('daily').describe('The buckets of `activity`.'),
  timezone,
});
/** What a summary of usage is asked for, as the server reads it. */
export type UsageSummaryQuery = z.output<typeof UsageSummaryQuery>;

/** What usage by language is asked for. */
export const UsageByLanguageQuery = z.object({
  range: UsageRange.default('30d').describe('Rolling local days, today included.'),
  activity_view: ActivityView.optional().describe('Takes the place of `range`: the period of that tab.'),
  timezone,
});
/** What usage by language is asked for, as the server reads it. */
export type UsageByLanguageQuery = z.output<typeof UsageByLanguageQuery>;
