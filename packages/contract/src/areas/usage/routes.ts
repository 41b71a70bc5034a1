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
