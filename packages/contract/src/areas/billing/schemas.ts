import { z } from 'zod';
import { Count, DateTime, Url, Uuid } from '../../primitives.ts';
import { queryInteger } from '../../query.ts';

/** A limit of a plan: a number in the unit its name says, or no bound. */
export const PlanLimit = z
  .union([Count, z.literal('unlimited')])
  .meta({ id: 'PlanLimit', description: 'A number in the unit of its name, or no bound.' });

/** What a plan allows. Further limits may be added. */
export const PlanLimits = z
  .object({
    monthly_credits: PlanLimit.describe('Credits granted for each month; they lapse at its end.'),
    workspaces_per_owner: PlanLimit,
    concurrent_runs_per_user: PlanLimit.describe('Over all workspaces of the owner.'),
    storage_bytes_per_workspace: PlanLimit.describe('Of confirmed uploads.'),
    retention_days: PlanLimit.describe('How long the audio of ended runs is kept.'),
    byok_enabled: z.union([z.literal(0), z.literal(1)]).describe('1: the workspace may bring provider keys.'),
    seats: PlanLimit.describe('Members and open invites of a workspace, the owner included.'),
  })
  .meta({ id: 'PlanLimits', description: 'What a plan allows.' });
/** What a plan allows. */
export type PlanLimits = z.infer<typeof PlanLimits>;

/** A plan that can be had, or the one that one has. */
export const Plan = z
  .object({
    id: Uuid,
    slug: z.string().describe('Names the plan for good, such as `creator-monthly`.'),
    name: z.string(),
    tier: z.enum(['free', 'paid', 'custom']),
    limits: PlanLimits,
    billing_interval: z.enum(['monthly', 'yearly']),
    amount: Count.describe(
      'The price of an interval in the smallest unit of the currency; 0 for free and custom plans.',
    ),
    currency: z.string().describe('ISO 4217 in lowercase, such as `usd`.'),
    display_order: Count,
  })
  .meta({ id: 'Plan', description: 'A subscription plan.' });
/** A subscription plan. */
export type Plan = z.infer<typeof Plan>;

/** How a subscription stands, in the words of the payment processor. */
export const SubscriptionStatus = z
  .enum([
    'active',
    'trialing',
    'past_due',
    'canceled',
    'unpaid',
    'incomplete',
    'incomplete_expired',
    'paused',
  ])
  .meta({ id: 'SubscriptionStatus', description: 'How a subscription stands.' });
/** How a subscription stands. */
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** A paid plan of a user. */
export const Subscription = z
  .object({
    id: Uuid,
    plan: Plan,
    status: SubscriptionStatus,
    current_period_start: DateTime,
    current_period_end: DateTime,
    cancel_at_period_end: z.boolean(),
    canceled_at: DateTime.nullable().describe('When the cancellation was asked for.'),
    scheduled_plan: Plan.nullable().describe('The plan that follows at `scheduled_at`.'),
    scheduled_at: DateTime.nullable(),
  })
  .meta({ id: 'Subscription', description: 'A paid plan of a user.' });
/** A paid plan of a user. */
export type Subscription = z.infer<typeof Subscription>;

/** The plan to subscribe to. */
export const Subscribe = z
  .object({ plan_id: Uuid })
  .meta({ id: 'Subscribe', description: 'The plan to subscribe to.' });
/** The plan to subscribe to. */
export type Subscribe = z.infer<typeof Subscribe>;

/** The plan to change to. */
export const ChangePlan = z
  .object({ new_plan_id: Uuid })
  .meta({ id: 'ChangePlan', description: 'The plan to change to.' });
/** The plan to change to. */
export type ChangePlan = z.infer<typeof ChangePlan>;

/** What a change of plan would mean. */
export const PlanChangePreview = z
  .object({
    current_plan: Plan,
    new_plan: Plan,
    type: z.enum(['upgrade', 'downgrade', 'same']),
    proration_amount: z
      .int()
      .nullable()
      .describe(
        'What an upgrade charges now, in the smallest unit of the currency; null when nothing is charged now.',
      ),
    effective_at: DateTime.describe('When the new plan begins.'),
    currency: z.string(),
  })
  .meta({ id: 'PlanChangePreview', description: 'What a change of plan would mean.' });
