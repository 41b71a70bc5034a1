import type Stripe from 'stripe';
import { emit } from '../emit.ts';
import type { StripeFault } from '../http/stripe-error.ts';
import { all, drop, find, idIn, put, type State } from '../state.ts';
import { finalize, payingMethod, tryPayment, voidInvoice } from './collect.ts';
import { invoicesOf, subscriptionOf } from './invoice-object.ts';
import { endSchedule } from './schedule-phases.ts';
import { withItems } from './subscription-object.ts';

/** Stores the changed subscription and emits its event. */
export function change(
  state: State,
  before: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const after = put(state, 'subscription', { ...before, ...changes });
  emit(state, 'customer.subscription.updated', after, before);
  return after;
}

/** Tries to collect an open invoice, and updates its subscription accordingly. */
export function collect(
  state: State,
  invoice: Stripe.Invoice,
  method: string | undefined = payingMethod(state, invoice),
): { invoice: Stripe.Invoice; fault: StripeFault | undefined } {
  const result = tryPayment(state, invoice, method);
  if (result.fault) afterFailure(state, result.invoice);
  else afterPayment(state, result.invoice);
  return result;
}

/** Finalizes a draft, and collects it if anything is due. */
export function finalizeAndCollect(
  state: State,
  draft: Stripe.Invoice,
): { invoice: Stripe.Invoice; fault: StripeFault | undefined } {
  const invoice = finalize(state, draft);
  if (invoice.status === 'open') return collect(state, invoice);
  afterPayment(state, invoice);
  return { invoice, fault: undefined };
}

const RECOVERS = ['incomplete', 'past_due', 'unpaid'];

export function afterPayment(state: State, invoice: Stripe.Invoice): void {
  const subscription = find(state, 'subscription', subscriptionOf(invoice) ?? '');
  if (!subscription) return;
  if (subscription.pending_update && subscription.latest_invoice === invoice.id)
    applyPendingUpdate(state, subscription, subscription.pending_update);
  const now = find(state, 'subscription', subscription.id) ?? subscription;
  const owes = invoicesOf(state, now.id).some(({ status }) => status === 'open');
  if (RECOVERS.includes(now.status) && !owes) change(state, now, { status: 'active' });
}

function applyPendingUpdate(
  state: State,
  subscription: Stripe.Subscription,
  update: Stripe.Subscription.PendingUpdate,
): void {
  const after = put(state, 'subscription', {
    ...withItems(subscription, update.subscription_items ?? subscription.items.data),
    billing_cycle_anchor: update.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    pending_update: null,
  });
  emit(state, 'customer.subscription.pending_update_applied', after);
  emit(state, 'customer.subscription.updated', after, subscription);
}

function afterFailure(state: State, invoice: Stripe.Invoice): void {
  const subscription = find(state, 'subscription', subscriptionOf(invoice) ?? '');
  if (!subscription || subscription.pending_update) return;
  if (subscription.status === 'active') {
    change(state, subscription, { status: 'past_due' });
    return;
  }
  const given =
    invoice.next_payment_attempt === null && invoice.attempt_count > state.dunning.retry_days.length;
  if (subscription.status !== 'past_due' || !given) return;
  if (state.dunning.at_last === 'cancel') cancelNow(state, subscription, { reason: 'payment_failed' });
  if (state.dunning.at_last === 'unpaid') change(state, subscription, { status: 'unpaid' });
}

export interface Cancellation {
  reason: 'cancellation_requested' | 'payment_failed';
  comment?: string | null;
  feedback?: string | null;
}

export function cancelNow(
  state: State,
  subscription: Stripe.Subscription,
  { reason, comment = null, feedback = null }: Cancellation,
): Stripe.Subscription {
  const now = state.now();
  if (subscription.schedule) endSchedule(state, idIn(subscription.schedule), 'canceled');
  const after = put(state, 'subscription', {
    ...subscription,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { comment, feedback, feedback_option: null, reason },
    ended_at: now,
    pending_update: null,
    schedule: null,
    status: 'canceled',
  });
  stopCollection(state, after);
  emit(state, 'customer.subscription.deleted', after);
  return after;
}

/** The first payment was never made. */
export function expire(state: State, subscription: Stripe.Subscription): void {
  for (const invoice of openInvoices(state, subscription)) voidInvoice(state, invoice);
  change(state, subscription, { ended_at: state.now(), status: 'incomplete_expired' });
}

/** Open invoices stay open, but are no longer collected. */
function stopCollection(state: State, subscription: Stripe.Subscription): void {
  for (const invoice of openInvoices(state, subscription)) {
    const stopped = {
      ...invoice,
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    };
    put(state, 'invoice', stopped);
    emit(state, 'invoice.updated', stopped, invoice);
  }
  for (const pending of all(state, 'pending_line'))
    if (pending.subscription === subscription.id) drop(state, 'pending_line', pending.id);
}

function openInvoices(state: State, subscription: Stripe.Subscription): Stripe.Invoice[] {
  return invoicesOf(state, subscription.id).filter(({ status }) => status === 'open' || status === 'draft');
}
