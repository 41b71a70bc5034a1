import { z } from 'zod';
import { area } from '../area.ts';
import { objectOf, plainListOf } from '../envelope.ts';
import { example } from '../example.ts';
import { Empty, Flag, object } from '../primitives.ts';
import { queryInteger } from '../query.ts';
import {
  ChangePlan,
  CreatePaymentMethodPage,
  Credits,
  InvoicePage,
  PaymentMethod,
  PaymentMethodPage,
  PaymentMethodSetup,
  PlanLimits,
  Subscribe,
  Subscription,
} from './billing/schemas.ts';

/** The emails that a user wants. Invites are always sent. */
export const NotificationPreferences = object('NotificationPreferences', 'The emails that a user wants.', {
  completed_generation_email: Flag.describe(
    'Whether to send an email when a run that the user started completes.',
  ),
  failed_generation_email: Flag.describe('Whether to send an email when a run that the user started fails.'),
  weekly_usage_summary_email: Flag.describe(
    'Whether to send a weekly summary of the usage of their workspaces, Monday to Sunday in UTC. No email is sent for a week without usage.',
  ),
  product_updates_email: Flag.describe(
    'Whether the operator can send product news. The service itself sends none.',
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

const preferences: NotificationPreferences = {
  completed_generation_email: true,
  failed_generation_email: true,
  weekly_usage_summary_email: false,
  product_updates_email: false,
};

example(NotificationPreferences, preferences);
example(UpdateNotificationPreferences, { weekly_usage_summary_email: true });

const PaymentMethodParams = {
  payment_method_id: z
    .string()
    .min(1)
    .max(255)
    .meta({ examples: ['pm_1Q0Example'] }),
};

const access = { auth: 'jwt', scope: null, role: null, workspace: 'none' } as const;

/** What belongs to the user, in every workspace. */
export const users = area('users', access, {
  getSubscription: {
    endpoint: 'GET /api/v1/users/me/subscription',
    summary: 'Get your subscription',
    description: '`data` is null without a subscription.',
    responses: { 200: objectOf(Subscription.nullable().describe('Null without a subscription.')) },
  },
  subscribe: {
    endpoint: 'POST /api/v1/users/me/subscription',
    summary: 'Subscribe to a plan',
    description:
      'Charges the default payment method immediately. If the payment is declined, no subscription is created. To change an existing subscription, use `users.change_plan`.',
    body: Subscribe,
    responses: { 200: objectOf(Subscription) },
    errors: ['PAYMENT_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  },
  changePlan: {
    endpoint: 'POST /api/v1/users/me/subscription/change-plan',
    summary: 'Change your plan',
    description:
      'A plan with a higher monthly price, or yearly billing of the same plan, is an upgrade. An upgrade takes effect immediately, charges the prorated difference, and reverts a cancellation or a scheduled downgrade. Any other change is a downgrade: it is scheduled for the end of the paid period and replaces a change scheduled earlier. If the payment is declined, nothing changes.',
    body: ChangePlan,
    responses: { 200: objectOf(Subscription) },
    errors: ['PAYMENT_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  },
  cancelSubscription: {
    endpoint: 'POST /api/v1/users/me/subscription/cancel',
    summary: 'Cancel your subscription',
    description:
      'The subscription stays active until the end of the paid period. Then the plan without a subscription applies. Idempotent.',
    responses: { 200: objectOf(Subscription) },
    errors: ['CONFLICT'],
  },
  cancelScheduledChange: {
    endpoint: 'POST /api/v1/users/me/subscription/cancel-scheduled-change',
    summary: 'Cancel a scheduled change',
    description: 'Cancels a scheduled downgrade or reverts a cancellation. Without either, nothing changes.',
    responses: { 200: objectOf(Subscription) },
    errors: ['CONFLICT'],
  },
  listPaymentMethods: {
    endpoint: 'GET /api/v1/users/me/payment-methods',
    summary: 'List your payment methods',
    description: 'Returns the saved cards, the default card first. Not paginated.',
    responses: { 200: plainListOf(PaymentMethod) },
  },
  addPaymentMethod: {
    endpoint: 'POST /api/v1/users/me/payment-methods',
    summary: 'Add a payment method',
    description: 'Creates a setup intent. A browser confirms it with the form of the payment processor.',
    responses: { 200: objectOf(PaymentMethodSetup) },
  },
  createPaymentMethodPage: {
    endpoint: 'POST /api/v1/users/me/payment-methods/page',
    summary: 'Create a page to add a payment method',
    description:
      'Creates a page of the payment processor on which the customer enters a card. Send the browser to its `url`. Afterwards, the processor redirects the browser to `return_url`, also if the customer goes back without a card.',
    body: CreatePaymentMethodPage,
    responses: { 200: objectOf(PaymentMethodPage) },
  },
  setDefaultPaymentMethod: {
    endpoint: 'PUT /api/v1/users/me/payment-methods/:payment_method_id/default',
    summary: 'Set the default payment method',
    description:
      'Future invoices are charged to this method. If a payment is overdue, the open invoices are charged immediately, and the status of the subscription reflects the result.',
    params: PaymentMethodParams,
    responses: { 200: objectOf(Empty) },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deletePaymentMethod: {
    endpoint: 'DELETE /api/v1/users/me/payment-methods/:payment_method_id',
    summary: 'Delete a payment method',
    description:
      'The last payment method of a paid subscription cannot be deleted. If the default one is deleted, the newest of the others becomes the default.',
    params: PaymentMethodParams,
    responses: { 200: objectOf(Empty) },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listInvoices: {
    endpoint: 'GET /api/v1/users/me/invoices',
    summary: 'List your invoices',
    description: 'Newest first.',
    query: InvoiceQuery,
    responses: { 200: objectOf(InvoicePage) },
  },
  getNotificationPreferences: {
    endpoint: 'GET /api/v1/users/me/notification-preferences',
    summary: 'Get your notification preferences',
    description:
      'By default, emails about your own runs are on and all others are off. The service sends emails only to verified addresses. Each email has a link to unsubscribe from emails of its kind.',
    etag: true,
    responses: { 200: objectOf(NotificationPreferences) },
  },
  updateNotificationPreferences: {
    endpoint: 'PATCH /api/v1/users/me/notification-preferences',
    summary: 'Update your notification preferences',
    description: 'Changes only the fields in the request.',
    body: UpdateNotificationPreferences,
    responses: { 200: objectOf(NotificationPreferences) },
    errors: ['PRECONDITION_FAILED'],
  },
  getCredits: {
    endpoint: 'GET /api/v1/users/me/credits',
    summary: 'Get your credits',
    description:
      'Returns the account that pays for runs in every workspace that you own. A period is a month of the subscription, or a calendar month (UTC) without one.',
    responses: { 200: objectOf(Credits) },
  },
  getLimits: {
    endpoint: 'GET /api/v1/users/me/limits',
    summary: 'Get the limits of your plan',
    description:
      'The limits apply to every workspace that you own and to all of its members. Changing to a smaller plan removes nothing and only limits what you create later.',
    responses: { 200: objectOf(PlanLimits) },
  },
});