/** What a change of plan would mean. */
export type PlanChangePreview = z.infer<typeof PlanChangePreview>;

/** A card on file. Its number is known to the payment processor alone. */
export const PaymentMethod = z
  .object({
    id: z.string().describe('The id at the payment processor.'),
    brand: z.string(),
    last4: z.string(),
    exp_month: z.int().min(1).max(12),
    exp_year: z.int(),
    is_default: z.boolean(),
  })
  .meta({ id: 'PaymentMethod', description: 'A card on file.' });
/** A card on file. */
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** What a browser needs to collect a payment method. */
export const PaymentMethodSetup = z
  .object({ client_secret: z.string().describe('Of a setup intent at the payment processor.') })
  .meta({ id: 'PaymentMethodSetup', description: 'What a browser needs to collect a payment method.' });
/** What a browser needs to collect a payment method. */
export type PaymentMethodSetup = z.infer<typeof PaymentMethodSetup>;

/** What to check out, and where the customer comes back to. */
export const CreateCheckout = z
  .object({
    plan_id: Uuid,
    return_url: z
      .url({ protocol: /^https?$/, error: 'An http or https URL is needed.' })
      .max(2_000)
      // Its placeholder makes it no URI.
      .meta({ wire: { type: 'string', maxLength: 2_000 } })
      .describe(
        'The http or https address to which the payment processor sends the customer afterwards; `{CHECKOUT_SESSION_ID}` in it becomes the id of the session.',
      ),
  })
  .meta({ id: 'CreateCheckout', description: 'What to check out.' });
/** What to check out. */
export type CreateCheckout = z.infer<typeof CreateCheckout>;

/** What a browser needs to show the embedded checkout. */
export const Checkout = z
  .object({ client_secret: z.string().describe('Of a checkout session at the payment processor.') })
  .meta({ id: 'Checkout', description: 'What a browser needs to show the embedded checkout.' });
/** What a browser needs to show the embedded checkout. */
export type Checkout = z.infer<typeof Checkout>;

/** A bill. */
export const Invoice = z
  .object({
    id: z.string().describe('The id at the payment processor.'),
    number: z.string().nullable().describe('Null until the invoice is final.'),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
    amount_due: z.int().describe('In the smallest unit of the currency.'),
    amount_paid: z.int(),
    currency: z.string(),
    period_start: DateTime,
    period_end: DateTime,
    created: DateTime,
    hosted_invoice_url: Url.nullable(),
    invoice_pdf: Url.nullable(),
  })
  .meta({ id: 'Invoice', description: 'A bill.' });
/** A bill. */
export type Invoice = z.infer<typeof Invoice>;

/** A page of bills, newest first. */
export const InvoicePage = z
  .object({
    invoices: z.array(Invoice),
    has_more: z.boolean().describe('Ask again with `starting_after` = the id of the last one.'),
  })
  .meta({ id: 'InvoicePage', description: 'A page of bills, newest first.' });
/** A page of bills. */
export type InvoicePage = z.infer<typeof InvoicePage>;

/** What an account has to spend in the current period. */
export const Credits = z
  .object({
    balance: z.int().describe('What the account owns, with what running work has set aside.'),
    used: Count.describe('Spent in this period.'),
    remaining: Count.describe('What new work could spend: the balance without what is set aside.'),
    period_start: DateTime,
    period_end: DateTime.describe('What is left lapses here, and the next grant comes.'),
    plan_grant: PlanLimit.describe('Credits that the plan grants for a period.'),
    plan_tier: z.enum(['free', 'paid', 'custom']),
  })
  .meta({ id: 'Credits', description: 'What an account has to spend in the current period.' });
/** What an account has to spend. */
export type Credits = z.infer<typeof Credits>;

/** Which plans to list. */
export const PlanQuery = z.object({
  page: queryInteger({ min: 1, max: 1_000 }).default(1),
  limit: queryInteger({ min: 1, max: 100 }).default(20).describe('Items a page.'),
});
/** Which plans to list, as the server reads it. */
export type PlanQuery = z.output<typeof PlanQuery>;

/** What the payment processor says has happened. Its fields are the processor's own. */
export const ProcessorEvent = z.looseObject({});
