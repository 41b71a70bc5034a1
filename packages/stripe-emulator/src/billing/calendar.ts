import type Stripe from 'stripe';
import type { EmulatorClock } from '../clock.ts';
import { emit } from '../emit.ts';
import { all, find, get, idIn, put, type State, transact } from '../state.ts';
import { applyPlanned } from './apply-change.ts';
import { voidInvoice } from './collect.ts';
import { renewed } from './invoicing.ts';
import { sameInterval } from './periods.ts';
import { planChange } from './plan-change.ts';
import { endSchedule, enterPhase, nextPhase } from './schedule-phases.ts';
import { cancelNow, change, collect, expire, finalizeAndCollect } from './settle.ts';
import { itemObject, periodOf, recurringOf, withItems } from './subscription-object.ts';

/** How long a first payment may take, and how long a pending update waits. */
export const FIRST_PAYMENT_S = 23 * 3_600;

interface Due {
  at: number;
  run: () => void;
}

/** The earliest scheduled event. */
export function nextDue(state: State): Due | undefined {
  let first: Due | undefined;
  const consider = (at: number | null | undefined, run: () => void) => {
    if (at !== null && at !== undefined && (!first || at < first.at)) first = { at, run };
  };
  // Invoices first: an unpaid renewal is collected before the next renewal.
  for (const invoice of all(state, 'invoice')) considerInvoice(state, invoice, consider);
  for (const subscription of all(state, 'subscription')) considerSubscription(state, subscription, consider);
  for (const session of all(state, 'checkout.session'))
    if (session.status === 'open') consider(session.expires_at, () => expireSession(state, session));
  return first;
}

/** Runs all scheduled events up to a moment. */
export function catchUp(state: State, until: number, clock: EmulatorClock): void {
  try {
    for (let due = nextDue(state); due && due.at <= until; due = nextDue(state)) {
      const { at, run } = due;
      clock.standAt(at);
      transact(state, run);
    }
  } finally {
    clock.resume(until);
  }
}

type Consider = (at: number | null | undefined, run: () => void) => void;

function considerInvoice(state: State, invoice: Stripe.Invoice, consider: Consider): void {
  if (invoice.status === 'draft')
    consider(invoice.automatically_finalizes_at, () => finalizeAndCollect(state, invoice));
  if (invoice.status === 'open') consider(invoice.next_payment_attempt, () => collect(state, invoice));
}

const RENEWS = ['active', 'past_due', 'unpaid'];

function considerSubscription(state: State, subscription: Stripe.Subscription, consider: Consider): void {
  if (subscription.status === 'incomplete')
    consider(subscription.created + FIRST_PAYMENT_S, () => expire(state, subscription));
  if (!RENEWS.includes(subscription.status)) return;
  const { pending_update: update } = subscription;
  if (update) consider(update.expires_at, () => dropPendingUpdate(state, subscription));
  consider(subscription.cancel_at, () =>
    cancelNow(state, subscription, { reason: 'cancellation_requested' }),
  );
  const schedule = subscription.schedule && find(state, 'subscription_schedule', idIn(subscription.schedule));
  if (schedule) consider(schedule.current_phase?.end_date, () => endPhase(state, subscription, schedule));
  consider(periodOf(subscription).end, () => renew(state, subscription));
}

function renew(state: State, subscription: Stripe.Subscription): void {
  const { items, invoice } = renewed(state, subscription);
  change(state, subscription, {
    items: withItems(subscription, items).items,
    latest_invoice: invoice.id,
  });
}

/** At the end of a phase the next one begins, or what the schedule says of its end. */
function endPhase(
  state: State,
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule,
): void {
  const phase = nextPhase(schedule);
  if (phase) {
    enterPhase(state, schedule, phase);
    switchItems(state, subscription, phase);
    return;
  }
  if (schedule.end_behavior === 'cancel') {
    endSchedule(state, schedule.id, 'completed');
    cancelNow(state, { ...subscription, schedule: null }, { reason: 'cancellation_requested' });
    return;
  }
  endSchedule(state, schedule.id, 'released');
  change(state, subscription, { schedule: null });
}

function switchItems(
  state: State,
  subscription: Stripe.Subscription,
  phase: Stripe.SubscriptionSchedule.Phase,
): void {
  const wanted = phase.items.map((item) => ({
    price: get(state, 'price', idIn(item.price)),
    quantity: item.quantity ?? 1,
  }));
  const period = periodOf(subscription);
  if (state.now() < period.end) {
    const kept = subscription.items.data;
    const planned = planChange(state, subscription, {
      items: wanted.map((item, index) => ({ ...item, id: kept[index]?.id, deleted: false })),
      proration_behavior: phase.proration_behavior as 'always_invoice' | 'create_prorations' | 'none',
      proration_date: undefined,
      reset_anchor: phase.billing_cycle_anchor === 'phase_start',
    });
    applyPlanned(state, subscription, { planned, payment_behavior: 'allow_incomplete' });
    return;
  }
  // Nothing of the old period remains: the renewal at this moment charges the new items.
  const items = wanted.map((item, index) => {
    const kept = subscription.items.data[index];
    const fresh = itemObject(state, { ...item, subscription: subscription.id, period });
    return kept ? { ...fresh, id: kept.id, created: kept.created, metadata: kept.metadata } : fresh;
  });
  const sameRhythm = sameInterval(recurringOf(items), recurringOf(subscription.items.data));
  change(state, subscription, {
    items: withItems(subscription, items).items,
    billing_cycle_anchor: sameRhythm ? subscription.billing_cycle_anchor : period.end,
  });
}

function dropPendingUpdate(state: State, subscription: Stripe.Subscription): void {
  const invoice = find(
    state,
    'invoice',
    subscription.latest_invoice ? idIn(subscription.latest_invoice) : '',
  );
  if (invoice?.status === 'open') voidInvoice(state, invoice);
  const after = put(state, 'subscription', { ...subscription, pending_update: null });
  emit(state, 'customer.subscription.pending_update_expired', after);
  emit(state, 'customer.subscription.updated', after, subscription);
}

function expireSession(state: State, session: Stripe.Checkout.Session): void {
  const expired = put(state, 'checkout.session', { ...session, client_secret: null, status: 'expired' });
  emit(state, 'checkout.session.expired', expired);
}
