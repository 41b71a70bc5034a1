import type Stripe from 'stripe';
import { finalize, noMethod } from '../billing/collect.ts';
import { periodLine } from '../billing/invoice-lines.ts';
import { draftFor } from '../billing/invoicing.ts';
import { periodAt, sameInterval } from '../billing/periods.ts';
import { collect } from '../billing/settle.ts';
import {
  itemObject,
  periodOf,
  recurringOf,
  subscriptionObject,
  withItems,
} from '../billing/subscription-object.ts';
import { emit } from '../emit.ts';
import type { Params } from '../http/form.ts';
import {
  choiceOf,
  clearableOf,
  flagOf,
  integerOf,
  mergedMetadata,
  recordsOf,
  requiredText,
  textOf,
} from '../http/params.ts';
import { invalid } from '../http/stripe-error.ts';
import { get, idOf, put, type State } from '../state.ts';
import { ownMethod } from './customers.ts';
import { usablePrice } from './item-changes.ts';

const BEHAVIORS = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;
type Behavior = (typeof BEHAVIORS)[number];

export function createSubscription(state: State, params: Params): Stripe.Subscription {
  checkCreate(params);
  const customer = get(state, 'customer', requiredText(params, 'customer'), 'customer');
  const draft = draftSubscription(state, customer.id, params);
  if (customer.currency && customer.currency !== draft.currency)
    throw invalid('You cannot combine currencies on a single customer.', 'currency');
  put(state, 'customer', { ...customer, currency: draft.currency });
  put(state, 'subscription', draft);
  const mark = state.fresh.length;
  const behavior = choiceOf(params, 'payment_behavior', BEHAVIORS) ?? 'allow_incomplete';
  firstInvoice(state, draft, behavior);
  const ends = flagOf(params, 'cancel_at_period_end') ?? false;
  const after = put(state, 'subscription', {
    ...get(state, 'subscription', draft.id),
    ...(ends ? { cancel_at: periodOf(draft).end, cancel_at_period_end: true, canceled_at: state.now() } : {}),
  });
  tellOfCreation(state, after, mark);
  return after;
}

/** One event for a subscription that was created and paid in one step, before the events of its invoice. */
function tellOfCreation(state: State, subscription: Stripe.Subscription, mark: number): void {
  const later = state.fresh.splice(mark).filter(({ type }) => type !== 'customer.subscription.updated');
  emit(state, 'customer.subscription.created', subscription);
  state.fresh.push(...later);
}

function checkCreate(params: Params): void {
  const method = textOf(params, 'collection_method') ?? 'charge_automatically';
  if (method !== 'charge_automatically')
    throw invalid('Only charge_automatically is known here.', 'collection_method');
  if (recordsOf(params, 'items').length === 0)
    throw invalid('Missing required param: items.', 'items', 'parameter_missing');
}

/** The subscription as it would begin now; also used by previews. */
export function draftSubscription(state: State, customer: string, params: Params): Stripe.Subscription {
  const wanted = recordsOf(params, 'items').map((item) => ({
    price: usablePrice(state, requiredText(item, 'price')),
    quantity: integerOf(item, 'quantity') ?? 1,
  }));
  const recurring = recurringOf(wanted);
  const currency = wanted[0]?.price.currency ?? 'usd';
  if (wanted.some(({ price }) => !price.recurring || !sameInterval(price.recurring, recurring)))
    throw invalid('Prices of one subscription must have the same interval here.', 'items');
  if (wanted.some(({ price }) => price.currency !== currency))
    throw invalid('All prices of a subscription must have the same currency.', 'items');
  const method = clearableOf(params, 'default_payment_method');
  const subscription = subscriptionObject(state, {
    customer,
    currency,
    default_payment_method: method ? ownMethod(state, customer, method) : null,
    description: clearableOf(params, 'description') ?? null,
    metadata: mergedMetadata(params),
  });
  const now = state.now();
  const period = periodAt(now, recurring, now);
  const items = wanted.map((item) => itemObject(state, { ...item, subscription: subscription.id, period }));
  return withItems(subscription, items);
}

export function firstLines(state: State, subscription: Stripe.Subscription): Stripe.InvoiceLineItem[] {
  const period = periodOf(subscription);
  return subscription.items.data.map((item) => periodLine(state, item, period));
}

function firstInvoice(state: State, subscription: Stripe.Subscription, behavior: Behavior): void {
  const draft = draftFor(state, subscription, {
    lines: firstLines(state, subscription),
    reason: 'subscription_create',
  });
  put(state, 'subscription', { ...subscription, latest_invoice: draft.id });
  const invoice = finalize(state, draft);
  if (invoice.status !== 'open') {
    const now = get(state, 'subscription', subscription.id);
    put(state, 'subscription', { ...now, status: 'active' });
    return;
  }
  if (behavior === 'default_incomplete') return;
  const customer = get(state, 'customer', idOf(subscription.customer) ?? '');
  const method =
    idOf(subscription.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method);
  if (method === undefined) throw noMethod();
  const { fault } = collect(state, invoice, method);
  if (fault && behavior === 'error_if_incomplete') throw fault;
}
