import { example, EXAMPLE_IDS as ids } from '../../openapi/example.ts';
import { ProcessorEvent } from './routes.ts';
import {
  ChangePlan,
  Checkout,
  CreateCheckout,
  Credits,
  InvoicePage,
  PaymentMethod,
  PaymentMethodSetup,
  Plan,
  PlanChangePreview,
  PlanLimits,
  Subscribe,
  Subscription,
} from './schemas.ts';

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

/** Examples of plans and of what is paid for them. */
export const billingExamples = [
  example(PlanLimits, limits),
  example(Plan, plan),
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
  }),
  example(Subscribe, { plan_id: ids.plan_id }),
  example(ChangePlan, { new_plan_id: ids.plan_id }),
  example(PlanChangePreview, {
    current_plan: free,
    new_plan: plan,
    type: 'upgrade',
    proration_amount: 1_900,
    effective_at: '2026-03-02T09:41:12.480Z',
    currency: 'usd',
  }),
  example(PaymentMethod, {
    id: 'pm_1Q0Example',
    brand: 'visa',
    last4: '4242',
    exp_month: 8,
    exp_year: 2029,
    is_default: true,
  }),
  example(PaymentMethodSetup, { client_secret: 'seti_1Q0Example_secret_Example' }),
  example(CreateCheckout, { plan_id: ids.plan_id, return_url: 'https://app.example.com/billing' }),
  example(Checkout, { client_secret: 'cs_test_Example_secret_Example' }),
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
  }),
  example(ProcessorEvent, {
    id: 'evt_1Q0Example',
    object: 'event',
    type: 'invoice.paid',
    created: 1_772_444_400,
    data: { object: { id: 'in_1Q0Example', object: 'invoice', status: 'paid' } },
  }),
  example(Credits, {
    balance: 48_520,
    used: 1_480,
    remaining: 48_518,
    period_start: period.start,
    period_end: period.end,
    plan_grant: 50_000,
    plan_tier: 'paid',
  }),
];
