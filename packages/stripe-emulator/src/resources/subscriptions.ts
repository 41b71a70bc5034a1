import type Stripe from 'stripe';
import { applyPlanned } from '../billing/apply-change.ts';
import { draftFor } from '../billing/invoicing.ts';
import { planChange, unusedLine } from '../billing/plan-change.ts';
import { cancelNow, change, finalizeAndCollect } from '../billing/settle.ts';
import { periodOf } from '../billing/subscription-object.ts';
import type { Params } from '../http/form.ts';
import { PAGING, page } from '../http/list.ts';
import {
  choiceOf,
  clearableOf,
  flagOf,
  integerOf,
  mergedMetadata,
  recordOf,
  recordsOf,
  textOf,
} from '../http/params.ts';
import { type Call, idFrom, type Route } from '../http/route.ts';
import { invalid, missing } from '../http/stripe-error.ts';
import { all, get, idIn, put, type State } from '../state.ts';
import { createSubscription } from './create-subscription.ts';
import { ownMethod } from './customers.ts';
import { changeFrom } from './item-changes.ts';

const PAYMENT = ['default_payment_method', 'description', 'expand', 'items', 'metadata', 'off_session'];
const CREATE = [
  'billing_mode',
  'cancel_at_period_end',
  'collection_method',
  'currency',
  'customer',
  'payment_behavior',
  'payment_settings',
  'proration_behavior',
];
const UPDATE = [
  'billing_cycle_anchor',
  'cancel_at_period_end',
  'cancellation_details',
  'payment_behavior',
  'payment_settings',
  'proration_behavior',
  'proration_date',
];

export const subscriptionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    accepts: [...PAYMENT, ...CREATE],
    run: ({ state, params }) => createSubscription(state, params),
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    accepts: [...PAGING, 'created', 'customer', 'price', 'status'],
    run: list,
  },
  { method: 'GET', path: '/v1/subscriptions/:id', accepts: ['expand'], run: retrieve },
  { method: 'POST', path: '/v1/subscriptions/:id', accepts: [...PAYMENT, ...UPDATE], run: update },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    accepts: ['cancellation_details', 'expand', 'invoice_now', 'prorate'],
    run: cancel,
  },
];

const ENDED = ['canceled', 'incomplete_expired'];

function list({ state, params, url }: Call) {
  const [customer, price, status] = ['customer', 'price', 'status'].map((name) => textOf(params, name));
  const wanted = (row: Stripe.Subscription) => {
    if (status === 'all') return true;
    if (status === 'ended') return ENDED.includes(row.status);
    return status === undefined ? row.status !== 'canceled' : row.status === status;
  };
  const rows = all(state, 'subscription').filter(
    (row) =>
      wanted(row) &&
      (customer === undefined || row.customer === customer) &&
      (price === undefined || row.items.data.some((item) => item.price.id === price)),
  );
  return page(rows, params, url);
}

function retrieve(call: Call): Stripe.Subscription {
  return get(call.state, 'subscription', idFrom(call));
}

function update(call: Call): Stripe.Subscription {
  const { state, params } = call;
  const found = retrieve(call);
  if (ENDED.includes(found.status))
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      undefined,
      'resource_missing',
    );
  const before = withFields(state, found, params);
  const items = recordsOf(params, 'items');
  const reset = choiceOf(params, 'billing_cycle_anchor', ['now', 'unchanged']) === 'now';
  if (items.length === 0 && !reset) return before;
  return applyPlanned(state, before, {
    planned: planChange(state, before, changeFrom(state, params, items)),
    payment_behavior:
      choiceOf(params, 'payment_behavior', [
        'allow_incomplete',
        'default_incomplete',
        'error_if_incomplete',
        'pending_if_incomplete',
      ]) ?? 'allow_incomplete',
    proration_date: integerOf(params, 'proration_date'),
  });
}

/** The parts of an update that cost nothing. */
function withFields(state: State, before: Stripe.Subscription, params: Params): Stripe.Subscription {
  const method = clearableOf(params, 'default_payment_method');
  const description = clearableOf(params, 'description');
  const changes: Partial<Stripe.Subscription> = {
    metadata: mergedMetadata(params, before.metadata),
    ...(method === undefined
      ? {}
      : { default_payment_method: method && ownMethod(state, idIn(before.customer), method) }),
    ...(description === undefined ? {} : { description }),
    ...periodEnd(state, before, params),
  };
  const after = { ...before, ...changes };
  return JSON.stringify(after) === JSON.stringify(before) ? before : change(state, before, changes);
}

function periodEnd(state: State, before: Stripe.Subscription, params: Params): Partial<Stripe.Subscription> {
  const ends = flagOf(params, 'cancel_at_period_end');
  if (ends === undefined) return {};
  if (before.schedule)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${idIn(before.schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  const none = { comment: null, feedback: null, feedback_option: null, reason: null };
  if (!ends)
    return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: none };
  const details = recordOf(params, 'cancellation_details') ?? {};
  return {
    cancel_at: periodOf(before).end,
    cancel_at_period_end: true,
    canceled_at: before.cancel_at_period_end ? before.canceled_at : state.now(),
    cancellation_details: {
      ...none,
      comment: clearableOf(details, 'comment') ?? null,
      feedback: clearableOf(details, 'feedback') ?? null,
      reason: 'cancellation_requested',
    },
  };
}

function cancel(call: Call): Stripe.Subscription {
  const { state, params } = call;
  const before = retrieve(call);
  if (ENDED.includes(before.status)) throw missing('subscription', before.id);
  if (flagOf(params, 'prorate') && before.status === 'active')
    creditUnused(state, before, flagOf(params, 'invoice_now') === true);
  const details = recordOf(params, 'cancellation_details') ?? {};
  return cancelNow(state, get(state, 'subscription', before.id), {
    reason: 'cancellation_requested',
    comment: clearableOf(details, 'comment') ?? null,
    feedback: clearableOf(details, 'feedback') ?? null,
  });
}

/** Unless it is invoiced now, the credit waits for an invoice that never comes, as at Stripe. */
function creditUnused(state: State, subscription: Stripe.Subscription, invoiceNow: boolean): void {
  if (!invoiceNow) return;
  const place = { at: state.now(), period: periodOf(subscription) };
  const lines = subscription.items.data.map((item) => unusedLine(state, item, place));
  const draft = draftFor(state, subscription, { lines, reason: 'subscription_update' });
  put(state, 'subscription', { ...subscription, latest_invoice: draft.id });
  finalizeAndCollect(state, draft);
}
