import type Stripe from 'stripe';
import { all, drop, idIn, newId, put, type State } from '../state.ts';
import { storeDraft } from './collect.ts';
import { periodLine } from './invoice-lines.ts';
import { type InvoiceFacts, invoiceObject } from './invoice-object.ts';
import { periodAt } from './periods.ts';
import type { Planned } from './plan-change.ts';
import { periodOf, recurringOf, withItems, withPeriod } from './subscription-object.ts';

/** How long a renewal stays a draft before it is collected. */
export const DRAFT_S = 3_600;

/** Removes and returns the pending lines. */
function takePending(state: State, subscription: string): Stripe.InvoiceLineItem[] {
  const pending = pendingOf(state, subscription);
  for (const { id } of pending) drop(state, 'pending_line', id);
  return pending.map(({ line }) => line);
}

export function pendingOf(state: State, subscription: string) {
  return all(state, 'pending_line').filter((pending) => pending.subscription === subscription);
}

export function keepPending(state: State, subscription: string, lines: Stripe.InvoiceLineItem[]): void {
  for (const line of lines) put(state, 'pending_line', { id: newId('pl'), subscription, line });
}

type Reason = InvoiceFacts['reason'];

/** A draft of the lines and of all pending lines. */
export function draftFor(
  state: State,
  subscription: Stripe.Subscription,
  {
    lines,
    reason,
    proration_date,
  }: { lines: Stripe.InvoiceLineItem[]; reason: Reason; proration_date?: number },
): Stripe.Invoice {
  const now = state.now();
  return storeDraft(
    state,
    invoiceObject(state, {
      customer: idIn(subscription.customer),
      subscription,
      lines: [...takePending(state, subscription.id), ...lines],
      reason,
      period: { start: now, end: now },
      currency: subscription.currency,
      ...(proration_date === undefined ? {} : { proration_date }),
    }),
  );
}

export function renewalPeriod(subscription: Stripe.Subscription) {
  const { end } = periodOf(subscription);
  const recurring = recurringOf(subscription.items.data);
  return periodAt(subscription.billing_cycle_anchor, recurring, end);
}

/** The invoice of the next renewal, not stored. */
export function renewalInvoice(
  state: State,
  subscription: Stripe.Subscription,
  { reason, pending }: { reason: Reason; pending: Stripe.InvoiceLineItem[] },
): Stripe.Invoice {
  const period = renewalPeriod(subscription);
  const lines = subscription.items.data.map((item) => periodLine(state, item, period));
  return invoiceObject(state, {
    customer: idIn(subscription.customer),
    subscription,
    lines: [...pending, ...lines],
    reason,
    period: periodOf(subscription),
    currency: subscription.currency,
  });
}

/** Moves a subscription into its next period, with a draft invoice that is collected an hour later. */
export function renewed(
  state: State,
  subscription: Stripe.Subscription,
): { items: Stripe.SubscriptionItem[]; invoice: Stripe.Invoice } {
  const invoice = renewalInvoice(state, subscription, {
    reason: 'subscription_cycle',
    pending: takePending(state, subscription.id),
  });
  const collects = subscription.status !== 'unpaid';
  const draft = {
    ...invoice,
    auto_advance: collects,
    automatically_finalizes_at: collects ? state.now() + DRAFT_S : null,
  };
  return {
    items: withPeriod(subscription.items.data, renewalPeriod(subscription)),
    invoice: storeDraft(state, draft),
  };
}

/** The invoice of the change: immediate, or with the next renewal. */
export function previewOf(
  state: State,
  subscription: Stripe.Subscription,
  planned: Planned | undefined,
  prorationDate: number | undefined,
): Stripe.Invoice {
  const pending = pendingOf(state, subscription.id).map(({ line }) => line);
  if (!planned) return renewalInvoice(state, subscription, { reason: 'upcoming', pending });
  if (!planned.invoice) {
    const next = { ...withItems(subscription, planned.items), billing_cycle_anchor: planned.anchor };
    return renewalInvoice(state, next, { reason: 'upcoming', pending: [...pending, ...planned.lines] });
  }
  const now = state.now();
  return invoiceObject(state, {
    customer: idIn(subscription.customer),
    subscription,
    lines: [...pending, ...planned.lines],
    reason: 'upcoming',
    period: { start: now, end: now },
    currency: subscription.currency,
    proration_date: prorationDate ?? now,
  });
}
