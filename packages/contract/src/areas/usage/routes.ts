import { listOf, objectOf } from '../../envelope.ts';
import { meta, route, workspaceHeader } from '../../kit.ts';
import {
  Activity,
  ActivityQuery,
  UsageByLanguage,
  UsageByLanguageQuery,
  UsageSummary,
  UsageSummaryQuery,
} from './schemas.ts';

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
    summary: 'Get a usage summary',
    description:
      'Returns credits, characters, lines and runs of the workspace over local days, and the bars of an activity chart. Usage counts on the day it is settled, runs on the day they are created.',
    headers: workspaceHeader,
    query: UsageSummaryQuery,
    responses: { 200: objectOf(UsageSummary) },
    metadata: meta({ ...report, operationId: 'usage.summary' }),
  }),
  byLanguage: route({
    method: 'GET',
    path: '/api/v1/usage/by-language',
    summary: 'Get usage by language',
    description:
      'Returns the generated audio of the workspace by locale. The credits match the ledger exactly. With `activity_view`, the rows cover the period of that chart, and `range` is null.',
    headers: workspaceHeader,
    query: UsageByLanguageQuery,
    responses: { 200: objectOf(UsageByLanguage) },
    metadata: meta({ ...report, operationId: 'usage.by_language' }),
  }),
  activity: route({
    method: 'GET',
    path: '/api/v1/usage/activity',
    summary: 'List the activity log',
    description: 'Returns the actions in the workspace, newest first.',
    headers: workspaceHeader,
    query: ActivityQuery,
    responses: { 200: listOf(Activity) },
    metadata: meta({
      ...report,
      operationId: 'usage.activity',
      paged: { counted: false, defaultLimit: 20 },
    }),
  }),
};
