import type Stripe from 'stripe';
import { record } from '../emit.ts';
import { wholeList } from '../http/routes.ts';
import { find, findId, get, getId, newId, type State, stripeObject } from '../state.ts';
import { type Period, periodAt, prorate } from './periods.ts';
import { getItem, getPeriod, getRecurring, withPeriod } from './subscription-object.ts';

/** An invoice line for a period. */
function createLine(amount: number, period: Period, description: string): Stripe.InvoiceLineItem {
  return stripeObject<Stripe.InvoiceLineItem>({
    id: newId('il'),
    object: 'line_item',
    amount,
    description,
    period,
  });
}

/** A whole period of an item. */
export function periodLine(
  state: State,
  { price }: Stripe.SubscriptionItem,
  period: Period,
): Stripe.InvoiceLineItem {
  const amount = price.unit_amount ?? 0;
  const rate = `${(amount / 100).toFixed(2)} ${price.currency.toUpperCase()} / ${price.recurring?.interval}`;
  return createLine(amount, period, `1 × ${productName(state, price)} (at ${rate})`);
}

/** The rest of a period: a credit with the sign -1, a charge with 1. */
export function prorationLine(
  state: State,
  { price }: Stripe.SubscriptionItem,
  { at, period, sign }: { at: number; period: Period; sign: 1 | -1 },
): Stripe.InvoiceLineItem {
  const words = sign === -1 ? 'Unused time on' : 'Remaining time on';
  const day = new Date(at * 1_000).toISOString().slice(0, 10);
  // `+ 0` turns minus zero into zero.
  const amount = sign * prorate(price.unit_amount ?? 0, at, period) + 0;
  const description = `${words} ${productName(state, price)} after ${day}`;
  return createLine(amount, { start: at, end: period.end }, description);
}

function productName(state: State, price: Stripe.Price): string {
  const id = getId(price.product);
  return find(state, 'product', id)?.name ?? id;
}

/** A smaller amount is not charged but added to the customer's balance. */
const MINIMUM_CHARGE = 50;

interface InvoiceFacts {
  lines: Stripe.InvoiceLineItem[];
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  /** Default: the current time. */
  period?: Period;
}

/** A complete invoice that is not stored yet. Previews return it. */
export function createInvoice(
  state: State,
  subscription: Stripe.Subscription,
  { lines, reason, period = { start: state.now(), end: state.now() } }: InvoiceFacts,
): Stripe.Invoice {
  const customer = get(state, 'customer', getId(subscription.customer), 'customer');
  const id = newId(reason === 'upcoming' ? 'upcoming_in' : 'in');
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return stripeObject<Stripe.Invoice>({
    id,
    object: 'invoice',
    attempt_count: 0,
    automatically_finalizes_at: null,
    billing_reason: reason,
    created: state.now(),
    currency: subscription.currency,
    customer: customer.id,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: wholeList(lines, `/v1/invoices/${id}/lines`),
    next_payment_attempt: null,
    number: null,
    parent: { subscription_details: { subscription: subscription.id } },
    period_start: period.start,
    period_end: period.end,
    status: 'draft',
    ...calculateAmounts(total, customer.balance),
  });
}

/** A negative total or customer credit lowers the amount due, at most to zero. */
export function calculateAmounts(total: number, balance: number) {
  const open = total + balance;
  const due = open < MINIMUM_CHARGE ? 0 : open;
  return {
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    starting_balance: balance,
    total,
  };
}

/** The balance after the invoice is final: negative for credit, positive for small debts. */
export function calculateEndingBalance({ total, starting_balance, amount_due }: Stripe.Invoice): number {
  return total + starting_balance - amount_due;
}

export function findSubscriptionId(invoice: Stripe.Invoice): string | undefined {
  return findId(invoice.parent?.subscription_details?.subscription);
}

/** How long a renewal stays a draft before it is collected. */
const DRAFT_S = 3_600;

/**
 * Starts the next period of a subscription with a draft invoice, which is collected an hour later. The caller stores the
 * item with the new period.
 */
export function startNextPeriod(
  state: State,
  subscription: Stripe.Subscription,
): { item: Stripe.SubscriptionItem; invoice: Stripe.Invoice } {
  const item = getItem(subscription);
  const period = getPeriod(subscription);
  const next = periodAt(subscription.billing_cycle_anchor, getRecurring(item.price), period.end);
  const lines = [periodLine(state, item, next)];
  const draft = {
    ...createInvoice(state, subscription, { lines, reason: 'subscription_cycle', period }),
    automatically_finalizes_at: state.now() + DRAFT_S,
  };
  return { item: withPeriod(item, next), invoice: record(state, 'invoice', draft, 'created') };
}
