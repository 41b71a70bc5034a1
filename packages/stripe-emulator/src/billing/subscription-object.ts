import type Stripe from 'stripe';
import { wholeList } from '../http/list.ts';
import { idIn, newId, type State } from '../state.ts';
import type { Period, Recurring } from './periods.ts';

interface SubscriptionFacts {
  customer: string;
  default_payment_method: string | null;
  metadata: Stripe.Metadata;
  currency: string;
}

/** Without items, and incomplete until a payment. */
export function subscriptionObject(state: State, facts: SubscriptionFacts): Stripe.Subscription {
  const now = state.now();
  const id = newId('sub');
  return {
    ...facts,
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: cancellationDetails(null),
    collection_method: 'charge_automatically',
    created: now,
    customer_account: null,
    days_until_due: null,
    description: null,
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList([], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  };
}

export function cancellationDetails(
  reason: Stripe.Subscription.CancellationDetails.Reason | null,
): Stripe.Subscription.CancellationDetails {
  return { comment: null, feedback: null, feedback_option: null, reason };
}

export function itemObject(
  state: State,
  facts: { subscription: string; price: Stripe.Price; period: Period },
): Stripe.SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: state.now(),
    current_period_end: facts.period.end,
    current_period_start: facts.period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planObject(facts.price),
    price: facts.price,
    quantity: 1,
    subscription: facts.subscription,
    tax_rates: [],
  };
}

export function withItem(
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Stripe.Subscription {
  return { ...subscription, items: wholeList([item], subscription.items.url) };
}

export function withPeriod(item: Stripe.SubscriptionItem, period: Period): Stripe.SubscriptionItem {
  return { ...item, current_period_start: period.start, current_period_end: period.end };
}

export function withPrice(item: Stripe.SubscriptionItem, price: Stripe.Price): Stripe.SubscriptionItem {
  return { ...item, plan: planObject(price), price };
}

/** A subscription has one item here. */
export function itemIn(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error('A subscription without items.');
  return item;
}

export function periodOf(subscription: Stripe.Subscription): Period {
  const item = itemIn(subscription);
  return { start: item.current_period_start, end: item.current_period_end };
}

export function recurringOf({ recurring }: Stripe.Price): Recurring {
  if (!recurring) throw new Error('A price without an interval.');
  return recurring;
}

/** The legacy form of a price, which Stripe still sends. */
function planObject(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idIn(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
