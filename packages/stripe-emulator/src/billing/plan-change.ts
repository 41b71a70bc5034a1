import type Stripe from 'stripe';
import { record, update } from '../emit.ts';
import type { State } from '../state.ts';
import { invalid, type StripeApiError } from '../stripe-error.ts';
import { createInvoice, periodLine, prorationLine } from './invoices.ts';
import { periodAt, sameInterval } from './periods.ts';
import { finalizeAndTryToCollect } from './settle.ts';
import {
  getItem,
  getPeriod,
  getRecurring,
  listWithItem,
  withPeriod,
  withPrice,
} from './subscription-object.ts';

export interface Change {
  price: Stripe.Price;
  proration_behavior: 'always_invoice' | 'none';
  proration_date?: number | undefined;
}

export interface PlannedChange {
  item: Stripe.SubscriptionItem;
  lines: Stripe.InvoiceLineItem[];
  anchor: number;
  /** Whether the lines are invoiced. */
  invoice: boolean;
}

/** The result of a change of price. Previews and updates share this function, so they cannot differ. */
export function computePlanChange(
  state: State,
  subscription: Stripe.Subscription,
  { price, proration_behavior, proration_date: at = state.now() }: Change,
): PlannedChange {
  const before = getItem(subscription);
  const period = getPeriod(subscription);
  if (at < period.start || at > period.end)
    throw invalid('Cannot specify a proration date outside of the current period.', 'proration_date');
  if (price.currency !== subscription.currency)
    throw invalid('The currency of a subscription cannot change.', 'items');
  const after = withPrice(before, price);
  const recurring = getRecurring(price);
  const unused = () => prorationLine(state, before, { at, period, sign: -1 });
  const prorates = proration_behavior !== 'none';
  if (sameInterval(recurring, getRecurring(before.price))) {
    const changes = prorates && price.id !== before.price.id;
    return {
      item: after,
      lines: changes ? [unused(), prorationLine(state, after, { at, period, sign: 1 })] : [],
      anchor: subscription.billing_cycle_anchor,
      invoice: changes,
    };
  }
  // Another interval starts a new period now.
  const anchor = state.now();
  const fresh = periodAt(anchor, recurring, anchor);
  const item = withPeriod(after, fresh);
  return {
    item,
    lines: [...(prorates ? [unused()] : []), periodLine(state, item, fresh)],
    anchor,
    invoice: true,
  };
}

/** Applies a planned change, and charges it if it is invoiced. Returns the reason if the invoice is not paid. */
export function applyPlanChange(
  state: State,
  before: Stripe.Subscription,
  planned: PlannedChange,
): StripeApiError | undefined {
  const items = listWithItem(before, planned.item);
  const changes = { items, billing_cycle_anchor: planned.anchor };
  if (!planned.invoice) {
    const same = JSON.stringify(before.items) === JSON.stringify(items);
    if (!same) update(state, 'subscription', before, changes);
    return undefined;
  }
  const draft = record(
    state,
    'invoice',
    createInvoice(state, before, { lines: planned.lines, reason: 'subscription_update' }),
    'created',
  );
  update(state, 'subscription', before, { ...changes, latest_invoice: draft.id });
  return finalizeAndTryToCollect(state, draft);
}
