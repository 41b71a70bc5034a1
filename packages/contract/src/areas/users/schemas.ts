import { z } from 'zod';
import { object } from '../../named.ts';
import { Flag } from '../../primitives.ts';
import { queryInteger } from '../../query.ts';

/** The emails that a user wants. Invites are always sent. */
export const NotificationPreferences = object('NotificationPreferences', 'The emails that a user wants.', {
  completed_generation_email: Flag.describe('When a run that the user started has completed.'),
  failed_generation_email: Flag.describe('When a run that the user started has failed.'),
  weekly_usage_summary_email: Flag.describe(
    'A weekly summary of the usage of their workspaces, Monday to Sunday in UTC. No mail is sent for a week without usage.',
  ),
  product_updates_email: Flag.describe(
    'Whether the operator may send product news. The service itself sends none.',
  ),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

export const UpdateNotificationPreferences = NotificationPreferences.partial().meta({
  id: 'UpdateNotificationPreferences',
  description: 'The preferences to change.',
});
export type UpdateNotificationPreferences = z.infer<typeof UpdateNotificationPreferences>;

/** The query of the invoices of a user. */
export const InvoiceQuery = z.object({
  limit: queryInteger({ min: 1, max: 100 }).default(20).describe('Items per page.'),
  starting_after: z
    .string()
    .regex(/^in_[A-Za-z0-9_]{1,250}$/, 'Must be the ID of an invoice.')
    .optional()
    .meta({ description: 'The ID of the last invoice of the previous page.', examples: ['in_1Q0Example'] }),
});
export type InvoiceQuery = z.output<typeof InvoiceQuery>;
