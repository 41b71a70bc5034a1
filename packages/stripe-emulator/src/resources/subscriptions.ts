import type Stripe from 'stripe';
import { createInvoice, periodLine } from '../billing/invoices.ts';
import {
  applyPlanChange,
  type Change,
  computePlanChange,
  type PlannedChange,
} from '../billing/plan-change.ts';
import { cancelNow, finalizeAndTryToCollect } from '../billing/settle.ts';
import {
  cancellationDetails,
  createSubscriptionObject,
  getItem,
  getPeriod,
} from '../billing/subscription-object.ts';
import { record, update } from '../emit.ts';
import {
  mergeMetadata,
  type Params,
  readChoice,
  readClearable,
  readFlag,
  readInteger,
  readRecords,
  requireText,
} from '../http/params.ts';
import { listRoute, type Route, retrieveRoute } from '../http/routes.ts';
import { get, getId, type State } from '../state.ts';
import { invalid, missing, parameterMissing } from '../stripe-error.ts';
import { getPrice } from './catalog.ts';
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
    // Without a status, the list excludes canceled subscriptions.
    run: (call) => list.run({ ...call, params: { status: 'current', ...call.params } }),
  },
  retrieveRoute(PATH, 'subscription'),
  {
    method: 'POST',
    path: `${PATH}/:id`,
    accepts: [...FIELDS, ...UPDATE],
    run({ state, params, id }) {
      const subscription = get(state, 'subscription', id);
      if (subscription.status === 'canceled')
        throw invalid(
          'A canceled subscription can only update its cancellation_details and metadata.',
          undefined,
          'resource_missing',
        );
      const before = updateFields(state, subscription, params);
      const behavior = readChoice(params, 'payment_behavior', ['allow_incomplete', 'error_if_incomplete']);
      if (params.items === undefined) return before;
      const error = applyPlanChange(state, before, readChange(state, before, params));
      if (error && behavior === 'error_if_incomplete') throw error;
      return get(state, 'subscription', id);
    },
  },
  {
    method: 'DELETE',
    path: `${PATH}/:id`,
    accepts: [],
    run({ state, id }) {
      const before = get(state, 'subscription', id);
      if (before.status === 'canceled') throw missing('subscription', id);
      return cancelNow(state, before);
    },
  },
];

/** Creates a subscription and pays its first invoice. If that fails, nothing stays. */
export function createSubscription(state: State, params: Params): Stripe.Subscription {
  const { id: customer } = get(state, 'customer', requireText(params, 'customer'), 'customer');
  const price = getPrice(state, requireText(readItem(params, 'items'), 'price'));
  const method = readClearable(params, 'default_payment_method');
  // A subscription whose first payment fails is not kept. Stripe's other behaviors are not supported.
  readChoice(params, 'payment_behavior', ['error_if_incomplete']);
  const draft = createSubscriptionObject(state, price, {
    customer,
    default_payment_method: method ? ownMethod(state, customer, method) : null,
    metadata: mergeMetadata(params),
  });
  const lines = [periodLine(state, getItem(draft), getPeriod(draft))];
  const invoice = createInvoice(state, draft, { lines, reason: 'subscription_create' });
  const paid = { ...draft, latest_invoice: invoice.id };
  const subscription = record(state, 'subscription', paid, 'created');
  const error = finalizeAndTryToCollect(state, record(state, 'invoice', invoice, 'created'));
  if (error) throw error;
  return subscription;
}

/** The only item in the parameters. Throws if there are more. */
export function readItem(params: Params, name: string, accepts: string[] = []): Params {
  const [item, second] = readRecords(params, name, ['price', 'quantity', ...accepts]);
  if (!item) throw parameterMissing(name);
  if (second) throw invalid('Subscriptions have one item here.', `${name}[1]`);
  readChoice(item, 'quantity', ['1']);
  return item;
}

/** The change of price that an update or preview requests. */
export function readChange(state: State, subscription: Stripe.Subscription, params: Params): PlannedChange {
  const proration_behavior = readProration(params);
  if (!proration_behavior) throw parameterMissing('proration_behavior');
  const item = readItem(params, 'items', ['id']);
  const id = requireText(item, 'id');
  if (id !== getItem(subscription).id)
    throw invalid(`No such subscription item: '${id}'`, 'items[0][id]', 'resource_missing');
  return computePlanChange(state, subscription, {
    price: getPrice(state, requireText(item, 'price')),
    proration_behavior,
    proration_date: readInteger(params, 'proration_date'),
  });
}

/** Stripe's default, to prorate with the next invoice, is not supported. */
export function readProration(params: Params): Change['proration_behavior'] | undefined {
  return readChoice(params, 'proration_behavior', ['always_invoice', 'none']);
}

/** The parts of an update that cost nothing. */
function updateFields(state: State, before: Stripe.Subscription, params: Params): Stripe.Subscription {
  const after: Stripe.Subscription = { ...before, metadata: mergeMetadata(params, before.metadata) };
  const method = readClearable(params, 'default_payment_method');
  if (method !== undefined)
    after.default_payment_method = method && ownMethod(state, getId(before.customer), method);
  const ends = readFlag(params, 'cancel_at_period_end');
  if (ends !== undefined && before.schedule)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${getId(before.schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  if (ends === true) {
    after.cancel_at = getPeriod(before).end;
    after.canceled_at = before.cancel_at_period_end ? before.canceled_at : state.now();
    after.cancellation_details = cancellationDetails('cancellation_requested');
  }
  if (ends === false) {
    after.cancel_at = null;
    after.canceled_at = null;
    after.cancellation_details = cancellationDetails(null);
  }
  if (ends !== undefined) after.cancel_at_period_end = ends;
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  return update(state, 'subscription', before, after);
}
