import type Stripe from 'stripe';
import { emit, record, update } from '../emit.ts';
import { wholeList } from '../http/list.ts';
import { StripeFault } from '../http/stripe-error.ts';
import { all, find, get, idIn, idOf, newId, put, type State } from '../state.ts';
import { cardFault, declineFor } from './cards.ts';
import { amounts, dropPending, endingBalance, subscriptionOf } from './invoicing.ts';
import { cancellationDetails, itemIn, withItem } from './subscription-object.ts';

const DAY_S = 86_400;

/** Assigns the invoice number and applies the customer's balance. An invoice with nothing due is paid. */
export function finalize(state: State, draft: Stripe.Invoice): Stripe.Invoice {
  const customer = get(state, 'customer', idIn(draft.customer));
  // Each customer has a separate series of numbers.
  const sequence = customer.next_invoice_sequence ?? 1;
  const due = { ...draft, ...amounts(draft.total, customer.balance) };
  const open: Stripe.Invoice = {
    ...due,
    automatically_finalizes_at: null,
    confirmation_secret:
      due.amount_due > 0
        ? { client_secret: `${newId('pi')}_${newId('secret')}`, type: 'payment_intent' }
        : null,
    effective_at: state.now(),
    ending_balance: endingBalance(due),
    hosted_invoice_url: `${state.baseUrl}/_pages/invoices/${draft.id}`,
    invoice_pdf: `${state.baseUrl}/_pages/invoices/${draft.id}/pdf`,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: state.now() },
  };
  put(state, 'customer', {
    ...customer,
    balance: endingBalance(due),
    next_invoice_sequence: sequence + 1,
  });
  record(state, 'invoice', open, 'finalized');
  return open.amount_due > 0 ? open : markPaid(state, open, undefined);
}

/** The card that renewals are taken from. */
export function payingMethod(state: State, invoice: Stripe.Invoice): string | undefined {
  const subscription = find(state, 'subscription', subscriptionOf(invoice) ?? '');
  const customer = get(state, 'customer', idIn(invoice.customer));
  return idOf(subscription?.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method);
}

/** Tries one payment; returns the reason if the invoice is not paid. */
export function tryPayment(
  state: State,
  invoice: Stripe.Invoice,
  method = payingMethod(state, invoice),
): StripeFault | undefined {
  const fault = method === undefined ? noMethod() : faultOf(state, method);
  if (fault) markFailed(state, invoice);
  else markPaid(state, invoice, method);
  return fault;
}

function faultOf(state: State, method: string): StripeFault | undefined {
  const decline = declineFor(state, method);
  return decline && cardFault(decline, { payment_method: find(state, 'payment_method', method) });
}

export function noMethod(): StripeFault {
  return new StripeFault({
    code: 'resource_missing',
    message:
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
  });
}

function markPaid(state: State, invoice: Stripe.Invoice, method: string | undefined): Stripe.Invoice {
  const paid: Stripe.Invoice = {
    ...invoice,
    ...(method && { attempt_count: invoice.attempt_count + 1, payments: paymentList(state, invoice) }),
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: state.now() },
  };
  record(state, 'invoice', paid, 'paid');
  return record(state, 'invoice', paid, 'payment_succeeded');
}

/** The first payment of a subscription waits for the customer; all others are retried automatically. */
function markFailed(state: State, invoice: Stripe.Invoice): void {
  const attempts = invoice.attempt_count + 1;
  const wait = state.dunning.retry_days[attempts - 1];
  const again = invoice.billing_reason !== 'subscription_create' && wait !== undefined;
  const failed = {
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: again ? state.now() + wait * DAY_S : null,
  };
  record(state, 'invoice', failed, 'payment_failed');
}

export function voidInvoice(state: State, invoice: Stripe.Invoice): void {
  const voided: Stripe.Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: state.now() },
  };
  record(state, 'invoice', voided, 'voided');
}

function paymentList(state: State, invoice: Stripe.Invoice): Stripe.ApiList<Stripe.InvoicePayment> {
  const intent = invoice.confirmation_secret?.client_secret.split('_secret_')[0] ?? newId('pi');
  const payment: Stripe.InvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: invoice.amount_due,
    amount_requested: invoice.amount_due,
    created: state.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: state.now() },
  };
  return wholeList([payment], '/v1/invoice_payments');
}

