import type Stripe from 'stripe';
import { periodLine } from '../billing/invoice-lines.ts';
import { draftFor } from '../billing/invoicing.ts';
import { periodAt } from '../billing/periods.ts';
import { applyPlanned, type Change, PAYMENT_BEHAVIORS, planChange } from '../billing/plan-change.ts';
import { afterPayment, cancelNow, collect, finalize, noMethod, payingMethod } from '../billing/settle.ts';
import {
  cancellationDetails,
  itemIn,
  itemObject,
  periodOf,
  recurringOf,
  subscriptionObject,
  withItem,
} from '../billing/subscription-object.ts';
import { emit, update } from '../emit.ts';
import type { Params } from '../http/form.ts';
import { listRoute, retrieveRoute } from '../http/list.ts';
import {
  choiceOf,
  clearableOf,
  flagOf,
  integerOf,
  mergedMetadata,
  recordsOf,
  requiredText,
} from '../http/params.ts';
import type { Call, Route } from '../http/route.ts';
import { invalid, missing, parameterMissing } from '../http/stripe-error.ts';
import { get, idIn, put, type State } from '../state.ts';
import { usablePrice } from './catalog.ts';
import { ownMethod } from './customers.ts';

const PATH = '/v1/subscriptions';
const FIELDS = ['default_payment_method', 'items', 'metadata', 'off_session', 'payment_behavior'];
const UPDATE = ['cancel_at_period_end', 'proration_behavior', 'proration_date'];

const list = listRoute(PATH, 'subscription', {
  customer: (row, value) => row.customer === value,
  status: (row, value) =>
    value === 'all' || (value === 'current' ? row.status !== 'canceled' : row.status === value),
});

export const subscriptionRoutes: Route[] = [
  {
    method: 'POST',
    path: PATH,
    accepts: [...FIELDS, 'customer'],
    run: ({ state, params }) => createSubscription(state, params),
  },
  {
    ...list,
    // Without a status, all but the canceled ones.
    run: (call) => list.run({ ...call, params: { status: 'current', ...call.params } }),
  },
  retrieveRoute(PATH, 'subscription'),
  { method: 'POST', path: `${PATH}/:id`, accepts: [...FIELDS, ...UPDATE], run: change },
  { method: 'DELETE', path: `${PATH}/:id`, accepts: [], run: cancel },
];

const ENDED = ['canceled', 'incomplete_expired'];
const BEHAVIORS = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;

export function createSubscription(state: State, params: Params): Stripe.Subscription {
  const customer = get(state, 'customer', requiredText(params, 'customer'), 'customer');
  const draft = draftSubscription(state, customer.id, params);
  if (customer.currency && customer.currency !== draft.currency)
    throw invalid('You cannot combine currencies on a single customer.', 'currency');
  put(state, 'customer', { ...customer, currency: draft.currency });
  const mark = state.fresh.length;
  firstInvoice(state, draft, choiceOf(params, 'payment_behavior', BEHAVIORS));
  const subscription = get(state, 'subscription', draft.id);
  // One event for a subscription that was created and paid in one step, before the events of its invoice.
  const later = state.fresh.splice(mark).filter(({ type }) => type !== 'customer.subscription.updated');
  emit(state, 'customer.subscription.created', subscription);
  state.fresh.push(...later);
  return subscription;
}

function draftSubscription(state: State, customer: string, params: Params): Stripe.Subscription {
  const price = usablePrice(state, requiredText(oneItem(params, 'items'), 'price'));
  const method = clearableOf(params, 'default_payment_method');
  const subscription = subscriptionObject(state, {
    customer,
    currency: price.currency,
    default_payment_method: method ? ownMethod(state, customer, method) : null,
    metadata: mergedMetadata(params),
  });
  const now = state.now();
  const period = periodAt(now, recurringOf(price), now);
  return withItem(subscription, itemObject(state, { subscription: subscription.id, price, period }));
}

