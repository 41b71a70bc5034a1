import type Stripe from 'stripe';
import { update } from '../emit.ts';
import { invalid } from '../http/stripe-error.ts';
import { get, type State } from '../state.ts';
import { periodLine, prorationLine } from './invoice-lines.ts';
import { draftFor, keepPending, renewalInvoice, unstored } from './invoicing.ts';
import { periodAt, sameInterval } from './periods.ts';
import { finalize, finalizeAndCollect, tryPayment } from './settle.ts';
import { itemIn, periodOf, recurringOf, withItem, withPeriod, withPrice } from './subscription-object.ts';

export interface Change {
  price: Stripe.Price;
  proration_behavior: 'always_invoice' | 'create_prorations' | 'none';
  proration_date?: number | undefined;
}

export interface Planned {
  item: Stripe.SubscriptionItem;
  lines: Stripe.InvoiceLineItem[];
  anchor: number;
  /** Whether the lines are invoiced immediately or with the next invoice. */
  invoice: boolean;
}

/** The result of a change of price. Previews and updates share this function, so they cannot differ. */
export function planChange(
  state: State,
  subscription: Stripe.Subscription,
  { price, proration_behavior, proration_date: at = state.now() }: Change,
): Planned {
  const before = itemIn(subscription);
  const period = periodOf(subscription);
  if (at < period.start || at > period.end)
    throw invalid('Cannot specify a proration date outside of the current period.', 'proration_date');
  if (price.currency !== subscription.currency)
    throw invalid('The currency of a subscription cannot change.', 'items');
  const after = withPrice(before, price);
  const recurring = recurringOf(price);
  const unused = () => prorationLine(state, before, { at, period, sign: -1 });
  const prorates = proration_behavior !== 'none';
  if (sameInterval(recurring, recurringOf(before.price))) {
    const changes = prorates && price.id !== before.price.id;
    return {
      item: after,
      lines: changes ? [unused(), prorationLine(state, after, { at, period, sign: 1 })] : [],
      anchor: subscription.billing_cycle_anchor,
      invoice: changes && proration_behavior === 'always_invoice',
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

/** The invoice of the change: immediate, or with the next renewal. */
export function previewOf(
  state: State,
  subscription: Stripe.Subscription,
  planned: Planned | undefined,
): Stripe.Invoice {
  const reason = 'upcoming';
  if (!planned) return renewalInvoice(state, subscription, { reason });
  const { lines } = planned;
  if (planned.invoice) return unstored(state, subscription, { lines, reason });
  const next = { ...withItem(subscription, planned.item), billing_cycle_anchor: planned.anchor };
  return renewalInvoice(state, next, { lines, reason });
}

const PENDING_S = 23 * 3_600;

export const PAYMENT_BEHAVIORS = [
  'allow_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;

/** Applies a planned change, and charges it if it is invoiced immediately. */
export function applyPlanned(
  state: State,
  before: Stripe.Subscription,
  planned: Planned,
  behavior: (typeof PAYMENT_BEHAVIORS)[number] = 'allow_incomplete',
): Stripe.Subscription {
  const { items } = withItem(before, planned.item);
  const changes = { items, billing_cycle_anchor: planned.anchor };
  if (!planned.invoice) {
    keepPending(state, before.id, planned.lines);
    const same = JSON.stringify(before.items) === JSON.stringify(items);
    return same ? before : update(state, 'subscription', before, changes);
  }
  const draft = draftFor(state, before, { lines: planned.lines, reason: 'subscription_update' });
  const latest_invoice = draft.id;
  if (behavior === 'pending_if_incomplete') {
    const invoice = finalize(state, draft);
    // An unpaid change waits as a pending update.
    const paid = invoice.status !== 'open' || !tryPayment(state, invoice);
    const outcome = paid ? changes : { pending_update: pendingUpdate(state, before, planned) };
    return update(state, 'subscription', before, { ...outcome, latest_invoice });
  }
  update(state, 'subscription', before, { ...changes, latest_invoice });
  const fault = finalizeAndCollect(state, draft);
  if (fault && behavior === 'error_if_incomplete') throw fault;
  return get(state, 'subscription', before.id);
}

function pendingUpdate(
  state: State,
  before: Stripe.Subscription,
  planned: Planned,
): Stripe.Subscription.PendingUpdate {
  return {
    billing_cycle_anchor: planned.anchor === before.billing_cycle_anchor ? null : planned.anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: state.now() + PENDING_S,
    metadata: null,
    subscription_items: [planned.item],
    trial_end: null,
    trial_from_plan: null,
  };
}
