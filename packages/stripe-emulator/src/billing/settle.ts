import type Stripe from 'stripe';
import { record, update } from '../emit.ts';
import { all, find, findId, get, getId, INVOICE_PAGES, put, type State } from '../state.ts';
import { StripeApiError } from '../stripe-error.ts';
import { createCardError, takeDecline } from './cards.ts';
import { calculateAmounts, calculateEndingBalance, findSubscriptionId } from './invoices.ts';
import { cancellationDetails } from './subscription-object.ts';

const DAY_S = 86_400;
/** The days from each declined attempt of a renewal to the next one. After the last attempt, the subscription ends. */
const RETRY_DAYS = [3, 5, 7];

/** Assigns the invoice number and applies the customer's balance. An invoice with nothing due is paid. */
export function finalize(state: State, draft: Stripe.Invoice): Stripe.Invoice {
  const customer = get(state, 'customer', getId(draft.customer));
  // Each customer has a separate series of numbers.
  const sequence = customer.next_invoice_sequence ?? 1;
  const page = `${state.baseUrl}${INVOICE_PAGES}${draft.id}`;
  const due = { ...draft, ...calculateAmounts(draft.total, customer.balance) };
  const open: Stripe.Invoice = {
    ...due,
    automatically_finalizes_at: null,
    ending_balance: calculateEndingBalance(due),
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
  };
  put(state, 'customer', {
    ...customer,
    balance: calculateEndingBalance(due),
    next_invoice_sequence: sequence + 1,
  });
  record(state, 'invoice', open, 'finalized');
  return open.amount_due > 0 ? open : markPaid(state, open, undefined);
}

/** Marks an invoice as paid, with both of Stripe's events. `method`: undefined if nothing was charged. */
function markPaid(state: State, invoice: Stripe.Invoice, method: string | undefined): Stripe.Invoice {
  const paid: Stripe.Invoice = {
    ...invoice,
    ...(method && { attempt_count: invoice.attempt_count + 1 }),
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status: 'paid',
  };
  record(state, 'invoice', paid, 'paid');
  return record(state, 'invoice', paid, 'payment_succeeded');
}

/**
 * Tries to collect an open invoice, and updates its subscription; returns the reason if it is not paid. Without a
 * `method`, it pays like a renewal.
 */
export function tryToCollect(
  state: State,
  invoice: Stripe.Invoice,
  method?: string,
): StripeApiError | undefined {
  const subscription = find(state, 'subscription', findSubscriptionId(invoice) ?? '');
  const { invoice_settings } = get(state, 'customer', getId(invoice.customer));
  const payingMethod =
    method ?? findId(subscription?.default_payment_method) ?? findId(invoice_settings.default_payment_method);
  const decline = payingMethod === undefined ? undefined : takeDecline(state, payingMethod);
  if (payingMethod !== undefined && decline === undefined) {
    activateIfPaid(state, markPaid(state, invoice, payingMethod));
    return undefined;
  }
  const attempts = invoice.attempt_count + 1;
  const wait = RETRY_DAYS[attempts - 1];
  const next_payment_attempt = wait === undefined ? null : state.now() + wait * DAY_S;
  const unpaid = { ...invoice, attempt_count: attempts, next_payment_attempt };
  record(state, 'invoice', unpaid, 'payment_failed');
  if (subscription?.status === 'active') update(state, 'subscription', subscription, { status: 'past_due' });
  if (subscription?.status === 'past_due' && wait === undefined)
    cancelNow(state, subscription, 'payment_failed');
  if (payingMethod !== undefined && decline !== undefined)
    return createCardError(decline, { payment_method: find(state, 'payment_method', payingMethod) });
  return new StripeApiError({
    code: 'resource_missing',
    message:
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
  });
}

/** Finalizes a draft, and collects it if anything is due; returns the reason if it is not paid. */
export function finalizeAndTryToCollect(state: State, draft: Stripe.Invoice): StripeApiError | undefined {
  const invoice = finalize(state, draft);
  if (invoice.status === 'open') return tryToCollect(state, invoice);
  activateIfPaid(state, invoice);
  return undefined;
}

/** After its last open invoice is paid, an overdue subscription becomes active. */
function activateIfPaid(state: State, invoice: Stripe.Invoice): void {
  const subscription = find(state, 'subscription', findSubscriptionId(invoice) ?? '');
  if (subscription?.status !== 'past_due') return;
  const owes = unpaidInvoices(state, subscription).some(({ status }) => status === 'open');
  if (!owes) update(state, 'subscription', subscription, { status: 'active' });
}

/** Ends a subscription immediately, with its schedule. */
export function cancelNow(
  state: State,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): Stripe.Subscription {
  const now = state.now();
  if (subscription.schedule) endSchedule(state, getId(subscription.schedule), 'canceled');
  const after: Stripe.Subscription = {
    ...subscription,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: cancellationDetails(reason),
    ended_at: now,
    schedule: null,
    status: 'canceled',
  };
  // Open invoices stay open, but are no longer collected.
  for (const invoice of unpaidInvoices(state, after))
    update(state, 'invoice', invoice, { automatically_finalizes_at: null, next_payment_attempt: null });
  return record(state, 'subscription', after, 'deleted');
}

/** Ends a schedule; the caller detaches it from the subscription. */
export function endSchedule(
  state: State,
  id: string,
  end: 'canceled' | 'completed' | 'released',
): Stripe.SubscriptionSchedule {
  const before = get(state, 'subscription_schedule', id);
  const released = { released_subscription: findId(before.subscription) ?? null, subscription: null };
  const after: Stripe.SubscriptionSchedule = {
    ...before,
    current_phase: null,
    status: end,
    ...(end === 'released' && released),
  };
  return record(state, 'subscription_schedule', after, end, before);
}

/** The open invoices and drafts of a subscription. */
function unpaidInvoices(state: State, subscription: Stripe.Subscription): Stripe.Invoice[] {
  return all(state, 'invoice').filter(
    (invoice) =>
      findSubscriptionId(invoice) === subscription.id &&
      (invoice.status === 'open' || invoice.status === 'draft'),
  );
}
