import { z } from 'zod';
import { queryInteger } from '../../query.ts';

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

/** The query of the invoices of a user. */
export const InvoiceQuery = z.object({
  limit: queryInteger({ min: 1, max: 100 }).default(20).describe('Items a page.'),
  starting_after: z
    .string()
    .regex(/^in_[A-Za-z0-9_]{1,250}$/, 'The id of an invoice is needed.')
    .optional()
    .meta({ description: 'The id of the last invoice of the page before.', examples: ['in_1Q0Example'] }),
});
/** The query of the invoices of a user, as the server reads it. */
export type InvoiceQuery = z.output<typeof InvoiceQuery>;