/** The only item that a subscription has here, once. */
export function oneItem(params: Params, name: string, accepts: string[] = []): Params {
  const [item, second] = recordsOf(params, name, ['price', 'quantity', ...accepts]);
  if (!item) throw parameterMissing(name);
  if (second) throw invalid('Subscriptions have one item here.', `${name}[1]`);
  choiceOf(item, 'quantity', ['1']);
  return item;
}

function firstInvoice(
  state: State,
  subscription: Stripe.Subscription,
  behavior: (typeof BEHAVIORS)[number] | undefined,
): void {
  const line = periodLine(state, itemIn(subscription), periodOf(subscription));
  const draft = draftFor(state, subscription, { lines: [line], reason: 'subscription_create' });
  put(state, 'subscription', { ...subscription, latest_invoice: draft.id });
  const invoice = finalize(state, draft);
  if (invoice.status !== 'open') {
    afterPayment(state, invoice);
    return;
  }
  if (behavior === 'default_incomplete') return;
  if (payingMethod(state, invoice) === undefined) throw noMethod();
  const fault = collect(state, invoice);
  if (fault && behavior === 'error_if_incomplete') throw fault;
}

function change({ state, params, id }: Call): Stripe.Subscription {
  const found = get(state, 'subscription', id);
  if (ENDED.includes(found.status))
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      undefined,
      'resource_missing',
    );
  const before = withFields(state, found, params);
  const planned = changeFrom(state, before, params);
  if (!planned) return before;
  return applyPlanned(state, before, planned, choiceOf(params, 'payment_behavior', PAYMENT_BEHAVIORS));
}

/** The change of price that an update or preview requests. */
export function changeFrom(state: State, subscription: Stripe.Subscription, params: Params) {
  if (params.items === undefined) return undefined;
  const proration_behavior = prorationOf(params);
  const item = oneItem(params, 'items', ['id']);
  const id = requiredText(item, 'id');
  if (id !== itemIn(subscription).id)
    throw invalid(`No such subscription item: '${id}'`, 'items[0][id]', 'resource_missing');
  return planChange(state, subscription, {
    price: usablePrice(state, requiredText(item, 'price')),
    proration_behavior,
    proration_date: integerOf(params, 'proration_date'),
  });
}

export function prorationOf(params: Params): Change['proration_behavior'] {
  const known = ['always_invoice', 'create_prorations', 'none'] as const;
  return choiceOf(params, 'proration_behavior', known) ?? 'create_prorations';
}

/** The parts of an update that cost nothing. */
function withFields(state: State, before: Stripe.Subscription, params: Params): Stripe.Subscription {
  const method = clearableOf(params, 'default_payment_method');
  const changes: Partial<Stripe.Subscription> = {
    metadata: mergedMetadata(params, before.metadata),
    ...(method !== undefined && {
      default_payment_method: method && ownMethod(state, idIn(before.customer), method),
    }),
    ...periodEnd(state, before, params),
  };
  const same = JSON.stringify({ ...before, ...changes }) === JSON.stringify(before);
  return same ? before : update(state, 'subscription', before, changes);
}

function periodEnd(state: State, before: Stripe.Subscription, params: Params): Partial<Stripe.Subscription> {
  const ends = flagOf(params, 'cancel_at_period_end');
  if (ends === undefined) return {};
  if (before.schedule)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${idIn(before.schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  const since = before.cancel_at_period_end ? before.canceled_at : state.now();
  return {
    cancel_at: ends ? periodOf(before).end : null,
    cancel_at_period_end: ends,
    canceled_at: ends ? since : null,
    cancellation_details: cancellationDetails(ends ? 'cancellation_requested' : null),
  };
}

function cancel({ state, id }: Call): Stripe.Subscription {
  const before = get(state, 'subscription', id);
  if (ENDED.includes(before.status)) throw missing('subscription', id);
  return cancelNow(state, before);
}
