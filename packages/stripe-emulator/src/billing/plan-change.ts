import type Stripe from 'stripe';
import { invalid } from '../http/stripe-error.ts';
import type { State } from '../state.ts';
import { line, periodLine, productName } from './invoice-lines.ts';
import { type Period, periodAt, prorated, sameInterval } from './periods.ts';
import { itemObject, periodOf, recurringOf, withPeriod } from './subscription-object.ts';

export interface ItemChange {
  /** Undefined to add an item. */
  id: string | undefined;
  price: Stripe.Price | undefined;
  quantity: number | undefined;
  deleted: boolean;
}

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';

export interface Change {
  items: ItemChange[];
  proration_behavior: ProrationBehavior;
  proration_date: number | undefined;
  reset_anchor: boolean;
}

export interface Planned {
  items: Stripe.SubscriptionItem[];
  lines: Stripe.InvoiceLineItem[];
  anchor: number;
  /** Whether the lines are invoiced immediately or with the next invoice. */
  invoice: boolean;
}

/** The result of a change of items. Previews and updates share this function, so they cannot differ. */
export function planChange(state: State, subscription: Stripe.Subscription, change: Change): Planned {
  const before = subscription.items.data;
  const period = periodOf(subscription);
  const at = change.proration_date ?? state.now();
  if (at < period.start || at > period.end)
    throw invalid('Cannot specify a proration date outside of the current period.', 'proration_date');
  const after = changedItems(state, subscription, change.items);
  const recurring = recurringOf(after);
  if (after.some(({ price }) => !price.recurring || !sameInterval(price.recurring, recurring)))
    throw invalid('Prices of one subscription must have the same interval here.', 'items');
  if (after.some(({ price }) => price.currency !== subscription.currency))
    throw invalid('The currency of a subscription cannot change.', 'items');
  const resets = change.reset_anchor || !sameInterval(recurring, recurringOf(before));
  const prorate = change.proration_behavior !== 'none';
  if (!resets) {
    const lines = prorate ? prorationLines(state, { before, after, at, period }) : [];
    return {
      items: after,
      lines,
      anchor: subscription.billing_cycle_anchor,
      invoice: change.proration_behavior === 'always_invoice' && lines.length > 0,
    };
  }
  const anchor = state.now();
  const fresh = periodAt(anchor, recurring, anchor);
  const credits = prorate ? before.map((item) => unusedLine(state, item, { at, period })) : [];
  const items = withPeriod(after, fresh);
  return {
    items,
    lines: [...credits, ...items.map((item) => periodLine(state, item, fresh))],
    anchor,
    invoice: true,
  };
}

function changedItems(
  state: State,
  subscription: Stripe.Subscription,
  changes: ItemChange[],
): Stripe.SubscriptionItem[] {
  const items = new Map(subscription.items.data.map((item) => [item.id, item]));
  for (const change of changes) {
    if (change.id === undefined) {
      const added = addedItem(state, subscription, change);
      items.set(added.id, added);
      continue;
    }
    const item = items.get(change.id);
    if (!item) throw invalid(`No such subscription item: '${change.id}'`, 'items[0][id]', 'resource_missing');
    if (change.deleted) items.delete(item.id);
    else items.set(item.id, changedItem(state, item, change));
  }
  if (items.size === 0) throw invalid('A subscription must have at least one active price.', 'items');
  return [...items.values()];
}

function addedItem(
  state: State,
  subscription: Stripe.Subscription,
  change: ItemChange,
): Stripe.SubscriptionItem {
  const { price } = change;
  if (!price) throw invalid('Each item needs a price.', 'items[0][price]');
  if (subscription.items.data.some((item) => item.price.id === price.id))
    throw invalid(
      `Cannot add multiple subscription items with the same price: ${price.id}. Name the item's id to change it.`,
      'items[0][price]',
    );
  return itemObject(state, {
    subscription: subscription.id,
    price,
    quantity: change.quantity ?? 1,
    period: periodOf(subscription),
  });
}

function changedItem(
  state: State,
  item: Stripe.SubscriptionItem,
  { price = item.price, quantity = item.quantity ?? 1 }: ItemChange,
): Stripe.SubscriptionItem {
  const fresh = itemObject(state, {
    subscription: item.subscription,
    price,
    quantity,
    period: { start: item.current_period_start, end: item.current_period_end },
  });
  return { ...fresh, id: item.id, created: item.created, metadata: item.metadata };
}

interface Move {
  before: Stripe.SubscriptionItem[];
  after: Stripe.SubscriptionItem[];
  at: number;
  period: Period;
}

/** Credit for removed items and debit for new ones, from the moment to the period's end. */
function prorationLines(state: State, { before, after, at, period }: Move): Stripe.InvoiceLineItem[] {
  const same = (one: Stripe.SubscriptionItem, other: Stripe.SubscriptionItem) =>
    one.id === other.id && one.price.id === other.price.id && one.quantity === other.quantity;
  const gone = before.filter((item) => !after.some((other) => same(item, other)));
  const come = after.filter((item) => !before.some((other) => same(item, other)));
  return [
    ...gone.map((item) => unusedLine(state, item, { at, period })),
    ...come.map((item) => remainingLine(state, item, { at, period })),
  ];
}

export function unusedLine(
  state: State,
  item: Stripe.SubscriptionItem,
  { at, period }: { at: number; period: Period },
): Stripe.InvoiceLineItem {
  return prorationLine(state, item, { at, period, sign: -1, words: 'Unused time on' });
}

function remainingLine(
  state: State,
  item: Stripe.SubscriptionItem,
  { at, period }: { at: number; period: Period },
): Stripe.InvoiceLineItem {
  return prorationLine(state, item, { at, period, sign: 1, words: 'Remaining time on' });
}

function prorationLine(
  state: State,
  item: Stripe.SubscriptionItem,
  { at, period, sign, words }: { at: number; period: Period; sign: 1 | -1; words: string },
): Stripe.InvoiceLineItem {
  const quantity = item.quantity ?? 1;
  const day = new Date(at * 1_000).toISOString().slice(0, 10);
  const times = quantity === 1 ? '' : `${quantity} × `;
  // `+ 0` turns minus zero into zero.
  const amount = sign * prorated(quantity * (item.price.unit_amount ?? 0), at, period) + 0;
  return line({
    price: item.price,
    quantity,
    amount,
    period: { start: at, end: period.end },
    subscription: item.subscription,
    item: item.id,
    proration: true,
    description: `${words} ${times}${productName(state, item.price)} after ${day}`,
  });
}
