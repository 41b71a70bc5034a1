import { z } from 'zod';
import { listOf } from './envelope.ts';
import { meta, route, workspaceHeader } from './kit.ts';
import { DateTime, Uuid } from './primitives.ts';
import { pagedQuery, repeated } from './query.ts';

/** How far back a report looks. */
export const UsageRange = z
  .enum(['30d', '60d', '90d'])
  .meta({ id: 'UsageRange', description: 'How many days a report looks back.' });
/** How far back a report looks. */
export type UsageRange = z.infer<typeof UsageRange>;

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

/** What a workspace does and uses. */
export const usage = {
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
      area: 'usage',
      auth: 'jwt_or_key',
      scope: 'workspace:read',
      role: 'viewer',
      workspace: 'header',
      idempotent: false,
      success: 200,
      operationId: 'usage.activity',
      paged: { counted: false, defaultLimit: 20 },
    }),
  }),
};
