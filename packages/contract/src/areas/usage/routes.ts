import { area } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import {
  Activity,
  ActivityQuery,
  UsageByLanguage,
  UsageByLanguageQuery,
  UsageSummary,
  UsageSummaryQuery,
} from './schemas.ts';

const access = { auth: 'jwt_or_key', scope: 'workspace:read', role: 'viewer', workspace: 'header' } as const;

/** What a workspace does and uses. */
export const usage = area('usage', access, {
  summary: {
    endpoint: 'GET /api/v1/usage/summary',
    summary: 'Get a usage summary',
    description:
      'Returns credits, characters, lines and runs of the workspace per local day, and the data of an activity chart. Usage counts on the day when it is charged, and runs count on the day when they are created.',
    query: UsageSummaryQuery,
    responses: { 200: objectOf(UsageSummary) },
  },
  byLanguage: {
    endpoint: 'GET /api/v1/usage/by-language',
    summary: 'Get usage by language',
    description:
      'Returns the generated audio of the workspace by locale. The credits match the ledger exactly. With `activity_view`, the rows cover the period of that chart, and `range` is null.',
    query: UsageByLanguageQuery,
    responses: { 200: objectOf(UsageByLanguage) },
  },
  activity: {
    endpoint: 'GET /api/v1/usage/activity',
    summary: 'List the activity log',
    description: 'Returns the actions in the workspace, newest first.',
    query: ActivityQuery,
    responses: { 200: listOf(Activity) },
  },
});
