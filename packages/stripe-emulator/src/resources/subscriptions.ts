import type Stripe from 'stripe';
import { invoiceObject, periodLine } from '../billing/invoices.ts';
import { applyPlanned, type Change, type Planned, planChange } from '../billing/plan-change.ts';
import { cancelNow, finalizeAndCollect } from '../billing/settle.ts';
import { cancellationDetails, itemIn, periodOf, subscriptionObject } from '../billing/subscription-object.ts';
import { record, update } from '../emit.ts';
import {
  choiceOf,
  clearableOf,
  flagOf,
  integerOf,
  mergedMetadata,
  type Params,
  recordsOf,
  requiredText,
} from '../http/params.ts';
import { type Call, listRoute, type Route, retrieveRoute } from '../http/routes.ts';
import { get, idIn, type State } from '../state.ts';
import { invalid, missing, parameterMissing } from '../stripe-error.ts';
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
    // Without a status, the list excludes canceled subscriptions.
    run: (call) => list.run({ ...call, params: { status: 'current', ...call.params } }),
  },
  retrieveRoute(PATH, 'subscription'),
  { method: 'POST', path: `${PATH}/:id`, accepts: [...FIELDS, ...UPDATE], run: change },
  { method: 'DELETE', path: `${PATH}/:id`, accepts: [], run: cancel },
];

export function createSubscription(state: State, params: Params): Stripe.Subscription {
  const { id: customer } = get(state, 'customer', requiredText(params, 'customer'), 'customer');
  const price = usablePrice(state, requiredText(oneItem(params, 'items'), 'price'));
  const method = clearableOf(params, 'default_payment_method');
  // A subscription whose first payment fails is not kept. Stripe's other behaviors are not supported.
  choiceOf(params, 'payment_behavior', ['error_if_incomplete']);
  const draft = subscriptionObject(state, price, {
    customer,
    default_payment_method: method ? ownMethod(state, customer, method) : null,
    metadata: mergedMetadata(params),
  });
  const lines = [periodLine(state, itemIn(draft), periodOf(draft))];
  const invoice = invoiceObject(state, draft, { lines, reason: 'subscription_create' });
  const paid = { ...draft, latest_invoice: invoice.id };
  const subscription = record(state, 'subscription', paid, 'created');
  const fault = finalizeAndCollect(state, record(state, 'invoice', invoice, 'created'));
  if (fault) throw fault;
  return subscription;
}

/** The only item in the parameters. Throws if there are more. */
export function oneItem(params: Params, name: string, accepts: string[] = []): Params {
  const [item, second] = recordsOf(params, name, ['price', 'quantity', ...accepts]);
  if (!item) throw parameterMissing(name);
  if (second) throw invalid('Subscriptions have one item here.', `${name}[1]`);
  choiceOf(item, 'quantity', ['1']);
  return item;
}

function change({ state, params, id }: Call): Stripe.Subscription {
  const found = get(state, 'subscription', id);
  if (found.status === 'canceled')
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      undefined,
      'resource_missing',
    );
  const before = withFields(state, found, params);
  const behavior = choiceOf(params, 'payment_behavior', ['allow_incomplete', 'error_if_incomplete']);
  if (params.items === undefined) return before;
  const fault = applyPlanned(state, before, changeFrom(state, before, params));
  if (fault && behavior === 'error_if_incomplete') throw fault;
  return get(state, 'subscription', id);
}

/** The change of price that an update or preview requests. */
export function changeFrom(state: State, subscription: Stripe.Subscription, params: Params): Planned {
  const proration_behavior = prorationOf(params);
  if (!proration_behavior) throw parameterMissing('proration_behavior');
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

/** Stripe's default, to prorate with the next invoice, is not supported. */
export function prorationOf(params: Params): Change['proration_behavior'] | undefined {
  return choiceOf(params, 'proration_behavior', ['always_invoice', 'none']);
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
  if (before.status === 'canceled') throw missing('subscription', id);
  return cancelNow(state, before);
}
