import type Stripe from 'stripe';
import { wholeList } from '../http/routes.ts';
import { newId, type State, stripeObject } from '../state.ts';
import { type Period, periodAt, type Recurring } from './periods.ts';

/** Always active, because a subscription whose first payment fails is not kept. */
export function createSubscriptionObject(
  state: State,
  price: Stripe.Price,
  facts: { customer: string; default_payment_method: string | null; metadata: Stripe.Metadata },
): Stripe.Subscription {
  const now = state.now();
  const id = newId('sub');
  const period = periodAt(now, getRecurring(price), now);
  const item = stripeObject<Stripe.SubscriptionItem>({
    id: newId('si', 14),
    object: 'subscription_item',
    created: now,
    current_period_end: period.end,
    current_period_start: period.start,
    price,
    quantity: 1,
    subscription: id,
  });
  return stripeObject<Stripe.Subscription>({
    ...facts,
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: cancellationDetails(null),
    created: now,
    currency: price.currency,
    ended_at: null,
    items: wholeList([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    schedule: null,
    status: 'active',
  });
}

export function cancellationDetails(
  reason: Stripe.Subscription.CancellationDetails.Reason | null,
): Stripe.Subscription.CancellationDetails {
  return { comment: null, feedback: null, feedback_option: null, reason };
}

/** The `items` of a subscription that has only this item. */
export function listWithItem(
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Stripe.Subscription['items'] {
  return wholeList([item], subscription.items.url);
}

export function withPeriod(item: Stripe.SubscriptionItem, period: Period): Stripe.SubscriptionItem {
  return { ...item, current_period_start: period.start, current_period_end: period.end };
}

export function withPrice(item: Stripe.SubscriptionItem, price: Stripe.Price): Stripe.SubscriptionItem {
  return { ...item, price };
}

/** The item of a subscription. The emulator supports only one. */
export function getItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error('The subscription has no items.');
  return item;
}

/** The current period of a subscription, which has one item. */
export function getPeriod(subscription: Stripe.Subscription): Period {
  const item = getItem(subscription);
  return { start: item.current_period_start, end: item.current_period_end };
}

export function getRecurring({ recurring }: Stripe.Price): Recurring {
  if (!recurring) throw new Error('A price without an interval.');
  return recurring;
}
