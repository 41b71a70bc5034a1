import { z } from 'zod';
import { listOf, objectOf } from '../../envelope.ts';
import { meta, route, workspaceHeader } from '../../kit.ts';
import { DateTime, Uuid } from '../../primitives.ts';
import { pagedQuery, repeated } from '../../query.ts';
import { ActivityView, TimeZone, UsageByLanguage, UsageRange, UsageSummary } from './schemas.ts';

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

/** Rights of a report. */
const report = {
  area: 'usage',
  auth: 'jwt_or_key',
  scope: 'workspace:read',
  role: 'viewer',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;

/** What a workspace does and uses. */
export const usage = {
  summary: route({
    method: 'GET',
    path: '/api/v1/usage/summary',
    summary: 'Summarize usage',
    description:
      'Credits, characters, lines and runs of the workspace over local days, and the bars of an activity chart. Usage counts on the day it is settled, with the take; a run on the day it is created.',
    headers: workspaceHeader,
    query: UsageSummaryQuery,
    responses: { 200: objectOf(UsageSummary) },
    errors: [],
    metadata: meta({ ...report, operationId: 'usage.summary' }),
  }),
  byLanguage: route({
    method: 'GET',
    path: '/api/v1/usage/by-language',
    summary: 'Report usage by language',
    description:
      'Generated audio of the workspace, by locale. The credits are those of the ledger, to the credit. With `activity_view` the rows cover the period of that tab, and `range` is null.',
    headers: workspaceHeader,
    query: UsageByLanguageQuery,
    responses: { 200: objectOf(UsageByLanguage) },
    errors: [],
    metadata: meta({ ...report, operationId: 'usage.by_language' }),
  }),
  activity: route({
    method: 'GET',
    path: '/api/v1/usage/activity',
    summary: 'List activity',
    description: 'What was done in the workspace, newest first.',
    headers: workspaceHeader,
    query: ActivityQuery,
    responses: { 200: listOf(Activity) },
    errors: [],
    metadata: meta({
      ...report,
      operationId: 'usage.activity',
      paged: { counted: false, defaultLimit: 20 },
    }),
  }),
};
