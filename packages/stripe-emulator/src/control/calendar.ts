import type Stripe from 'stripe';
import { startNextPeriod } from '../billing/invoices.ts';
import { sameInterval } from '../billing/periods.ts';
import { applyPlanChange, type Change, computePlanChange } from '../billing/plan-change.ts';
import { cancelNow, endSchedule, finalizeAndTryToCollect, tryToCollect } from '../billing/settle.ts';
import { getItem, getPeriod, getRecurring, listWithItem, withPrice } from '../billing/subscription-object.ts';
import type { EmulatorClock } from '../clock.ts';
import { update } from '../emit.ts';
import { expireSession } from '../resources/checkout.ts';
import { all, find, get, getId, type State, transact } from '../state.ts';

interface Due {
  at: number;
  run: () => void;
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

/** The earliest scheduled event. */
function nextDue(state: State): Due | undefined {
  let first: Due | undefined;
  const consider = (at: number | null | undefined, run: () => void) => {
    if (at && (!first || at < first.at)) first = { at, run };
  };
  // Invoices first: an unpaid renewal is collected before the next renewal.
  for (const invoice of all(state, 'invoice')) {
    if (invoice.status === 'draft')
      consider(invoice.automatically_finalizes_at, () => finalizeAndTryToCollect(state, invoice));
    if (invoice.status === 'open') consider(invoice.next_payment_attempt, () => tryToCollect(state, invoice));
  }
  for (const subscription of all(state, 'subscription')) {
    if (subscription.status === 'canceled') continue;
    consider(subscription.cancel_at, () => cancelNow(state, subscription));
    const schedule =
      subscription.schedule && find(state, 'subscription_schedule', getId(subscription.schedule));
    if (schedule) consider(schedule.current_phase?.end_date, () => endPhase(state, subscription, schedule));
    consider(getPeriod(subscription).end, () => {
      const { item, invoice } = startNextPeriod(state, subscription);
      const items = listWithItem(subscription, item);
      update(state, 'subscription', subscription, { items, latest_invoice: invoice.id });
    });
  }
  for (const session of all(state, 'checkout.session'))
    if (session.status === 'open') consider(session.expires_at, () => expireSession(state, session));
  return first;
}

/** At the end of a phase the next one begins, or the schedule ends. */
function endPhase(
  state: State,
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule,
): void {
  const phaseEnd = schedule.current_phase?.end_date;
  const nextPhase = schedule.phases.find(({ start_date }) => start_date === phaseEnd);
  if (!nextPhase) {
    const cancels = schedule.end_behavior === 'cancel';
    // This leaves the schedule on the subscription. Without it, `cancelNow` does not end the schedule again.
    endSchedule(state, schedule.id, cancels ? 'completed' : 'released');
    if (cancels) cancelNow(state, { ...subscription, schedule: null });
    else update(state, 'subscription', subscription, { schedule: null });
    return;
  }
  const { start_date, end_date, items, proration_behavior } = nextPhase;
  update(state, 'subscription_schedule', schedule, { current_phase: { start_date, end_date } });
  const price = get(state, 'price', getId(items[0]?.price));
  const item = getItem(subscription);
  const { end } = getPeriod(subscription);
  if (state.now() < end) {
    const behavior = proration_behavior as Change['proration_behavior'];
    const change = computePlanChange(state, subscription, { price, proration_behavior: behavior });
    applyPlanChange(state, subscription, change);
    return;
  }
  // The old period is over: the renewal at this moment charges the new price.
  const sameRhythm = sameInterval(getRecurring(price), getRecurring(item.price));
  update(state, 'subscription', subscription, {
    items: listWithItem(subscription, withPrice(item, price)),
    billing_cycle_anchor: sameRhythm ? subscription.billing_cycle_anchor : end,
  });
}
