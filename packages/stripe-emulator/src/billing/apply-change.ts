import type Stripe from 'stripe';
import { emit } from '../emit.ts';
import { get, put, type State } from '../state.ts';
import { finalize, payingMethod, tryPayment } from './collect.ts';
import { draftFor, keepPending } from './invoicing.ts';
import type { Planned } from './plan-change.ts';
import { afterPayment, change, collect } from './settle.ts';
import { withItems } from './subscription-object.ts';

const PENDING_S = 23 * 3_600;

export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

export interface Application {
  planned: Planned;
  payment_behavior: PaymentBehavior;
  proration_date?: number | undefined;
}

/** Applies a planned change, and charges it if it is invoiced immediately. */
export function applyPlanned(
  state: State,
  before: Stripe.Subscription,
  { planned, payment_behavior, proration_date = state.now() }: Application,
): Stripe.Subscription {
  const changes = {
    items: withItems(before, planned.items).items,
    billing_cycle_anchor: planned.anchor,
  };
  if (!planned.invoice) {
    keepPending(state, before.id, planned.lines);
    const same = JSON.stringify(before.items) === JSON.stringify(changes.items);
    return same ? before : change(state, before, changes);
  }
  const { lines } = planned;
  const draft = draftFor(state, before, { lines, reason: 'subscription_update', proration_date });
  if (payment_behavior === 'pending_if_incomplete') return payFirst(state, before, { planned, draft });
  change(state, before, { ...changes, latest_invoice: draft.id });
  const invoice = finalize(state, draft);
  if (invoice.status !== 'open') afterPayment(state, invoice);
  else if (payment_behavior === 'default_incomplete') awaitPayment(state, before.id);
  else {
    const { fault } = collect(state, invoice);
    if (fault && payment_behavior === 'error_if_incomplete') throw fault;
  }
  return get(state, 'subscription', before.id);
}

function awaitPayment(state: State, id: string): void {
  const subscription = get(state, 'subscription', id);
  if (subscription.status === 'active') change(state, subscription, { status: 'past_due' });
}

/** Changes nothing until the invoice is paid; an unpaid change remains a pending update. */
function payFirst(
  state: State,
  before: Stripe.Subscription,
  { planned, draft }: { planned: Planned; draft: Stripe.Invoice },
): Stripe.Subscription {
  const invoice = finalize(state, draft);
  const paid = invoice.status !== 'open' || !tryPayment(state, invoice, payingMethod(state, invoice)).fault;
  if (paid)
    return change(state, before, {
      items: withItems(before, planned.items).items,
      billing_cycle_anchor: planned.anchor,
      latest_invoice: draft.id,
    });
  const held = put(state, 'subscription', {
    ...before,
    latest_invoice: draft.id,
    pending_update: {
      billing_cycle_anchor: planned.anchor === before.billing_cycle_anchor ? null : planned.anchor,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: state.now() + PENDING_S,
      metadata: null,
      subscription_items: planned.items,
      trial_end: null,
      trial_from_plan: null,
    },
  });
  emit(state, 'customer.subscription.updated', held, before);
  return held;
}
