import { z } from 'zod';
import { objectOf, plainListOf } from '../../envelope.ts';
import { c, idempotencyHeader, meta, route } from '../../kit.ts';
import { Empty } from '../../primitives.ts';
import {
  ChangePlan,
  InvoicePage,
  PaymentMethod,
  PaymentMethodSetup,
  Subscribe,
  Subscription,
} from '../billing/schemas.ts';
import { InvoiceQuery } from './schemas.ts';

const shared = {
  area: 'users',
  auth: 'jwt',
  scope: null,
  role: null,
  workspace: 'none',
  success: 200,
} as const;

const read = { ...shared, idempotent: false } as const;

const post = { ...shared, idempotent: true } as const;

const PaymentMethodParams = z.object({
  payment_method_id: z
    .string()
    .min(1)
    .max(255)
    .meta({ examples: ['pm_1Q0Example'] }),
});

/** The subscription of a user and what it is paid with. */
export const subscriptions = {
  getSubscription: route({
    method: 'GET',
    path: '/api/v1/users/me/subscription',
    summary: 'Get your subscription',
    description: '`data` is null on the free plan.',
    responses: { 200: objectOf(Subscription.nullable().describe('Null on the free plan.')) },
    metadata: meta({ ...read, operationId: 'users.get_subscription' }),
  }),
  subscribe: route({
    method: 'POST',
    path: '/api/v1/users/me/subscription',
    summary: 'Subscribe to a plan',
    description:
      'Charges the default payment method immediately. If the payment is declined, no subscription is created. To change an existing subscription, use `users.change_plan`.',
    headers: idempotencyHeader,
    body: Subscribe,
    responses: { 200: objectOf(Subscription) },
    errors: ['PAYMENT_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
    metadata: meta({ ...post, operationId: 'users.subscribe' }),
  }),
  changePlan: route({
    method: 'POST',
    path: '/api/v1/users/me/subscription/change-plan',
    summary: 'Change your plan',
    description:
      'An upgrade takes effect immediately and charges the proration. A plan with a higher monthly price, or yearly billing of the same plan, is an upgrade. It also reverts a cancellation or a scheduled downgrade. Any other change is a downgrade: it is scheduled for the end of the paid period and replaces a change scheduled earlier. If the payment is declined, nothing changes.',
    headers: idempotencyHeader,
    body: ChangePlan,
    responses: { 200: objectOf(Subscription) },
    errors: ['PAYMENT_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
    metadata: meta({ ...post, operationId: 'users.change_plan' }),
  }),
  cancelSubscription: route({
    method: 'POST',
    path: '/api/v1/users/me/subscription/cancel',
    summary: 'Cancel your subscription',
    description:
      'The subscription stays active until the end of the paid period. The free plan follows. Idempotent.',
    headers: idempotencyHeader,
    body: c.noBody(),
    responses: { 200: objectOf(Subscription) },
    errors: ['CONFLICT'],
    metadata: meta({ ...post, operationId: 'users.cancel_subscription' }),
  }),
  cancelScheduledChange: route({
    method: 'POST',
    path: '/api/v1/users/me/subscription/cancel-scheduled-change',
    summary: 'Cancel a scheduled change',
    description: 'Cancels a scheduled downgrade or reverts a cancellation. Without either, nothing changes.',
    headers: idempotencyHeader,
    body: c.noBody(),
    responses: { 200: objectOf(Subscription) },
    errors: ['CONFLICT'],
    metadata: meta({ ...post, operationId: 'users.cancel_scheduled_change' }),
  }),
  listPaymentMethods: route({
    method: 'GET',
    path: '/api/v1/users/me/payment-methods',
    summary: 'List your payment methods',
    description: 'Returns the saved cards, the default card first. Not paginated.',
    responses: { 200: plainListOf(PaymentMethod) },
    metadata: meta({ ...read, operationId: 'users.list_payment_methods' }),
  }),
  addPaymentMethod: route({
    method: 'POST',
    path: '/api/v1/users/me/payment-methods',
    summary: 'Add a payment method',
    description: 'Creates a setup intent. A browser confirms it with the form of the payment processor.',
    headers: idempotencyHeader,
    body: c.noBody(),
    responses: { 200: objectOf(PaymentMethodSetup) },
    metadata: meta({ ...post, operationId: 'users.add_payment_method' }),
  }),
  setDefaultPaymentMethod: route({
    method: 'PUT',
    path: '/api/v1/users/me/payment-methods/:payment_method_id/default',
    summary: 'Set the default payment method',
    description:
      'Future invoices are charged to it. If a payment is overdue, the open invoices are charged immediately, and the status of the subscription reflects the result.',
    pathParams: PaymentMethodParams,
    body: c.noBody(),
    responses: { 200: objectOf(Empty) },
    errors: ['NOT_FOUND', 'CONFLICT'],
    metadata: meta({ ...read, operationId: 'users.set_default_payment_method' }),
  }),
  deletePaymentMethod: route({
    method: 'DELETE',
    path: '/api/v1/users/me/payment-methods/:payment_method_id',
    summary: 'Delete a payment method',
    description:
      'The last payment method of a paid subscription cannot be deleted. If the default one is deleted, the newest of the others becomes the default.',
    pathParams: PaymentMethodParams,
    responses: { 200: objectOf(Empty) },
    errors: ['NOT_FOUND', 'CONFLICT'],
    metadata: meta({ ...read, operationId: 'users.delete_payment_method' }),
  }),
  listInvoices: route({
    method: 'GET',
    path: '/api/v1/users/me/invoices',
    summary: 'List your invoices',
    description: 'Newest first.',
    query: InvoiceQuery,
    responses: { 200: objectOf(InvoicePage) },
    metadata: meta({ ...read, operationId: 'users.list_invoices' }),
  }),
};
