import { z } from 'zod';
import { objectOf } from '../../envelope.ts';
import { matchHeader, meta, noneMatchHeader, route } from '../../kit.ts';
import { credits } from './credits.ts';
import { subscriptions } from './subscriptions.ts';

/** Which mails a user wants. Invites come always. */
export const NotificationPreferences = z
  .object({
    completed_generation_email: z.boolean().describe('When a run that they started is done.'),
    failed_generation_email: z.boolean().describe('When a run that they started fails.'),
    weekly_usage_summary_email: z
      .boolean()
      .describe(
        'Once a week, what their workspaces used in the week that ended (Monday to Sunday, UTC); nothing where that was nothing.',
      ),
    product_updates_email: z
      .boolean()
      .describe('Whether the operator may write to them about the product. The service itself sends none.'),
  })
  .meta({ id: 'NotificationPreferences', description: 'Which mails a user wants.' });
/** Which mails a user wants. */
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** The preferences to change; the others stay. */
export const UpdateNotificationPreferences = NotificationPreferences.partial().meta({
  id: 'UpdateNotificationPreferences',
  description: 'The preferences to change; the others stay.',
});
/** The preferences to change. */
export type UpdateNotificationPreferences = z.infer<typeof UpdateNotificationPreferences>;

const shared = {
  area: 'users',
  auth: 'jwt',
  scope: null,
  role: null,
  workspace: 'none',
  idempotent: false,
  success: 200,
} as const;

/** What belongs to the user, whatever the workspace. */
export const users = {
  ...subscriptions,
  getNotificationPreferences: route({
    method: 'GET',
    path: '/api/v1/users/me/notification-preferences',
    summary: 'Get your notification preferences',
    description:
      'Mails about your own runs are on, the others off, until you say otherwise. Mails go to verified addresses alone, and each names a link that turns its kind off.',
    headers: noneMatchHeader,
    responses: { 200: objectOf(NotificationPreferences) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'users.get_notification_preferences' }),
  }),
  updateNotificationPreferences: route({
    method: 'PATCH',
    path: '/api/v1/users/me/notification-preferences',
    summary: 'Change your notification preferences',
    description: 'Changes only the fields that are given; `{}` changes nothing.',
    headers: matchHeader,
    body: UpdateNotificationPreferences,
    responses: { 200: objectOf(NotificationPreferences) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...shared, operationId: 'users.update_notification_preferences' }),
  }),
  ...credits,
};
