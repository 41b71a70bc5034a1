import { z } from 'zod';
import { example, EXAMPLE_IDS as ids } from '../../example.ts';
import { Count, DateTime, Flag, object, oneOf, strictObject, Url, Uuid } from '../../primitives.ts';
import { queryInteger } from '../../query.ts';

export const PlanLimit = z
  .union([Count, z.literal('unlimited')])
  .meta({ id: 'PlanLimit', description: 'A number, or `unlimited`.' });

/** What a plan includes. More limits may be added. */
export const PlanLimits = object('PlanLimits', 'What a plan includes.', {
  monthly_credits: PlanLimit.describe(
    'Credits granted each month. Unused credits expire at the end of the month.',
  ),
  workspaces_per_owner: PlanLimit.describe('Workspaces that one user can own.'),
  concurrent_runs_per_user: PlanLimit.describe('Concurrent runs in all workspaces of the owner.'),
  storage_bytes_per_workspace: PlanLimit.describe('Bytes of confirmed uploads.'),
  retention_days: PlanLimit.describe('Days that the audio of ended runs is stored.'),
  byok_enabled: z
    .union([z.literal(0), z.literal(1)])
    .describe('`1` if workspaces can use their own provider keys, else `0`.'),
  seats: PlanLimit.describe('Members and open invites of a workspace, including the owner.'),
});
export type PlanLimits = z.infer<typeof PlanLimits>;

const Tier = z.enum(['free', 'paid', 'custom']);
const Currency = z.string().describe('ISO 4217 code in lowercase, such as `usd`.');

/** A plan that is offered, or that the user has. */
export const Plan = object('Plan', 'A subscription plan.', {
  id: Uuid,
  slug: z.string().describe('A stable identifier, such as `creator-monthly`.'),
  name: z.string(),
  tier: Tier,
  limits: PlanLimits,
  billing_interval: z.enum(['monthly', 'yearly']),
  amount: Count.describe(
    'Price per billing interval in the smallest currency unit. 0 for free and custom plans.',
  ),
  currency: Currency,
  display_order: Count.describe('Position in a list of plans, from 0.'),
});
export type Plan = z.infer<typeof Plan>;

export const SubscriptionStatus = oneOf(
  'SubscriptionStatus',
  'The status of a subscription, as reported by the payment processor.',
  ['active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'],
);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const Subscription = object('Subscription', 'The paid plan of a user.', {
  id: Uuid,
  plan: Plan,
  status: SubscriptionStatus,
  current_period_start: DateTime,
  current_period_end: DateTime,
  cancel_at_period_end: Flag.describe('Whether the subscription ends with the current period.'),
  canceled_at: DateTime.nullable().describe('When the cancellation was requested.'),
  scheduled_plan: Plan.nullable().describe('The plan that starts at `scheduled_at`.'),
  scheduled_at: DateTime.nullable().describe('Null if no change is scheduled.'),
});
export type Subscription = z.infer<typeof Subscription>;

export const Subscribe = strictObject('Subscribe', 'The plan to subscribe to.', { plan_id: Uuid });
export type Subscribe = z.infer<typeof Subscribe>;

export const ChangePlan = strictObject('ChangePlan', 'What to change the subscription to.', {
  new_plan_id: Uuid.describe('One of `billing.list_plans`.'),
});
export type ChangePlan = z.infer<typeof ChangePlan>;

export const PlanChangePreview = object(
  'PlanChangePreview',
  'The cost and the effective date of a plan change.',
  {
    current_plan: Plan,
    new_plan: Plan,
    type: z.enum(['upgrade', 'downgrade', 'same']),
    proration_amount: z
      .int()
      .nullable()
      .describe('The amount due now, in the smallest currency unit. Null if nothing is due now.'),
    effective_at: DateTime.describe('When the new plan starts.'),
    currency: Currency,
  },
);
export type PlanChangePreview = z.infer<typeof PlanChangePreview>;

