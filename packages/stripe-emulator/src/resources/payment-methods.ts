import type Stripe from 'stripe';
import { checkUsable, resolvePaymentMethod } from '../billing/cards.ts';
import { emit } from '../emit.ts';
import { PAGING, page } from '../http/list.ts';
import { requiredText, textOf } from '../http/params.ts';
import { type Call, idFrom, type Route } from '../http/route.ts';
import { invalid } from '../http/stripe-error.ts';
import { all, find, get, idOf, put, type State } from '../state.ts';

export const paymentMethodRoutes: Route[] = [
  { method: 'GET', path: '/v1/payment_methods', accepts: [...PAGING, 'customer', 'type'], run: list },
  { method: 'GET', path: '/v1/payment_methods/:id', accepts: ['expand'], run: retrieve },
  { method: 'POST', path: '/v1/payment_methods/:id/attach', accepts: ['customer', 'expand'], run: runAttach },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', accepts: ['expand'], run: runDetach },
  {
    method: 'GET',
    path: '/v1/customers/:customer/payment_methods',
    accepts: [...PAGING, 'type'],
    run: listOfCustomer,
  },
  {
    method: 'GET',
    path: '/v1/customers/:customer/payment_methods/:id',
    accepts: ['expand'],
    run: retrieveOfCustomer,
  },
];

function list({ state, params, url }: Call) {
  const customer = textOf(params, 'customer');
  const type = textOf(params, 'type');
  if (customer !== undefined) get(state, 'customer', customer, 'customer');
  const rows = all(state, 'payment_method').filter(
    (row) =>
      (customer === undefined || row.customer === customer) && (type === undefined || row.type === type),
  );
  return page(rows, params, url);
}

function listOfCustomer(call: Call) {
  const params = { ...call.params, customer: idFrom(call, 'customer') };
  return list({ ...call, params });
}

function retrieve(call: Call): Stripe.PaymentMethod {
  return get(call.state, 'payment_method', idFrom(call), 'payment_method');
}

function retrieveOfCustomer(call: Call): Stripe.PaymentMethod {
  const customer = get(call.state, 'customer', idFrom(call, 'customer'), 'customer');
  const method = retrieve(call);
  if (method.customer === customer.id) return method;
  return get(call.state, 'payment_method', `${method.id} of ${customer.id}`, 'payment_method');
}

function runAttach(call: Call): Stripe.PaymentMethod {
  const { state, params } = call;
  const customer = get(state, 'customer', requiredText(params, 'customer'), 'customer');
  return attach(state, resolvePaymentMethod(state, idFrom(call), 'payment_method'), customer.id);
}

function runDetach(call: Call): Stripe.PaymentMethod {
  const method = retrieve(call);
  if (method.customer === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method',
    );
  return detach(call.state, method);
}

export function attach(state: State, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  checkUsable(state, method, customer);
  if (idOf(method.customer) === customer) return method;
  const attached = put(state, 'payment_method', { ...method, customer });
  emit(state, 'payment_method.attached', attached);
  return attached;
}

/** Everything paid by this card falls back to the remaining one. */
export function detach(state: State, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const owner = find(state, 'customer', idOf(method.customer) ?? '');
  const card = find(state, 'card', method.id);
  if (card) put(state, 'card', { ...card, detached: true });
  const detached = put(state, 'payment_method', { ...method, customer: null });
  emit(state, 'payment_method.detached', detached, method);
  if (owner?.invoice_settings.default_payment_method === method.id) {
    const settings = { ...owner.invoice_settings, default_payment_method: null };
    emit(state, 'customer.updated', put(state, 'customer', { ...owner, invoice_settings: settings }), owner);
  }
  for (const subscription of all(state, 'subscription')) {
    if (subscription.default_payment_method !== method.id) continue;
    const after = put(state, 'subscription', { ...subscription, default_payment_method: null });
    emit(state, 'customer.subscription.updated', after, subscription);
  }
  return detached;
}