/** Tries to collect an open invoice, and updates its subscription; returns the reason if it is not paid. */
export function collect(state: State, invoice: Stripe.Invoice, method?: string): StripeFault | undefined {
  const fault = tryPayment(state, invoice, method);
  const after = get(state, 'invoice', invoice.id);
  if (fault) afterFailure(state, after);
  else afterPayment(state, after);
  return fault;
}

/** Finalizes a draft, and collects it if anything is due; returns the reason if it is not paid. */
export function finalizeAndCollect(state: State, draft: Stripe.Invoice): StripeFault | undefined {
  const invoice = finalize(state, draft);
  if (invoice.status === 'open') return collect(state, invoice);
  afterPayment(state, invoice);
  return undefined;
}

const RECOVERS = ['incomplete', 'past_due', 'unpaid'];

export function afterPayment(state: State, invoice: Stripe.Invoice): void {
  const subscription = find(state, 'subscription', subscriptionOf(invoice) ?? '');
  if (!subscription) return;
  if (subscription.pending_update && subscription.latest_invoice === invoice.id)
    applyPendingUpdate(state, subscription, subscription.pending_update);
  const now = get(state, 'subscription', subscription.id);
  const owes = unpaidInvoices(state, now).some(({ status }) => status === 'open');
  if (RECOVERS.includes(now.status) && !owes) update(state, 'subscription', now, { status: 'active' });
}

function applyPendingUpdate(
  state: State,
  subscription: Stripe.Subscription,
  { subscription_items: items, billing_cycle_anchor }: Stripe.Subscription.PendingUpdate,
): void {
  const after = {
    ...withItem(subscription, items?.[0] ?? itemIn(subscription)),
    billing_cycle_anchor: billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    pending_update: null,
  };
  emit(state, 'customer.subscription.pending_update_applied', after);
  update(state, 'subscription', subscription, after);
}

function afterFailure(state: State, invoice: Stripe.Invoice): void {
  const subscription = find(state, 'subscription', subscriptionOf(invoice) ?? '');
  if (!subscription || subscription.pending_update) return;
  if (subscription.status === 'active') {
    update(state, 'subscription', subscription, { status: 'past_due' });
    return;
  }
  const { retry_days, at_last } = state.dunning;
  const given = invoice.next_payment_attempt === null && invoice.attempt_count > retry_days.length;
  if (subscription.status !== 'past_due' || !given) return;
  if (at_last === 'cancel') cancelNow(state, subscription, 'payment_failed');
  else update(state, 'subscription', subscription, { status: 'unpaid' });
}

export function cancelNow(
  state: State,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): Stripe.Subscription {
  const now = state.now();
  if (subscription.schedule) endSchedule(state, idIn(subscription.schedule), 'canceled');
  const after: Stripe.Subscription = {
    ...subscription,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: cancellationDetails(reason),
    ended_at: now,
    pending_update: null,
    schedule: null,
    status: 'canceled',
  };
  // Open invoices stay open, but are no longer collected.
  for (const invoice of unpaidInvoices(state, after))
    update(state, 'invoice', invoice, {
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    });
  dropPending(state, after);
  return record(state, 'subscription', after, 'deleted');
}

/** The first payment was never made. */
export function expire(state: State, subscription: Stripe.Subscription): void {
  for (const invoice of unpaidInvoices(state, subscription)) voidInvoice(state, invoice);
  update(state, 'subscription', subscription, { ended_at: state.now(), status: 'incomplete_expired' });
}

/** Ends a schedule; the caller detaches it from the subscription. */
export function endSchedule(
  state: State,
  id: string,
  end: 'canceled' | 'completed' | 'released',
): Stripe.SubscriptionSchedule {
  const before = get(state, 'subscription_schedule', id);
  const released = { released_subscription: idOf(before.subscription) ?? null, subscription: null };
  const after: Stripe.SubscriptionSchedule = {
    ...before,
    current_phase: null,
    status: end,
    [`${end}_at`]: state.now(),
    ...(end === 'released' && released),
  };
  return record(state, 'subscription_schedule', after, end, before);
}

function unpaidInvoices(state: State, subscription: Stripe.Subscription): Stripe.Invoice[] {
  return all(state, 'invoice').filter(
    (invoice) =>
      subscriptionOf(invoice) === subscription.id &&
      (invoice.status === 'open' || invoice.status === 'draft'),
  );
}