/** A saved card. Only the payment processor knows its number. */
export const PaymentMethod = object('PaymentMethod', 'A saved card.', {
  id: z.string().describe('The ID at the payment processor.'),
  brand: z.string().describe('The card brand, such as `visa`.'),
  last4: z.string().describe('The last four digits of the card number.'),
  exp_month: z.int().min(1).max(12).describe('The month in which the card expires.'),
  exp_year: z.int().describe('The year in which the card expires, with four digits.'),
  is_default: Flag.describe('Whether invoices are charged to this card.'),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const PaymentMethodSetup = object(
  'PaymentMethodSetup',
  'The data that a browser needs to collect a payment method.',
  {
    client_secret: z
      .string()
      .describe('The client secret of the setup intent. Pass it to the payment form in the browser.'),
  },
);
export type PaymentMethodSetup = z.infer<typeof PaymentMethodSetup>;

const ReturnUrl = z
  .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL.' })
  .max(2_000)
  // The published schema does not call this a URI, because a URI cannot contain the braces of the placeholder.
  .meta({ wire: { type: 'string', maxLength: 2_000 } })
  .describe(
    'The http or https URL to which the payment processor redirects the customer afterwards. `{CHECKOUT_SESSION_ID}` in the URL is replaced with the ID of the session.',
  );

export const CreatePaymentMethodPage = strictObject(
  'CreatePaymentMethodPage',
  'Where the customer continues afterwards.',
  { return_url: ReturnUrl },
);
export type CreatePaymentMethodPage = z.infer<typeof CreatePaymentMethodPage>;

export const PaymentMethodPage = object(
  'PaymentMethodPage',
  'A page of the payment processor that collects a payment method.',
  { url: Url.describe('The page. It works once, for a day.') },
);
export type PaymentMethodPage = z.infer<typeof PaymentMethodPage>;

export const CreateCheckout = strictObject('CreateCheckout', 'The plan to pay for.', {
  plan_id: Uuid,
  return_url: ReturnUrl,
});
export type CreateCheckout = z.infer<typeof CreateCheckout>;

export const Checkout = object('Checkout', 'The data that a browser needs to show the embedded checkout.', {
  client_secret: z
    .string()
    .describe('The client secret of the checkout session, for the form of the payment processor.'),
});
export type Checkout = z.infer<typeof Checkout>;

export const Invoice = object('Invoice', 'An invoice.', {
  id: z.string().describe('The ID at the payment processor.'),
  number: z.string().nullable().describe('Null until the invoice is finalized.'),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  amount_due: z.int().describe('In the smallest currency unit.'),
  amount_paid: z.int().describe('In the smallest currency unit.'),
  currency: Currency,
  period_start: DateTime,
  period_end: DateTime,
  created: DateTime,
  hosted_invoice_url: Url.nullable().describe(
    'A page to view and pay the invoice. Null until the invoice is finalized.',
  ),
  invoice_pdf: Url.nullable().describe('The invoice as a PDF. Null until the invoice is finalized.'),
});
export type Invoice = z.infer<typeof Invoice>;

export const InvoicePage = object('InvoicePage', 'A page of invoices, newest first.', {
  invoices: z.array(Invoice),
  has_more: Flag.describe(
    'Whether more invoices follow. To get them, set `starting_after` to the ID of the last invoice.',
  ),
});
export type InvoicePage = z.infer<typeof InvoicePage>;

export const Credits = object('Credits', 'The credits of an account in the current period.', {
  balance: z
    .int()
    .nullable()
    .describe(
      'Credits of the account, including those on hold for active runs. Null if the plan has no limit.',
    ),
  used: Count.describe('Credits spent in this period.'),
  remaining: Count.nullable().describe(
    'Credits that new runs can spend: the balance without holds. Null if the plan has no limit.',
  ),
  period_start: DateTime,
  period_end: DateTime.describe('Unused credits expire at this time, and the next grant is made.'),
  plan_grant: PlanLimit.describe('Credits that the plan grants per period.'),
  plan_tier: Tier,
});
export type Credits = z.infer<typeof Credits>;

/** Which plans to list. */
export const PlanQuery = z.object({
  page: queryInteger({ min: 1, max: 1_000 }).default(1).describe('Starts at 1.'),
  limit: queryInteger({ min: 1, max: 100 }).default(20).describe('Items per page.'),
});
export type PlanQuery = z.output<typeof PlanQuery>;

/** An event of the payment processor. Its fields are those of the processor. */
export const ProcessorEvent = z.looseObject({});

const limits: PlanLimits = {
  monthly_credits: 50_000,
  workspaces_per_owner: 3,
  concurrent_runs_per_user: 3,
  storage_bytes_per_workspace: 21_474_836_480,
  retention_days: 180,
  byok_enabled: 1,
  seats: 3,
};
const plan: Plan = {
  id: ids.plan_id,
  slug: 'creator-monthly',
  name: 'Creator',
  tier: 'paid',
  limits,
  billing_interval: 'monthly',
  amount: 1_900,
  currency: 'usd',
  display_order: 1,
};
const free: Plan = {
  ...plan,
  id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d61',
  slug: 'free',
  name: 'Free',
  tier: 'free',
  limits: {
    monthly_credits: 1_000,
    workspaces_per_owner: 1,
    concurrent_runs_per_user: 1,
    storage_bytes_per_workspace: 1_073_741_824,
    retention_days: 30,
    byok_enabled: 0,
    seats: 1,
  },
  amount: 0,
  display_order: 0,
};
const period = { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' };

example(PlanLimits, limits);
example(Plan, plan);
example(Subscription, {
  id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d62',
  plan,
  status: 'active',
  current_period_start: period.start,
  current_period_end: period.end,
  cancel_at_period_end: false,
  canceled_at: null,
  scheduled_plan: null,
  scheduled_at: null,
});
example(Subscribe, { plan_id: ids.plan_id });
example(ChangePlan, { new_plan_id: ids.plan_id });
example(PlanChangePreview, {
  current_plan: free,
  new_plan: plan,
  type: 'upgrade',
  proration_amount: 1_900,
  effective_at: '2026-03-02T09:41:12.480Z',
  currency: 'usd',
});
example(PaymentMethod, {
  id: 'pm_1Q0Example',
  brand: 'visa',
  last4: '4242',
  exp_month: 8,
  exp_year: 2029,
  is_default: true,
});
example(PaymentMethodSetup, { client_secret: 'seti_1Q0Example_secret_Example' });
example(CreatePaymentMethodPage, { return_url: 'https://app.example.com/billing' });
example(PaymentMethodPage, { url: 'https://checkout.stripe.com/c/pay/cs_test_Example' });
example(CreateCheckout, { plan_id: ids.plan_id, return_url: 'https://app.example.com/billing' });
example(Checkout, { client_secret: 'cs_test_Example_secret_Example' });
example(InvoicePage, {
  invoices: [
    {
      id: 'in_1Q0Example',
      number: 'VL-0012',
      status: 'paid',
      amount_due: 1_900,
      amount_paid: 1_900,
      currency: 'usd',
      period_start: period.start,
      period_end: period.end,
      created: period.start,
      hosted_invoice_url: 'https://invoice.stripe.com/i/example',
      invoice_pdf: 'https://invoice.stripe.com/i/example/pdf',
    },
  ],
  has_more: false,
});
example(ProcessorEvent, {
  id: 'evt_1Q0Example',
  object: 'event',
  type: 'invoice.paid',
  created: 1_772_444_400,
  data: { object: { id: 'in_1Q0Example', object: 'invoice', status: 'paid' } },
});
example(Credits, {
  balance: 48_520,
  used: 1_480,
  remaining: 48_518,
  period_start: period.start,
  period_end: period.end,
  plan_grant: 50_000,
  plan_tier: 'paid',
});
